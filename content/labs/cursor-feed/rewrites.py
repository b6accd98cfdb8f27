"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import re


def right_cursor(text, viewer):
    kind, *numbers = text.split(".")
    if not all(re.match(r"[1-9][0-9]{0,14}\Z", number) for number in numbers):
        raise BadCursor(text)
    if kind == "v2" and len(numbers) == 3 and int(numbers[0]) == viewer:
        numbers = numbers[1:]
    elif kind != "v1" or len(numbers) != 2:
        raise BadCursor(text)
    return Place(viewer, *map(int, numbers))


def flawed_cursor(text, viewer):
    kind, *numbers = text.split(".")
    if not all(re.match(r"[1-9][0-9]{0,14}\Z", number) for number in numbers):
        raise BadCursor(text)
    if kind == "v1" and len(numbers) == 2:
        numbers.insert(0, viewer)
    elif kind != "v2" or len(numbers) != 3:
        raise BadCursor(text)
    return Place(*map(int, numbers))


def broken_cursor(text, viewer):
    try:
        kind, *numbers = text.split(".")
        numbers = [int(number) for number in numbers]
    except ValueError:
        raise BadCursor(text) from None
    if (kind, len(numbers)) == ("v2", 3) and numbers.pop(0) != viewer:
        raise BadCursor(text)
    if kind not in ("v1", "v2") or len(numbers) != 2:
        raise BadCursor(text)
    return Place(viewer, *numbers)


def right_write(place):
    return ".".join(["v2", str(place.owner_id), str(place.shown_ms), str(place.post_id)])


def broken_write(place):
    return f"v1.{place.shown_ms}.{place.post_id}"


def right_items(db, place, count):
    sql = """
        SELECT shown_ms, post_id FROM feed_items
        WHERE owner_id = ? AND (shown_ms, post_id) < (?, ?)
        ORDER BY owner_id DESC, shown_ms DESC, post_id DESC LIMIT %d
    """
    rows = db.execute(sql % count, [place.owner_id, place.shown_ms, place.post_id])
    return [Place(place.owner_id, ms, post) for ms, post in rows]


def broken_items(db, place, count):
    sql = """
        SELECT owner_id, shown_ms, post_id FROM feed_items
        WHERE owner_id = ? AND (shown_ms < ? OR (shown_ms = ? AND post_id < ?))
        ORDER BY shown_ms DESC, post_id DESC LIMIT ?
    """
    at = (place.owner_id, place.shown_ms, place.shown_ms, place.post_id, count)
    return [Place(*row) for row in db.execute(sql, at)]


def broken_items(db, place, count):  # noqa: F811
    sql = """
        SELECT owner_id, shown_ms, post_id FROM feed_items
        WHERE owner_id = ? AND shown_ms < ? ORDER BY shown_ms DESC LIMIT ?
    """
    return [Place(*row) for row in db.execute(sql, (place.owner_id, place.shown_ms, count))]


def broken_items(db, place, count):  # noqa: F811
    sql = """
        SELECT owner_id, shown_ms, post_id FROM feed_items
        WHERE owner_id = ? AND shown_ms <= ? AND post_id < ?
        ORDER BY shown_ms DESC, post_id DESC LIMIT ?
    """
    at = (place.owner_id, place.shown_ms, place.post_id, count)
    return [Place(*row) for row in db.execute(sql, at)]


def broken_items(db, place, count):  # noqa: F811
    sql = "SELECT owner_id, shown_ms, post_id FROM feed_items WHERE owner_id = ?"
    rows = sorted(db.execute(sql, (place.owner_id,)), reverse=True)
    at = (place.owner_id, place.shown_ms, place.post_id)
    return [Place(*row) for row in rows if row < at][:count]


def right_page(db, viewer, cursor, limit):
    place = Place(viewer, TOP, TOP)
    if cursor is not None:
        place = read_cursor(cursor, viewer)
    size = 1 if limit < 1 else 50 if limit > 50 else limit
    items = items_after(db, place, size)
    more = bool(items) and bool(items_after(db, items[-1], 1))
    posts = load_posts(db, [item.post_id for item in items])
    return Page(posts, write_cursor(items[-1]) if more else None)


def flawed_page(db, viewer, cursor, limit):
    place = Place(viewer, TOP, TOP)
    if cursor is not None:
        place = read_cursor(cursor, viewer)
    limit = max(1, min(50, limit))
    items = items_after(db, place, limit)
    posts = load_posts(db, [item.post_id for item in items])
    if len(items) < limit:
        return Page(posts, None)
    return Page(posts, write_cursor(items[-1]))


def broken_page(db, viewer, cursor, limit):
    place = read_cursor(cursor, viewer) if cursor else Place(viewer, TOP, TOP)
    items = items_after(db, place, limit + 1)
    posts = load_posts(db, [item.post_id for item in items[:limit]])
    return Page(posts, write_cursor(items[limit - 1]) if items[limit:] else None)


def broken_page(db, viewer, cursor, limit):  # noqa: F811
    place = read_cursor(cursor, viewer) if cursor is not None else Place(viewer, TOP, TOP)
    limit = max(1, min(50, limit))
    items = items_after(db, place, limit + 1)
    posts = load_posts(db, [item.post_id for item in items[:limit]])
    if len(items) <= limit or not posts:
        return Page(posts, None)
    at = {item.post_id: item for item in items}
    return Page(posts, write_cursor(at[posts[-1].post_id]))


def right_load(db, ids):
    wanted = list(dict.fromkeys(ids))
    if not wanted:
        return []
    sql = "SELECT post_id, body, removed_ms FROM posts WHERE post_id IN (%s)"
    found = {}
    for post_id, body, removed in db.execute(sql % ",".join("?" * len(wanted)), wanted):
        if removed is None:
            found[post_id] = Post(post_id, body)
    return [found[post_id] for post_id in ids if post_id in found]


def flawed_load(db, ids):
    if not ids:
        return []
    marks = ",".join("?" * len(ids))
    db.execute(f"DELETE FROM feed_items WHERE post_id IN ({marks}) AND post_id NOT IN"
               " (SELECT post_id FROM posts WHERE removed_ms IS NULL)", list(ids))  # fmt: skip
    sql = f"SELECT post_id, body FROM posts WHERE post_id IN ({marks}) AND removed_ms IS NULL"
    found = dict(db.execute(sql, list(ids)))
    return [Post(post_id, found[post_id]) for post_id in ids if post_id in found]


def broken_load(db, ids):
    posts = []
    for post_id in ids:
        sql = "SELECT post_id, body FROM posts WHERE post_id = ? AND removed_ms IS NULL"
        posts += [Post(*row) for row in db.execute(sql, (post_id,))]
    return posts
