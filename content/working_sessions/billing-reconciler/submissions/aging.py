"""Aging of what is open, by customer, as Markdown; then the receipts that were not used."""
from collections import defaultdict
from datetime import date

from data import BANK, CUSTOMERS, INVOICES, PAYMENTS

CLOSE = date(2025, 3, 31)
BUCKETS = ("not due", "1-30", "31-60", "61+")


def bucket(due):
    late = (CLOSE - date.fromisoformat(due)).days
    return BUCKETS[0] if late <= 0 else BUCKETS[1] if late <= 30 else BUCKETS[2] if late <= 60 else BUCKETS[3]


def clean(reference):
    return "".join(ch for ch in reference if ch.isdigit())


cash = defaultdict(float)
source = {}
for p in PAYMENTS:
    if p["status"] == "succeeded" and p["kind"] == "charge":
        cash[clean(p["reference"])] += p["amount"] / 100
        source[clean(p["reference"])] = p["id"]
for b in BANK:
    amount = float(b["amount"].replace(",", ""))
    if amount < 0:
        continue
    cash[clean(b["text"])] += amount
    source[clean(b["text"])] = b["text"]

table = defaultdict(lambda: dict.fromkeys(BUCKETS, 0.0))
for i in INVOICES:
    if i["kind"] != "invoice" or i["status"] != "issued":
        continue
    rest = float(i["total"]) - cash.pop(clean(i["number"]), 0.0)
    if abs(rest) > 0.005:
        table[i["customer"]][bucket(i["due"])] += rest

print("| customer | " + " | ".join(BUCKETS) + " |")
print("|---|---|---|---|---|")
for c in CUSTOMERS:
    if c["id"] in table:
        print(f"| {c['name']} | " + " | ".join(f"{table[c['id']][b]:,.2f}" for b in BUCKETS) + " |")
print()
print("## Receipts without an invoice")
for key, amount in cash.items():
    print(f"- {source[key]}: {amount:,.2f}")
