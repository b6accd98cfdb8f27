from events import MINOR_DIGITS, Event


def from_one(event: Event) -> Event:
    """Version 1 to 2: the amount in minor units (rules 2 and 3)."""
    newer = {**event, "version": 2}
    whole, _, part = newer.pop("amount").partition(".")
    digits = MINOR_DIGITS.get(event["currency"], 2)
    newer["amount_minor"] = int(whole + part.ljust(digits, "0"))
    return newer
