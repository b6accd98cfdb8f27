"""One check a fault, through the public API alone. A check's message says what happened."""

import csv
from datetime import UTC, date, datetime

from load.job import Job
from load.pages import rows
from load.report import Report
from load.sales import BadRow, line, sale
from load.table import Table


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


def report(*sent):
    table = Table()
    for each in sent:
        table.put(sale(each))
    return Report(table)


def overlap_kept():
    first, second = [row("A1"), row("A2"), row("A3")], [row("A2"), row("A3"), row("A4")]
    found = [each["id"] for each in rows(export(first, second))]
    assert found == ["A1", "A2", "A3", "A4"], f"the rows were {', '.join(found)}"


def pages_end_early():
    found = [each["id"] for each in rows(export([row("A1")], [], [row("A2")]))]
    assert found == ["A1", "A2"], f"the rows were {', '.join(found)}"
    found = [each["id"] for each in rows(export([], [row("A1")]))]
    assert found == ["A1"], f"there were {len(found)} rows"


def state_guessed():
    for status in ("on hold", "PAID?"):
        try:
            one = sale(row(status=status))
        except BadRow:
            continue
        raise AssertionError(f"it became a sale that is {one.status!r}")


def version_as_sent():
    one = sale(row(version="10"))
    assert one.version == 10, f"version 10 is {one.version!r} to it"
    assert not one.version < sale(row(version="9")).version, "version 10 counts as older than 9"


def clock_face_taken():
    for text, wanted in (
        ("2025-05-05T00:30:00+02:00", datetime(2025, 5, 4, 22, 30, tzinfo=UTC)),
        ("2025-05-04T21:00:00-05:00", datetime(2025, 5, 5, 2, 0, tzinfo=UTC)),
    ):
        one = sale(row(sold=text))
        assert one.sold == wanted, f"{text} became {one.sold.isoformat()}"


def cents_cut():
    for price, cents in (("19.99", 1999), ("1.15", 115), ("0.29", 29), ("4.35", 435)):
        found = line(price, 1, "0")
        assert found == cents, f"{price} became {found} minor units"


def discount_by_piece():
    for price, quantity, discount, cents in (("0.10", 10, "5", 95), ("0.99", 3, "50", 148)):
        found = line(price, quantity, discount)
        said = f"{quantity} at {price} less {discount} per cent came to {found}"
        assert found == cents, said


def older_over_newer():
    table = Table()
    newer = row(version="7", updated="2025-05-04T10:00:00+00:00", status="returned")
    older = row(version="6", updated="2025-05-04T11:00:00+00:00")
    table.put(sale(newer))
    table.put(sale(older))
    kept = table.rows()[0]
    assert kept.status == "returned", "version 6 took the place of version 7"


def day_of_change():
    found = report(row(sold="2025-05-01T09:00:00+00:00", updated="2025-05-04T10:00:00+00:00"))
    for day, wanted in ((date(2025, 5, 1), 1000), (date(2025, 5, 4), 0)):
        total = found.total(day, "EUR")
        assert total == wanted, f"{day} has {total} minor units"


def equals_in_any_order():
    found = report(row("A1", sku="vase"), row("A2", sku="lamp"), row("A3", sku="bowl")).top(3)
    assert found == ["bowl", "lamp", "vase"], f"of three equals the order was {', '.join(found)}"


def commas_escaped():
    for sku in ("lamp, small", 'lamp "S"'):
        lines = list(csv.reader(report(row(sku=sku)).csv().splitlines()))
        assert lines[1:] == [[sku, "1"]], f"a spreadsheet reads {lines[-1]}"


def bad_row_ends_it():
    job = Job()
    bad = [row(f"B{number}", price="free") for number in range(3)]
    job.run(export([*bad, row("A1")], [row("A2")]))
    assert len(job.table) == 2, f"of two good rows behind three others {len(job.table)} were kept"


def mark_by_sale():
    job = Job()
    late = row("A1", updated="2025-05-04T12:00:00+00:00", sold="2025-05-04T08:00:00+00:00")
    ahead = row("A2", updated="2025-05-04T11:00:00+00:00", sold="2025-05-04T13:00:00+00:00")
    job.run(export([late, ahead]))
    said = f"everything up to 12:00 was there, and the mark is {job.mark}"
    assert job.mark == "2025-05-04T12:00:00+00:00", said


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
