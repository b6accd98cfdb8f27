import hashlib
from decimal import Decimal


def place(name: str, user: str) -> Decimal:
    """Where a user stands in a flag, from 0 to below 100 (rules 1 and 2)."""
    key = f"{name}:{user}".encode()
    digest = hashlib.sha256(key).digest()
    number = int.from_bytes(digest, "big")
    return Decimal(number % 10_000) / 100
