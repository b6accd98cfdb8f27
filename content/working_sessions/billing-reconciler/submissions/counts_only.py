from data import *
n = 0
paid = {}
for p in PAYMENTS:
    if p["kind"] == "charge" and p["status"] == "succeeded":
        paid.setdefault(p["reference"], set()).add((p["id"], p["amount"]))
for b in BANK:
    paid.setdefault(b["text"].split()[-1], set()).add((b["booked"], int(round(float(b["amount"]) * 100))))
ok = bad = nothing = 0
for i in INVOICES:
    s = sum(a for _, a in paid.get(i["number"], ()))
    if s == int(round(float(i["total"]) * 100)):
        ok += 1
    elif s == 0:
        nothing += 1
    else:
        bad += 1
print(ok, "ok", bad, "bad", nothing, "unpaid")
