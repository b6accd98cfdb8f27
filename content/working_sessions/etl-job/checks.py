"""One check a fault, through the public API alone. A check's message says what happened."""

import csv
from datetime import date, datetime

from load.job import Job
from load.pages import rows

DAY = date(2025, 5, 4)


def row(id="A1", **fields):
    return {
        "id": id,
        "version": "1",
        "updated": "2025-05-04T10:00:00+00:00",
        "sold": "2025-05-04T09:00:00+00:00",
        "sku": "lamp",
        "quantity": "1",
        "price": "10.00",
        "discount": "0",
        "currency": "EUR",
        "status": "paid",
        **fields,
    }


def export(*pages):
    def fetch(since, cursor):
        number = int(cursor or 0)
        more = {"next": str(number + 1)} if number + 1 < len(pages) else {}
        return {"rows": pages[number], **more}

    return fetch


def night(*sent):
    """A job after one night with these rows."""
    job = Job()
    job.run(export(list(sent)))
    return job


def overlap_kept():
    first, second = [row("A1"), row("A2"), row("A3")], [row("A2"), row("A3"), row("A4")]
    found = [each["id"] for each in rows(export(first, second))]
    if found == ["A1", "A2", "A3", "A4"]:
        return
    bad = [row("B1", price="free"), row("B2", price="free")]  # the job itself may see to it
    outcome = Job().run(export([row("A1"), *bad], [*bad, row("A2")]))
    told = (outcome.loaded, outcome.rejected)
    assert told == (2, 2), f"the rows were {', '.join(found)}"


def pages_end_early():
    for pages in ([row("A1")], [], [row("A2")]), ([], [row("A1")], [row("A2")]):
        job = Job()
        job.run(export(*pages))
        assert len(job.table) == 2, f"{len(job.table)} of 2 sales came through"


def state_guessed():
    for status in ("on hold", "PAID?"):
        job = night(row(status=status))
        total = job.report.total(DAY, "EUR")
        assert total == 0, f"{total} minor units were reported as paid"
        kept = [one.status for one in job.table.rows()]
        assert job.rejected or kept == [status], f"it became a sale that is {', '.join(kept)}"


def version_as_sent():
    job = night(row(version="9"), row("A2"), row(version="10", status="returned"))
    kept = job.table.rows()[0]
    assert kept.status == "returned", "version 10 counts as older than 9"
    assert kept.version == 10, f"version 10 is {kept.version!r} to it"


def clock_face_taken():
    for text, day in (
        ("2025-05-05T00:30:00+02:00", DAY),
        ("2025-05-04T21:00:00-05:00", date(2025, 5, 5)),
    ):
        total = night(row(sold=text, updated=text)).report.total(day, "EUR")
        assert total == 1000, f"what was sold at {text} is not reported on {day}"


def cents_cut():
    for price, cents in (("19.99", 1999), ("1.15", 115), ("0.29", 29), ("4.35", 435)):
        found = night(row(price=price)).report.total(DAY, "EUR")
        assert found == cents, f"{price} became {found} minor units"


def discount_by_piece():
    for price, quantity, discount, cents in (("0.10", "10", "5", 95), ("0.99", "3", "50", 148)):
        sent = row(price=price, quantity=quantity, discount=discount)
        found = night(sent).report.total(DAY, "EUR")
        said = f"{quantity} at {price} less {discount} per cent came to {found}"
        assert found == cents, said


def older_over_newer():
    newer = row(version="7", updated="2025-05-04T10:00:00+00:00", status="returned")
    older = row(version="6", updated="2025-05-04T11:00:00+00:00")
    kept = night(newer, row("A2"), older).table.rows()[0]
    assert kept.status == "returned", "version 6 took the place of version 7"


def day_of_change():
    sent = row(sold="2025-05-01T09:00:00+00:00", updated="2025-05-04T10:00:00+00:00")
    report = night(sent).report
    for day, wanted in ((date(2025, 5, 1), 1000), (DAY, 0)):
        total = report.total(day, "EUR")
        assert total == wanted, f"{day} has {total} minor units"


def equals_in_any_order():
    job = night(row("A1", sku="vase"), row("A2", sku="lamp"), row("A3", sku="bowl"))
    found = job.report.top(3)
    assert found == ["bowl", "lamp", "vase"], f"of three equals the order was {', '.join(found)}"


def commas_escaped():
    for sku in ("lamp, small", 'lamp "S"'):
        lines = list(csv.reader(night(row(sku=sku)).report.csv().splitlines()))
        assert lines[1:] == [[sku, "1"]], f"a spreadsheet reads {lines[-1]}"


def bad_row_ends_it():
    job = Job()
    bad = [row(f"B{number}", price="free") for number in range(3)]
    job.run(export([*bad, row("A1")], [row("A2")]))
    assert len(job.table) == 2, f"of two good rows behind three others {len(job.table)} were kept"


def mark_by_sale():
    changed = row("A1", sold="2025-05-03T08:00:00+00:00", updated="2025-05-04T12:00:00+00:00")
    new = row("A2", sold="2025-05-04T10:00:00+00:00", updated="2025-05-04T11:00:00+00:00")
    mark = night(changed, new).mark
    said = f"everything up to 12:00 was there, and the mark is {mark}"
    assert datetime.fromisoformat(mark) == datetime.fromisoformat(changed["updated"]), said


def mark_moves_early():
    job = Job()
    whole = export([row("A1", updated="2025-05-04T12:00:00+00:00")], [row("A2")])

    def broken(since, cursor):
        if cursor is not None:
            raise OSError("down")
        return whole(since, cursor)

    for night in ("the first night", "another one"):
        before = job.mark
        try:
            job.run(broken)
        except OSError:
            assert job.mark == before, f"{night} broke off, and the mark is {job.mark}"
        job.run(whole)
