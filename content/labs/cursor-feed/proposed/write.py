from feed import Place


def write_cursor(place: Place) -> str:
    """The cursor of a place (rule 4)."""
    return f"v2.{place.owner_id}.{place.shown_ms}.{place.post_id}"
