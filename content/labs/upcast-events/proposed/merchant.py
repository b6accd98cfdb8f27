from events import Event


def from_three(event: Event) -> Event:
    """Version 3 to 4: the merchant in parts (rule 5)."""
    country, _, name = event["merchant"].rpartition("/")
    merchant = {"country": country.upper() or "NL", "name": name}
    return {**event, "version": 4, "merchant": merchant}
