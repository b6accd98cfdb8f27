from data import *

left = {}
for i in INVOICES:
    left[i["number"]] = float(i["total"])

print("--- card")
for p in PAYMENTS:
    if p["status"] == "failed" or p["status"] == "canceled":
        print("ignored:", p["id"], p["status"])
        continue
    number = p["reference"].replace(" ", "")
    if number not in left:
        print("no invoice for", p["id"], number)
        continue
    if p["kind"] == "charge":
        left[number] -= p["amount"] / 100
    else:
        left[number] += p["amount"] / 100

print("--- bank")
for b in BANK:
    if b["text"].startswith("ACCOUNT"):
        continue
    number = b["text"].split()[-1]
    left[number] -= float(b["amount"])

print("--- left")
for number in left:
    if abs(left[number]) >= 0.01:
        print(number, "%.2f" % left[number])
