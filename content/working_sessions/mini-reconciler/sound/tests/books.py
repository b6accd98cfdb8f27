"""A statement and a ledger, row by row."""

STATEMENT = "id,booked,direction,amount,currency,reference"
LEDGER = "id,due,customer,amount,currency,reference,status"


def statement(*rows):
    return "\n".join([STATEMENT, *rows])


def ledger(*rows):
    return "\n".join([LEDGER, *rows])
