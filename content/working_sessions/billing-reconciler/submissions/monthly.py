"""Billed and received by month as a text table, with the gap; rows that do not fit are counted below."""
import re
from collections import Counter, defaultdict
from datetime import date, datetime

import data

billed, received, odd = defaultdict(float), defaultdict(float), Counter()
for inv in data.INVOICES:
    if inv["currency"] != "EUR":
        odd["invoice in " + inv["currency"]] += 1
        continue
    if inv["status"] == "void":
        odd["void"] += 1
        continue
    billed[inv["issued"][:7]] += float(inv["total"])
latest = {}
for pay in data.PAYMENTS:
    if pay["id"] in latest:
        odd["repeated payment id"] += 1
    latest[pay["id"]] = pay
for pay in latest.values():
    if pay["currency"] != "EUR":
        odd["payment in " + pay["currency"]] += 1
    elif pay["status"] != "succeeded":
        odd[pay["status"]] += 1
    else:
        received[pay["at"][:7]] += (1 if pay["kind"] == "charge" else -1) * pay["amount"] / 100
for line in data.BANK:
    if re.search("PAYOUT|ACCOUNT CHARGES", line["text"]):
        continue
    when = datetime.strptime(line["booked"], "%d/%m/%Y").date()
    received[when.isoformat()[:7]] += float(line["amount"].replace(",", ""))
print("month      billed     received          gap")
for month in sorted(billed | received):
    print(f"{month} {billed[month]:>12.2f} {received[month]:>12.2f} {billed[month] - received[month]:>12.2f}")
print()
for what, count in sorted(odd.items()):
    print(what, count)
