from events import Event


def from_four(event: Event) -> Event:
    """Version 4 to 5: what was charged (rule 6)."""
    bps = 290 if event["at"] < "2022" else 240
    minor = (event["amount_minor"] * bps + 5_000) // 10_000
    return {**event, "version": 5, "fee": {"bps": bps, "minor": minor}}
