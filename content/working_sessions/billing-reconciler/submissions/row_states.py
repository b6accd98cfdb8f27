"""Gives every row of every export a state, as one CSV file a table; nothing is hidden."""
import csv
import os
import re
from collections import Counter

import data

os.makedirs("out", exist_ok=True)


def serial(text):
    m = re.search(r"(\d{5})\s*$", text)
    return m[1] if m else ""


numbers = {serial(i["number"]): i for i in data.INVOICES if i["kind"] == "invoice" and i["status"] == "issued"}
credits = Counter()
for i in data.INVOICES:
    if i["kind"] == "credit_note":
        credits[serial(i["relates_to"])] += round(float(i["total"]) * 100)
paid = Counter()
payments, bank, invoices = [], [], []
done = set()
for p in data.PAYMENTS:
    key, i = serial(p["reference"]), numbers.get(serial(p["reference"]))
    if p["status"] in ("failed", "canceled"):
        state = "never happened"
    elif p["status"] == "pending":
        state = "pending"
    elif p["id"] in done:
        state = "repeat"
    elif i is None:
        state = "no invoice"
    elif i["currency"] != p["currency"]:
        state = "other currency"
    else:
        state = "used"
        paid[key] += -p["amount"] if p["kind"] == "refund" else p["amount"]
    if p["status"] == "succeeded":
        done.add(p["id"])
    payments.append([p["id"], p["reference"], p["currency"], p["amount"], state])
for b in data.BANK:
    keys = [k for k in re.findall(r"\d{5}\b", b["text"]) if k in numbers]
    amount = round(float(b["amount"].replace(",", "")) * 100)
    if not keys:
        state = "no invoice"
    elif len(keys) == 1:
        state = "used"
        paid[keys[0]] += amount
    else:
        state = "several invoices"
        for k in keys:
            paid[k] += round(float(numbers[k]["total"]) * 100)
    bank.append([b["booked"], b["text"], b["amount"], state])
for key, i in numbers.items():
    owed = round(float(i["total"]) * 100) + credits[key]
    state = "settled" if paid[key] == owed else "open" if not paid[key] else "short" if paid[key] < owed else "over"
    invoices.append([i["number"], i["currency"], owed, paid[key], state])
for name, rows in (("payments", payments), ("bank", bank), ("invoices", invoices)):
    with open(f"out/{name}.csv", "w", newline="") as f:
        csv.writer(f).writerows(rows)
    print(name, dict(Counter(row[-1] for row in rows)))
