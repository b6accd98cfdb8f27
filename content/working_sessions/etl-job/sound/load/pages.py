"""All rows of an export that comes in pages."""


def rows(fetch, since=None):
    """Each row of the export once, in its order. Raises what `fetch` raises."""
    seen = set()
    cursor = None
    while True:
        page = fetch(since, cursor)
        for row in page["rows"]:
            key = (row.get("id"), row.get("version"))
            if key not in seen:
                seen.add(key)
                yield row
        cursor = page.get("next")
        if cursor is None:
            return
