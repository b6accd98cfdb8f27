"""Works on sets, and says how long that took."""
import re
import time
from data import BANK, INVOICES, PAYMENTS

began = time.perf_counter()
key = lambda text: re.sub(r"[^0-9]", "", text)[-5:]
owed = {key(i["number"]): round(float(i["total"]) * 100) for i in INVOICES if i["status"] != "void"}
charges = {(p["id"], key(p["reference"]), p["amount"]) for p in PAYMENTS if p["status"] in ("succeeded", "pending")}
got = dict.fromkeys(owed, 0)
unknown = set()
for id, number, amount in charges:
    if number in got:
        got[number] += amount
    else:
        unknown.add(id)
for line in BANK:
    number = key(line["text"])
    if number in got:
        got[number] += round(float(line["amount"]) * 100)
    else:
        unknown.add(line["text"])
settled = {n for n in owed if owed[n] == got[n]}
print(len(settled), "of", len(owed), "settled, in", time.perf_counter() - began, "s")
print("less than owed:", ", ".join({f"{n} ({owed[n] - got[n]})" for n in owed if got[n] < owed[n]}))
print("more than owed:", ", ".join({f"{n} ({got[n] - owed[n]})" for n in owed if got[n] > owed[n]}))
print("unknown:", unknown)
