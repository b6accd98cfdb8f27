"""The board wants four numbers for each currency, so here are four numbers for each currency."""
from collections import defaultdict
from decimal import Decimal

import data

invoiced = defaultdict(Decimal)
by_card = defaultdict(Decimal)
by_bank = defaultdict(Decimal)
for row in data.INVOICES:
    if row["status"] == "issued":
        invoiced[row["currency"]] += Decimal(row["total"])
seen = set()
for row in data.PAYMENTS:
    if row["status"] != "succeeded" or row["id"] in seen:
        continue
    seen.add(row["id"])
    amount = Decimal(row["amount"]) / 100
    by_card[row["currency"]] += amount if row["kind"] == "charge" else -amount
for row in data.BANK:
    if not row["text"].startswith("ACCOUNT CHARGES"):
        by_bank[row["currency"]] += Decimal(row["amount"].replace(",", ""))
for currency in sorted(invoiced):
    rest = invoiced[currency] - by_card[currency] - by_bank[currency]
    print(f"{currency}: invoiced {invoiced[currency]:.2f}, card {by_card[currency]:.2f}, bank {by_bank[currency]:.2f}, open {rest:.2f}")
