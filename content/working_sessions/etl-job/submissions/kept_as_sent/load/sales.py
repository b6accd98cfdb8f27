"""A sale, out of a row of the export."""

from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation


class BadRow(Exception):
    """A row that cannot be used; its text is the reason."""


@dataclass(frozen=True)
class Sale:
    id: str
    version: int
    updated: datetime
    sold: datetime
    sku: str
    quantity: int
    cents: int  # of the whole line, less its discount
    currency: str
    status: str


def sale(row):
    """The sale of a row. Raises BadRow."""
    try:
        status = row["status"].strip()
        return Sale(
            id=row["id"],
            version=int(row["version"]),
            updated=moment(row["updated"]),
            sold=moment(row["sold"]),
            sku=row["sku"].strip(),
            quantity=int(row["quantity"]),
            cents=line(row["price"], int(row["quantity"]), row.get("discount", "0")),
            currency=row["currency"],
            status=status,
        )
    except KeyError as error:
        raise BadRow(f"there is no {error}") from error
    except (AttributeError, InvalidOperation, TypeError, ValueError) as error:
        raise BadRow(f"it cannot be read: {error}") from error


def moment(text):
    """A moment with its offset."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text} has no offset")
    return at


def line(price, quantity, discount):
    """What a line costs, in minor units."""
    whole = Decimal(price) * 100 * quantity
    less = (whole * Decimal(discount) / 100).quantize(Decimal(1), ROUND_HALF_UP)
    return int(whole - less)
