from feed import (
    MOST,
    TOP,
    Database,
    Page,
    Place,
    items_after,
    load_posts,
    read_cursor,
    write_cursor,
)


def page(db: Database, viewer: int, cursor: str | None, limit: int) -> Page:
    """One page of the viewer's feed (rule 7)."""
    start = Place(viewer, TOP, TOP) if cursor is None else read_cursor(cursor, viewer)
    size = min(max(limit, 1), MOST)
    items = items_after(db, start, size)
    last = items[-1] if len(items) == size else None
    posts = load_posts(db, [item.post_id for item in items])
    return Page(posts, None if last is None else write_cursor(last))
