import unicodedata

from uploads import MOST_BYTES, RESERVED, Refused


def clean(part: str) -> str:
    """A part of a name as it is stored (rule 3)."""
    part = unicodedata.normalize("NFC", part)
    part = "".join(c if c.isprintable() and c not in RESERVED else "_" for c in part)
    if len(part.encode()) > MOST_BYTES:
        raise Refused(part)
    return part
