"""The five largest open invoices for the meeting, and one line of totals."""
from data import BANK, INVOICES, PAYMENTS

paid = {}
for p in PAYMENTS:
    if p["status"] != "succeeded":
        continue
    paid[p["reference"]] = paid.get(p["reference"], 0) + p["amount"]
for b in BANK:
    for i in INVOICES:
        if i["number"] in b["text"]:
            paid[i["number"]] = paid.get(i["number"], 0) + round(float(b["amount"].replace(",", "")) * 100)
open_ = []
for i in INVOICES:
    rest = round(float(i["total"]) * 100) - paid.get(i["number"], 0)
    if rest > 0:
        open_.append((rest, i["number"], i["customer"]))
open_.sort(reverse=True)
print("Open:", len(open_), "invoices,", sum(r for r, _, _ in open_) / 100)
for rest, number, customer in open_[:5]:
    print(f"{number} {customer} {rest / 100:.2f}")
