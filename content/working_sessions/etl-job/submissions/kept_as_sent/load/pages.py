"""All rows of an export that comes in pages."""


def rows(fetch, since=None):
    """Each row of the export once, in its order. Raises what `fetch` raises."""
    last = None
    cursor = None
    while True:
        page = fetch(since, cursor)
        for row in page["rows"]:
            if row != last:
                last = row
                yield row
        cursor = page.get("next")
        if cursor is None:
            return
