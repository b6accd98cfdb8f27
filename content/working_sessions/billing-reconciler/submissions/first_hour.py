# what is paid, what is open. card first, then bank
from data import BANK, CUSTOMERS, INVOICES, PAYMENTS

names = {}
for c in CUSTOMERS:
    names[c["id"]] = c["name"]

received = {}
for p in PAYMENTS:
    received[p["reference"]] = received.get(p["reference"], 0) + p["amount"] / 100

strange = []
for line in BANK:
    hit = None
    for inv in INVOICES:
        if line["text"].endswith(inv["number"]):
            hit = inv["number"]
    if hit:
        received[hit] = received.get(hit, 0) + float(line["amount"])
    else:
        strange.append(line)

open_total = 0
print("OPEN INVOICES")
for inv in INVOICES:
    got = received.get(inv["number"], 0)
    if got < float(inv["total"]):
        missing = float(inv["total"]) - got
        open_total += missing
        print(inv["number"], names[inv["customer"]], "due", inv["due"], "missing", round(missing, 2))
print("TOTAL OPEN", round(open_total, 2))
print()
print("TOO MUCH")
for inv in INVOICES:
    got = received.get(inv["number"], 0)
    if got > float(inv["total"]):
        print(inv["number"], names[inv["customer"]], "too much", round(got - float(inv["total"]), 2))
print()
print("STRANGE BANK LINES")
for line in strange:
    print(line["booked"], line["text"], line["amount"])
