"""Everything that is not plain becomes a finding, as JSON. Nothing is decided here."""
import json
from collections import Counter, defaultdict
from decimal import Decimal, InvalidOperation

import data

findings = []
by_number = {row["number"]: row for row in data.INVOICES}
paid = defaultdict(int)


def finding(where, name, what):
    findings.append({"where": where, "name": name, "what": what})


for row in data.INVOICES:
    if row["status"] != "issued":
        finding("invoice", row["number"], "status " + row["status"])
    if row["kind"] != "invoice":
        finding("invoice", row["number"], "kind " + row["kind"])

times = Counter(row["id"] for row in data.PAYMENTS)
for row in data.PAYMENTS:
    if times[row["id"]] > 1:
        finding("payment", row["id"], "this id is there more than once")
    if row["status"] != "succeeded":
        finding("payment", row["id"], "status " + row["status"])
    if row["kind"] != "charge":
        finding("payment", row["id"], "kind " + row["kind"])
    invoice = by_number.get(row["reference"].strip())
    if invoice is None:
        finding("payment", row["id"], "reference " + row["reference"] + " is no invoice")
    else:
        if invoice["currency"] != row["currency"]:
            finding("payment", row["id"], "currency is not the invoice's")
        paid[invoice["number"]] += row["amount"]

for row in data.BANK:
    if row["text"].startswith("ACCOUNT CHARGES"):
        continue
    try:
        amount = int(Decimal(row["amount"]) * 100)
    except InvalidOperation:
        finding("bank", row["text"], "amount " + row["amount"] + " cannot be read")
        continue
    named = [number for number in by_number if number in row["text"]]
    if len(named) == 1:
        paid[named[0]] += amount
    else:
        finding("bank", row["text"], "names %d invoices" % len(named))

short = {}
for number, row in by_number.items():
    rest = int(Decimal(row["total"]) * 100) - paid[number]
    if rest:
        short[number] = rest / 100
print(json.dumps({"findings": findings, "unsettled": short, "settled": len(by_number) - len(short)}, indent=2))
