"""One check a fault, through the public API alone. A check's message says what happened."""

from datetime import date

from recon.matching import match, without_returned
from recon.money import cents
from recon.reading import Entry, Line, line, read
from recon.references import plain
from recon.result import Result
from recon.run import reconcile

DAY = date(2025, 6, 10)


def paid(id="L1", amount=1000, currency="EUR", reference="R1", booked=DAY):
    return Line(id, booked, amount, currency, reference)


def owed(
    id="E1", amount=1000, currency="EUR", reference="R1", due=DAY, customer="Eva", status="posted"
):
    return Entry(id, due, customer, amount, currency, reference, status)


def pairs(lines, entries):
    return [(one.id, [each.id for each in its]) for one, its in match(lines, entries)]


def comma_cut():
    amounts = {"1,250.00": 125_000, "2,000,001.50": 200_000_150, "-3,000.00": -300_000}
    for text, wanted in amounts.items():
        found = cents(text)
        assert found == wanted, f"{text} was read as {found} hundredths"


def noughts_dropped():
    for text, wanted in (("0042-7", "00427"), ("0-1", "01")):
        found = plain(text)
        assert found == wanted, f"{text} became {found}"


def month_before_day():
    text = "id,booked,direction,amount,currency,reference\n"
    rows = {"03/04/2025": date(2025, 4, 3), "12/11/2025": date(2025, 11, 12)}
    bad = ["04/13/2025", "05/31/2025"]
    for booked, wanted in rows.items():
        made, _ = read(f"{text}L1,{booked},in,1.00,EUR,A", line)
        assert made, f"{booked} could not be read"
        assert made[0].booked == wanted, f"{booked} became {made[0].booked}"
    for booked in bad:
        made, _ = read(f"{text}L1,{booked},in,1.00,EUR,A", line)
        assert not made, f"{booked}, which is no day, became {made[0].booked}"


def bad_row_ends_it():
    text = "id,booked,direction,amount,currency,reference\n"
    bad = "".join(f"L{number},10/06/2025,in,free,EUR,A\n" for number in range(3))
    good = "L8,10/06/2025,in,1.00,EUR,A\nL9,10/06/2025,in,1.00,EUR,B\n"
    made, rejected = read(f"{text}{bad}{good}", line)
    assert len(made) == 2, f"of two good rows behind three others {len(made)} were read"
    assert len(rejected) == 3, f"of three that cannot be read {len(rejected)} are told of"


def return_in_any_currency():
    lines = [paid("L1", 500, "EUR"), paid("L2", -500, "USD", booked=date(2025, 6, 11))]
    left = [each.id for each in without_returned(lines)]
    assert left == ["L1", "L2"], "what went out in dollars took back what had come in euros"


def drafts_paid():
    for status in ("draft", "void"):
        found = pairs([paid()], [owed(status=status)])
        assert not found, f"a line paid an entry that is {status}"


def paid_again():
    found = pairs([paid("L1"), paid("L2"), paid("L3")], [owed("E1"), owed("E2")])
    used = [id for _, its in found for id in its]
    assert sorted(used) == ["E1", "E2"], f"three lines paid {', '.join(used)}"


def any_currency_pays():
    found = pairs([paid(currency="USD")], [owed(currency="EUR")])
    assert not found, "a line in dollars paid an entry in euros"


def first_that_fits():
    dues = {"E1": date(2025, 1, 10), "E2": date(2025, 6, 8), "E3": date(2025, 9, 1)}
    [(_, [id])] = pairs([paid()], [owed(each, due=due) for each, due in dues.items()])
    assert id == "E2", f"a line of {DAY} paid what was due on {dues[id]}"


def sum_over_customers():
    entries = [
        owed("E1", 600, customer="Eva"),
        owed("E2", 400, reference="R2", customer="Jon", due=date(2025, 6, 20)),
    ]
    found = pairs([paid(amount=1000)], entries)
    assert not found, "one line paid what two customers owe"


def near_is_equal():
    entries = [owed("E1", 600), owed("E2", 400, reference="R2")]
    for amount in (1001, 997):
        found = pairs([paid(amount=amount)], entries)
        assert not found, f"a line of {amount} hundredths paid 1000"
    assert pairs([paid(amount=1000)], entries), "a line of 1000 hundredths paid nothing"


def age_in_months():
    for due, wanted in ((date(2025, 5, 10), 31), (date(2025, 2, 10), 120), (date(2025, 4, 10), 61)):
        found = Result(DAY).age(owed(due=due))
        assert found == wanted, f"what was due on {due} is {found} days old on {DAY}"


def sums_mixed():
    entries = [owed("E1", 1000), owed("E2", -300), owed("E3", 50, "USD")]
    found = Result(DAY, entries=entries).open_by_currency()
    assert found == {"EUR": 700, "USD": 50}, f"1000 to come and 300 to go make {found['EUR']}"


def left_by_value():
    statement = (
        "id,booked,direction,amount,currency,reference\n"
        "L1,10/06/2025,in,10.00,EUR,R-1\nL2,11/06/2025,in,10.00,EUR,R-1\n"
        "L3,12/06/2025,in,4.00,EUR,R-1\n"
    )
    ledger = (
        "id,due,customer,amount,currency,reference,status\nE1,2025-06-10,Eva,10.00,EUR,R-1,posted\n"
    )
    result = reconcile(statement, ledger, DAY)
    told = sorted([one.id for one, _ in result.pairs] + [each.id for each in result.lines])
    assert set(told) == {"L1", "L2", "L3"}, f"of three lines the result has {', '.join(told)}"
