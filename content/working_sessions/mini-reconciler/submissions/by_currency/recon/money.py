"""Amounts as text, in hundredths."""

from decimal import Decimal, InvalidOperation


def cents(text):
    """An amount such as "-1,250.00" as a whole number of hundredths. Raises ValueError."""
    try:
        exact = Decimal(text.replace(",", "")) * 100
        whole = int(exact)
    except (InvalidOperation, OverflowError) as error:
        raise ValueError(f"no amount: {text!r}") from error
    if whole != exact:
        raise ValueError(f"less than a hundredth: {text!r}")
    return whole


def written(amount):
    """Hundredths as people write them: 1,250.00."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100:,}.{abs(amount) % 100:02}"
