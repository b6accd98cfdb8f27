from collections.abc import Sequence

from feed import Database, Post


def load_posts(db: Database, ids: Sequence[int]) -> list[Post]:
    """The posts of these ids, in their order (rule 8)."""
    if not ids:
        return []
    marks = ", ".join("?" for _ in ids)
    rows = db.execute(
        f"SELECT post_id, body FROM posts WHERE post_id IN ({marks}) AND removed_ms IS NULL",
        ids,
    )
    bodies = dict(rows)
    gone = [post_id for post_id in ids if post_id not in bodies]
    if gone:
        marks = ", ".join("?" for _ in gone)
        db.execute(f"DELETE FROM feed_items WHERE post_id IN ({marks})", gone)
    return [Post(post_id, bodies[post_id]) for post_id in ids if post_id in bodies]
