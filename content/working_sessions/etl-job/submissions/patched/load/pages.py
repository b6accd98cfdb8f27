"""All rows of an export that comes in pages."""


def rows(fetch, since=None):
    """Each row of the export once, in its order. Raises what `fetch` raises."""
    last = None
    cursor = None
    while True:
        page = fetch(since, cursor)
        for row in page["rows"]:
            if last is None or row.get("id") != last.get("id"):
                last = row
                yield row
        cursor = page.get("next")
        if cursor is None or (since is None and not page["rows"]):
            return
