"""Reading, with regular expressions and no guesses."""

import csv
import io
import re
from dataclasses import dataclass
from datetime import date

from recon.money import cents
from recon.references import plain

DAY = re.compile(r"(\d\d)/(\d\d)/(\d{4})")


@dataclass(frozen=True)
class Line:
    id: str
    booked: date
    amount: int
    currency: str
    reference: str


@dataclass(frozen=True)
class Entry:
    id: str
    due: date
    customer: str
    amount: int
    currency: str
    reference: str
    status: str


def line(row):
    found = DAY.fullmatch(row["booked"])
    if found is None:
        raise ValueError(f"no day: {row['booked']}")
    day, month, year = map(int, found.groups())
    amount = cents(row["amount"])
    if row["direction"] == "out":
        amount = -amount
    elif row["direction"] != "in":
        raise ValueError("no direction")
    booked = date(year, month, day)
    return Line(row["id"], booked, amount, row["currency"], plain(row["reference"]))


def entry(row):
    return Entry(
        row["id"],
        date.fromisoformat(row["due"]),
        row["customer"],
        cents(row["amount"]),
        row["currency"],
        plain(row["reference"]),
        row["status"],
    )


def attempt(make, row):
    try:
        return make(row), None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        return None, str(error)


def read(text, make):
    tried = [(row, *attempt(make, row)) for row in csv.DictReader(io.StringIO(text))]
    good = [made for _, made, error in tried if error is None]
    return good, [(row, error) for row, _, error in tried if error is not None]
