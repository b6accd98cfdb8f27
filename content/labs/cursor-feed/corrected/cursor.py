import re

from feed import NUMBER, BadCursor, Place


def read_cursor(text: str, viewer: int) -> Place:
    """The place that a client's cursor stands for (rules 4 and 5)."""
    match = re.fullmatch(rf"(?:v1|v2\.({NUMBER}))\.({NUMBER})\.({NUMBER})", text)
    if match is None or match[1] not in (None, str(viewer)):
        raise BadCursor("unusable cursor")
    return Place(viewer, int(match[2]), int(match[3]))
