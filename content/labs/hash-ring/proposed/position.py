import hashlib


def position(text: str) -> int:
    """Where a text lies on the ring (rule 1)."""
    encoded = text.encode("utf-8")
    digest = hashlib.sha256(encoded).digest()
    return int.from_bytes(digest[:2], "big")
