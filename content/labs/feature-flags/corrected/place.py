import hashlib
from decimal import Decimal


def place(name: str, user: str) -> Decimal:
    """Where a user stands in a flag, from 0 to below 100 (rules 1 and 2)."""
    digest = hashlib.sha256(f"{name}:{user}".encode()).digest()
    return Decimal(int.from_bytes(digest, "big") % 10_000) / 100
