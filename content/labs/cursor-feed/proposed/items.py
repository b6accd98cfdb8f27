from feed import Database, Place


def items_after(db: Database, place: Place, count: int) -> list[Place]:
    """The items behind a place, in the order of the feed (rules 2 and 3)."""
    rows = db.execute(
        "SELECT owner_id, shown_ms, post_id FROM feed_items"
        " WHERE owner_id = ? AND (shown_ms, post_id) < (?, ?)"
        " ORDER BY shown_ms DESC, post_id DESC LIMIT ?",
        (place.owner_id, place.shown_ms, place.post_id, count),
    )
    return [Place(*row) for row in rows]
