import hashlib

from shadow import PUBLIC, Account


def mismatch_line(
    account_id: str, fields: list[str], old: Account | None, new: Account | None
) -> str:
    """What the log says of two answers that differ (rule 6)."""
    shown = []
    for name in fields:
        values = [(account or {}).get(name) for account in (old, new)]
        if name in PUBLIC:
            shown.append(f"{name} {values[0]!r} / {values[1]!r}")
        else:
            marks = [hashlib.sha256(repr(each).encode()).hexdigest()[:12] for each in values]
            shown.append(f"{name} {marks[0]} / {marks[1]}")
    return f"{account_id} differs: {', '.join(shown)}"
