"""What is hard about these books: each trap plants itself, is found again, and is said plainly."""

from datetime import date, datetime, timedelta

from content.rows import Planted, Traps

from .world import END, STRANGERS, cents, charge, money, payer, splits, token, transfer

trap = Traps()
DRAWN = 11  # of them, in each draw
PLACED = ("captured_across_midnight",)  # the rows of these have a place by their nature


def paid(invoice, by="p"):
    """The key of the row that pays an invoice."""
    return by + invoice[1:]


def later(day, days):
    """Some days later, in the same month: a sum of months must not tell two dates apart."""
    wanted = day + timedelta(days)
    return wanted if wanted.month == day.month else day


# --- identity --------------------------------------------------------------------------------


@trap("card card", same="handled", stranger="missed")
def reference_spelt_otherwise(rows, chance, a, b):
    prefix = rows.skin["prefix"]
    word = prefix.strip("-/")
    spellings = [lambda n: f"{word.lower()} {n}", lambda n: f"inv. {n}"]
    chance.shuffle(spellings)
    keys = [paid(a), paid(b)]
    for key, spell in zip(keys, spellings, strict=True):
        digits = rows[key]["reference"].removeprefix(prefix)
        rows.edit(key, reference=spell(digits))

    def query(tables):
        known = {invoice["number"] for invoice in tables["INVOICES"]}
        tails = {number[-5:] for number in known}
        return [
            row["id"]
            for row in tables["PAYMENTS"]
            if row["reference"] not in known and row["reference"][-5:] in tails
        ]

    def same(rows):
        for key, invoice in zip(keys, (a, b), strict=True):
            rows.edit(key, reference=rows[invoice]["number"])

    def stranger(rows):
        for key, (reference, name) in zip(keys, STRANGERS, strict=True):
            rows.edit(key, reference=reference, payer=name)

    return Planted(query, {"same": same, "stranger": stranger})


# --- repeats and states ----------------------------------------------------------------------


@trap("card", once="handled", twice="missed")
def exported_twice(rows, chance, a):
    rows.add("PAYMENTS", "again", rows[paid(a)])
    other = token(chance)

    def query(tables):
        seen = [(row["id"], row["status"]) for row in tables["PAYMENTS"]]
        return sorted({id for id, status in seen if seen.count((id, status)) > 1})

    return Planted(
        query,
        {
            "once": lambda rows: rows.drop("again"),
            "twice": lambda rows: rows.edit("again", id=other),
        },
    )


@trap("card", latest="handled", both="missed")
def pending_then_succeeded(rows, chance, a):
    row = rows[paid(a)]
    began = datetime.fromisoformat(row["at"][:-1]) - timedelta(minutes=chance.randrange(5, 1500))
    rows.add("PAYMENTS", "pending", row | {"at": began.isoformat() + "Z", "status": "pending"})
    other = token(chance)

    def query(tables):
        done = {row["id"] for row in tables["PAYMENTS"] if row["status"] == "succeeded"}
        return [
            row["id"]
            for row in tables["PAYMENTS"]
            if row["status"] == "pending" and row["id"] in done
        ]

    return Planted(
        query,
        {
            "latest": lambda rows: rows.drop("pending"),
            "both": lambda rows: rows.edit("pending", id=other, status="succeeded"),
        },
    )


@trap("open open", nothing="handled", paid="missed")
def attempt_that_failed(rows, chance, a, b):
    for key, invoice, status in (("failed", a, "failed"), ("canceled", b, "canceled")):
        issued = date.fromisoformat(rows[invoice]["issued"])
        day = min(issued + timedelta(chance.randint(2, 10)), END - timedelta(2))
        owed = cents(rows[invoice]["total"])
        number = rows[invoice]["number"]
        charge(rows, chance, key, day, number, payer(rows, invoice), owed, status=status)

    def nothing(rows):
        for key in ("failed", "canceled"):
            rows.drop(key)

    def settled(rows):
        for key in ("failed", "canceled"):
            rows.edit(key, status="succeeded")

    def query(tables):
        dead = ("failed", "canceled")
        return [row["id"] for row in tables["PAYMENTS"] if row["status"] in dead]

    return Planted(query, {"nothing": nothing, "paid": settled})


@trap("open", gone="handled", owed="missed")
def void_document(rows, chance, a):
    rows.edit(a, status="void")

    def query(tables):
        return [row["number"] for row in tables["INVOICES"] if row["status"] == "void"]

    return Planted(
        query,
        {
            "gone": lambda rows: rows.drop(a),
            "owed": lambda rows: rows.edit(a, status="issued"),
        },
    )


# --- sign and unit ---------------------------------------------------------------------------


@trap("card", given_back="handled", more_money="missed", ignored="missed")
def refund_is_positive(rows, chance, a):
    row = rows[paid(a)]
    back = row["amount"] // 3 + 100
    day = later(date.fromisoformat(row["at"][:10]), chance.randint(1, 12))
    charge(rows, chance, "refund", day, row["reference"], row["payer"], back, kind="refund")

    def given_back(rows):
        rows.drop("refund")
        rows.edit(paid(a), amount=rows[paid(a)]["amount"] - back)

    def query(tables):
        return [r["id"] for r in tables["PAYMENTS"] if r["kind"] == "refund" and r["amount"] > 0]

    return Planted(
        query,
        {
            "given_back": given_back,
            "more_money": lambda rows: rows.edit("refund", kind="charge"),
            "ignored": lambda rows: rows.drop("refund"),
        },
    )


@trap("card", whole="handled", hundredth="missed")
def currency_without_cents(rows, chance, a):
    yen = cents(rows[a]["net"]) // 100 * 160
    rows.edit(a, currency="JPY", net=str(yen), tax="0", total=str(yen))
    rows.edit(paid(a), currency="JPY", amount=yen)

    def whole(rows):
        rows.edit(a, currency="CHF", net=f"{yen}.00", tax="0.00", total=f"{yen}.00")
        rows.edit(paid(a), currency="CHF", amount=yen * 100)

    def hundredth(rows):
        whole(rows)
        rows.edit(paid(a), amount=yen)

    def query(tables):
        return [row["id"] for row in tables["PAYMENTS"] if row["currency"] == "JPY"]

    return Planted(query, {"whole": whole, "hundredth": hundredth})


@trap("card", not_settled="handled", settled="missed")
def paid_in_another_currency(rows, chance, a):
    rows.edit(paid(a), currency="USD")
    reference, name = STRANGERS[0]

    def query(tables):
        currency = {row["number"]: row["currency"] for row in tables["INVOICES"]}
        return [
            row["id"]
            for row in tables["PAYMENTS"]
            if currency.get(row["reference"], row["currency"]) != row["currency"]
        ]

    return Planted(
        query,
        {
            "not_settled": lambda rows: rows.edit(
                paid(a), currency="EUR", reference=reference, payer=name
            ),
            "settled": lambda rows: rows.edit(paid(a), currency="EUR"),
        },
    )


# --- documents that change others, money that stands for more than one ----------------------


@trap("card", reduces="handled", stands_alone="missed", ignored="missed")
def credit_note(rows, chance, a):
    invoice = rows[a]
    off = cents(invoice["total"]) // 4 + 50
    day = later(date.fromisoformat(invoice["issued"]), 3).isoformat()
    serials = {int(row["number"][-5:]): row["issued"] for _, row in rows.of("INVOICES")}
    after = max(serial for serial, issued in serials.items() if issued <= day)
    serial = next(n for n in range(after + 1, after + 500) if n not in serials)
    credit = invoice | {
        "number": f"{rows.skin['prefix']}{serial}",
        "kind": "credit_note",
        "issued": day,
        "net": money(-off),
        "tax": "0.00",
        "total": money(-off),
        "relates_to": invoice["number"],
    }
    rows.add("INVOICES", "credit", credit)
    rows.edit(paid(a), amount=rows[paid(a)]["amount"] - off)

    def reduces(rows):
        rows.drop("credit")
        net, total = cents(invoice["net"]) - off, cents(invoice["total"]) - off
        rows.edit(a, net=money(net), total=money(total))

    def query(tables):
        return [row["number"] for row in tables["INVOICES"] if row["kind"] == "credit_note"]

    return Planted(
        query,
        {
            "reduces": reduces,
            "stands_alone": lambda rows: rows.edit("credit", kind="invoice", relates_to=""),
            "ignored": lambda rows: rows.drop("credit"),
        },
    )


@trap("bank bank", split="handled", stranger="missed", first_only="missed", last_only="missed")
def one_transfer_for_two(rows, chance, a, b):
    key, other = paid(a, "b"), paid(b, "b")
    rows.drop(other)
    rows.edit(b, customer=rows[a]["customer"])
    name = payer(rows, a).upper()
    first, last = rows[a]["number"], rows[b]["number"]
    together = cents(rows[a]["total"]) + cents(rows[b]["total"])
    rows.edit(key, text=f"{name} {first}, {last}", amount=money(together))

    def split(rows):
        rows.edit(key, text=f"{name} {first}", amount=rows[a]["total"])
        other = rows[key] | {"text": f"{name} {last}", "amount": rows[b]["total"]}
        rows.add("BANK", "split", other)

    def query(tables):
        numbers = [row["number"] for row in tables["INVOICES"]]
        return [r["text"] for r in tables["BANK"] if sum(n in r["text"] for n in numbers) > 1]

    return Planted(
        query,
        {
            "split": split,
            "stranger": lambda rows: rows.edit(key, text="VELD HOLDING PO 7731"),
            "first_only": lambda rows: rows.edit(key, text=f"{name} {first}"),
            "last_only": lambda rows: rows.edit(key, text=f"{name} {last}"),
        },
    )


@trap("bank", returned="handled", kept="missed")
def transfer_returned(rows, chance, a):
    row = rows[paid(a, "b")]
    came = datetime.strptime(row["booked"], "%d/%m/%Y").date()
    went = later(came, chance.randint(1, 2))
    transfer(rows, "returned", went, f"RTN {row['text']}", "-" + row["amount"])

    def returned(rows):
        rows.drop("returned")
        rows.drop(paid(a, "b"))

    def query(tables):
        return [row["text"] for row in tables["BANK"] if row["text"].startswith("RTN ")]

    return Planted(query, {"returned": returned, "kept": lambda rows: rows.drop("returned")})


@trap("", same_money="handled", new_money="missed")
def payout_of_card_money(rows, chance):
    keys = []
    for week in (1, 4, 7, 10):
        day = date(2025, 1, 6) + timedelta(weeks=week)
        since = (day - timedelta(21)).isoformat()
        amounts = [
            row["amount"] if row["kind"] == "charge" else -row["amount"]
            for _, row in rows.of("PAYMENTS")
            if since <= row["at"][:10] < day.isoformat()
            if row["currency"] == "EUR" and row["status"] == "succeeded"
        ]
        text = f"{rows.skin['processor'].upper()} PAYOUT {day:%y%m%d}"
        keys.append(f"payout {week}")
        transfer(rows, keys[-1], day, text, money(int(sum(amounts) * 0.985)))

    def same_money(rows):
        for key in keys:
            rows.drop(key)

    def new_money(rows):
        for number, key in enumerate(keys, 7731):
            rows.edit(key, text=f"VELD HOLDING PO {number}")

    def query(tables):
        return [row["text"] for row in tables["BANK"] if " PAYOUT " in row["text"]]

    return Planted(query, {"same_money": same_money, "new_money": new_money})


# --- number, text and time -------------------------------------------------------------------


@trap("bank", as_meant="handled", skipped="handled", cut="missed")
def amount_written_otherwise(rows, chance, a):
    key = paid(a, "b")
    value = max(cents(rows[a]["total"]), 134050 + chance.randrange(90000))
    rows.edit(a, net=money(value), tax="0.00", total=money(value))
    rows.edit(key, amount=f"{value // 100:,}.{value % 100:02}")

    def query(tables):
        return [row["text"] for row in tables["BANK"] if "," in row["amount"]]

    return Planted(
        query,
        {
            "as_meant": lambda rows: rows.edit(key, amount=money(value)),
            "skipped": lambda rows: rows.drop(key),
            "cut": lambda rows: rows.edit(key, amount=money(value * 100)),
        },
    )


@trap("two", exact="handled", adrift="missed")
def parts_that_floats_cannot_add(rows, chance, a):
    total = cents(rows[a]["total"])
    while (first := splits(total, total // 3, False)) is None:
        total += 1
    net = total - cents(rows[a]["tax"])
    rows.edit(a, net=money(net), total=money(total))
    good = splits(total, total // 2, True)
    rows.edit(paid(a), amount=first)
    rows.edit(paid(a, "q"), amount=total - first)

    def query(tables):
        found = []
        for invoice in tables["INVOICES"]:
            parts = [
                row["amount"]
                for row in tables["PAYMENTS"]
                if row["reference"] == invoice["number"] and row["status"] == "succeeded"
                if row["kind"] == "charge" and row["currency"] == "EUR"
            ]
            floats = sum(part / 100 for part in parts)
            exact = len(parts) > 1 and sum(parts) == cents(invoice["total"])
            if exact and floats != float(invoice["total"]):
                found.append(invoice["number"])
        return found

    def exact(rows):
        rows.edit(paid(a), amount=good)
        rows.edit(paid(a, "q"), amount=total - good)

    def adrift(rows):
        rows.edit(paid(a), amount=good)
        rows.edit(paid(a, "q"), amount=total - good - 1)

    return Planted(
        query,
        {
            "exact": exact,
            "adrift": adrift,
        },
    )


@trap("card", in_quarter="handled", after="handled")
def captured_across_midnight(rows, chance, a):
    key = paid(a)
    rows.edit(key, at=f"2025-03-31T23:{chance.randrange(12, 58)}:{chance.randrange(10, 60)}Z")

    def query(tables):
        return [row["id"] for row in tables["PAYMENTS"] if row["at"] > "2025-03-31T23"]

    return Planted(
        query,
        {
            "in_quarter": lambda rows: rows.edit(key, at="2025-03-31T11:15:20Z"),
            "after": lambda rows: rows.edit(key, at="2025-04-02T11:15:20Z"),
        },
    )
