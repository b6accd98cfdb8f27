from events import TARIFF_BPS, Event


def from_four(event: Event) -> Event:
    """Version 4 to 5: what was charged (rule 6)."""
    bps = TARIFF_BPS
    minor = (event["amount_minor"] * bps + 5_000) // 10_000
    return {**event, "version": 5, "fee": {"bps": bps, "minor": minor}}
