"""One check a fault, through the public API alone. A check's message says what happened."""

from datetime import date

from recon.run import reconcile

TODAY = date(2025, 6, 10)


def paid(id="L1", amount="10.00", currency="EUR", reference="R-1", booked="10/06/2025", way="in"):
    return f"{id},{booked},{way},{amount},{currency},{reference}"


def owed(
    id="E1",
    amount="10.00",
    currency="EUR",
    reference="R-1",
    due="2025-06-10",
    customer="Eva",
    status="posted",
):
    return f"{id},{due},{customer},{amount},{currency},{reference},{status}"


def held(lines, entries):
    """The result of these rows."""
    statement = ["id,booked,direction,amount,currency,reference", *lines]
    ledger = ["id,due,customer,amount,currency,reference,status", *entries]
    return reconcile(
        "".join(f"{quoted(row)}\n" for row in statement),
        "".join(f"{quoted(row)}\n" for row in ledger),
        TODAY,
    )


def quoted(row):
    """A row with the commas of its amounts, which are written as `_`, in quotes."""
    cells = row.split(",")
    return ",".join(f'"{cell.replace("_", ",")}"' if "_" in cell else cell for cell in cells)


def pairs(lines, entries):
    found = held(lines, entries).pairs
    return sorted((one.id, sorted(each.id for each in its)) for one, its in found)


def comma_cut():
    for amount in ("1_250.00", "2_000_001.50", "-3_000.00"):
        told = held([], [owed(amount=amount)]).text().splitlines()[1]
        text = amount.replace("_", ",")
        assert f" {text} " in told, f"{text} became “{told}”"


def noughts_dropped():
    for typed, booked in (("42-7", "0042-7"), ("1-3", "01-3")):
        found = pairs([paid(reference=typed)], [owed(reference=booked)])
        assert not found, f"a line for {typed} paid {booked}"


def month_before_day():
    for booked, wanted in (("03/04/2025", date(2025, 4, 3)), ("12/11/2025", date(2025, 11, 12))):
        lines = held([paid(booked=booked)], []).lines
        assert lines, f"{booked} could not be read"
        assert lines[0].booked == wanted, f"{booked} became {lines[0].booked}"
    for booked in ("04/13/2025", "05/31/2025"):
        lines = held([paid(booked=booked)], []).lines
        assert not lines, f"{booked}, which is no day, became {lines[0].booked}"


def bad_row_ends_it():
    bad = [paid(f"L{number}", amount="free") for number in range(3)]
    result = held([*bad, paid("L8"), paid("L9", reference="R-2")], [])
    read = len(result.lines)
    assert read == 2, f"of two good rows behind three others {read} were read"
    told = len(result.rejected)
    assert told == 3, f"of three that cannot be read {told} are told of"


def return_of_another():
    lines = [paid("L1"), paid("L2", reference="R-2", booked="11/06/2025", way="out")]
    left = sorted(each.id for each in held(lines, []).lines)
    assert left == ["L1", "L2"], "what went out for R-2 took back what had come in for R-1"


def drafts_paid():
    for status in ("draft", "void"):
        found = pairs([paid()], [owed(status=status)])
        assert not found, f"a line paid an entry that is {status}"


def paid_again():
    found = pairs([paid("L1"), paid("L2"), paid("L3")], [owed("E1"), owed("E2")])
    used = sorted(id for _, its in found for id in its)
    assert used == ["E1", "E2"], f"three lines paid {', '.join(used)}"


def any_currency_pays():
    euros, dollars = owed("E1"), owed("E2", currency="USD", due="2025-06-20")
    for entries in ([euros, dollars], [euros]):
        found = pairs([paid(currency="USD")], entries)
        assert all(its == ["E2"] for _, its in found), "a line in dollars paid an entry in euros"
        assert found or dollars not in entries, "a line in dollars did not pay what is in dollars"


def first_that_fits():
    dues = {"E1": "2025-01-10", "E2": "2025-06-08", "E3": "2025-09-01"}
    found = pairs([paid()], [owed(each, due=due) for each, due in dues.items()])
    assert len(found) == 1, "a line that three entries fit paid none"
    [id] = found[0][1]
    assert id == "E2", f"a line of 2025-06-10 paid what was due on {dues[id]}"


def sum_over_customers():
    entries = [
        owed("E1", "6.00"),
        owed("E2", "4.00", reference="R-2", customer="Jon", due="2025-06-20"),
    ]
    assert not pairs([paid()], entries), "one line paid what two customers owe"


def near_is_equal():
    entries = [owed("E1", "6.00"), owed("E2", "4.00", reference="R-2")]
    for amount in ("10.01", "9.97"):
        assert not pairs([paid(amount=amount)], entries), f"a line of {amount} paid 10.00"
    assert pairs([paid()], entries), "a line of 10.00 paid nothing"


def age_in_months():
    for due, wanted in (("2025-05-10", 31), ("2025-02-10", 120), ("2025-04-10", 61)):
        told = held([], [owed(due=due)]).text().splitlines()[1]
        assert told.endswith(f" {wanted} days"), f"what was due on {due} is told as “{told}”"


def sums_mixed():
    entries = [owed("E1"), owed("E2", "-3.00"), owed("E3", "0.50", "USD")]
    told = held([], entries).text().splitlines()
    sums = [line for line in told if line.startswith("open in all")]
    wanted = ["open in all 7.00 EUR", "open in all 0.50 USD"]
    assert sorted(sums) == sorted(wanted), f"10.00 to come and 3.00 to go make “{sums[0]}”"


def left_by_value():
    lines = [
        paid("L1"),
        paid("L2"),
        paid("L3", "4.00", booked="12/06/2025"),
    ]
    result = held(lines, [owed()])
    told = sorted([one.id for one, _ in result.pairs] + [each.id for each in result.lines])
    assert set(told) == {"L1", "L2", "L3"}, f"of three lines the result has {', '.join(told)}"
