"""A statement for each customer from a small database, and what could not be placed."""
import re
import sqlite3

import data

db = sqlite3.connect(":memory:")
db.executescript("""
create table document (serial text primary key, number text, customer text, currency text, owed integer);
create table receipt (source text, name text, serial text, currency text, amount integer);
""")


def minor(text, currency):
    whole, _, part = text.replace(",", "").partition(".")
    if currency == "JPY":
        return int(whole)
    sign = -1 if whole.startswith("-") else 1
    return int(whole) * 100 + sign * int((part + "00")[:2])


def serial(text):
    found = re.search(r"\d{5}$", text.strip())
    return found.group() if found else None


remarks = []
for row in data.INVOICES:
    if row["status"] == "void":
        remarks.append("left out, void: " + row["number"])
    elif row["kind"] == "invoice":
        db.execute("insert into document values (?,?,?,?,?)", (serial(row["number"]), row["number"], row["customer"], row["currency"], minor(row["total"], row["currency"])))
for row in data.INVOICES:
    if row["kind"] == "credit_note" and row["status"] != "void":
        db.execute("update document set owed = owed + ? where serial = ?", (minor(row["total"], row["currency"]), serial(row["relates_to"])))
        remarks.append("credited: " + row["number"] + " on " + row["relates_to"])

last = {}
for row in sorted(data.PAYMENTS, key=lambda row: row["at"]):
    if row["id"] in last:
        remarks.append("seen before: " + row["id"])
    last[row["id"]] = row
for row in last.values():
    if row["status"] != "succeeded":
        remarks.append("no money: " + row["id"] + " " + row["status"])
        continue
    amount = -row["amount"] if row["kind"] == "refund" else row["amount"]
    db.execute("insert into receipt values ('card',?,?,?,?)", (row["id"], serial(row["reference"]), row["currency"], amount))

for row in data.BANK:
    if "PAYOUT" in row["text"] or row["text"].startswith("ACCOUNT"):
        continue
    numbers = re.findall(r"\d{5}\b", row["text"])
    amount = minor(row["amount"], row["currency"])
    for number in numbers[:-1]:
        found = db.execute("select owed from document where serial = ?", (number,)).fetchone()
        if found:
            db.execute("insert into receipt values ('bank',?,?,?,?)", (row["text"], number, row["currency"], found[0]))
            amount -= found[0]
    db.execute("insert into receipt values ('bank',?,?,?,?)", (row["text"], numbers[-1] if numbers else None, row["currency"], amount))

names = {row["id"]: row["name"] for row in data.CUSTOMERS}
matched = "select coalesce(sum(amount), 0) from receipt where receipt.serial = document.serial and receipt.currency = document.currency"
for customer, currency in db.execute("select distinct customer, currency from document order by customer, currency").fetchall():
    print(f"\n{names[customer]} ({currency})")
    for number, owed, got in db.execute(f"select number, owed, ({matched}) from document where customer = ? and currency = ? order by number", (customer, currency)):
        state = "settled" if owed == got else f"owes {(owed - got) / 100:.2f}" if owed > got else f"has {(got - owed) / 100:.2f} too much"
        print(f"   {number}: {owed / 100:.2f}, received {got / 100:.2f}, {state}")
print("\nNot placed")
for row in db.execute("select source, name, currency, amount / 100.0 from receipt where not exists (select 1 from document where document.serial = receipt.serial and document.currency = receipt.currency)"):
    print("  ", *row)
print("\nRemarks")
for remark in remarks:
    print("  ", remark)
