"""Lines of a statement and entries of a ledger, out of CSV."""

import csv
import io
from dataclasses import dataclass
from datetime import date, datetime

from recon.money import cents
from recon.references import plain


@dataclass(frozen=True)
class Line:
    id: str
    booked: date
    amount: int  # hundredths; what went out is negative
    currency: str
    reference: str


@dataclass(frozen=True)
class Entry:
    id: str
    due: date
    customer: str
    amount: int  # hundredths; what is to be paid out is negative
    currency: str
    reference: str
    status: str


def line(row):
    """A line of the statement. Raises KeyError and ValueError."""
    sign = {"in": 1, "out": -1}[row["direction"]]
    return Line(
        id=row["id"],
        booked=datetime.strptime(row["booked"], "%d/%m/%Y").date(),
        amount=sign * cents(row["amount"]),
        currency=row["currency"],
        reference=plain(row["reference"]),
    )


def entry(row):
    """An entry of the ledger. Raises KeyError and ValueError."""
    return Entry(
        id=row["id"],
        due=date.fromisoformat(row["due"]),
        customer=row["customer"],
        amount=cents(row["amount"]),
        currency=row["currency"],
        reference=plain(row["reference"]),
        status=row["status"],
    )


def read(text, make):
    """What `make` makes of each row, and the rows that it cannot read, with the reason."""
    made, rejected = [], []
    for row in csv.DictReader(io.StringIO(text)):
        try:
            made.append(make(row))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            rejected.append((row, f"{type(error).__name__}: {error}"))
    return made, rejected
