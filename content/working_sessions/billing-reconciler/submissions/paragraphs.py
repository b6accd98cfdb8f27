"""A note to the finance lead, in sentences."""
from collections import defaultdict
import re
import data

total, got = {}, defaultdict(int)
for i in data.INVOICES:
    if i["status"] == "issued" and i["kind"] == "invoice":
        total[re.search(r"\d+", i["number"]).group()] = (i["number"], round(float(i["total"]) * 100), i["currency"])
for i in data.INVOICES:
    if i["kind"] == "credit_note":
        k = re.search(r"\d+", i["relates_to"]).group()
        if k in total:
            n, t, c = total[k]
            total[k] = (n, t + round(float(i["total"]) * 100), c)
strangers = 0
for p in {p["id"]: p for p in data.PAYMENTS}.values():
    m = re.search(r"\d{5}", p["reference"])
    if p["status"] == "succeeded":
        if m and m.group() in total:
            got[m.group()] += (-1) ** (p["kind"] == "refund") * p["amount"]
        else:
            strangers += 1
for b in data.BANK:
    ms = [m for m in re.findall(r"\d{5}", b["text"]) if m in total]
    a = round(float(b["amount"].replace(",", "")) * 100)
    if not ms:
        strangers += 1
    for m in ms[:1]:
        got[m] += a
short = [(n, t - got[k], c) for k, (n, t, c) in total.items() if got[k] < t]
over = [(n, got[k] - t, c) for k, (n, t, c) in total.items() if got[k] > t]
print(f"Of {len(total)} invoices, {len(total) - len(short) - len(over)} are settled to the cent.")
print("Please chase " + ", ".join(f"{n} for {a / 100:.2f} {c}" for n, a, c in short) + ".")
print("We hold too much on " + (", ".join(f"{n} ({a / 100:.2f} {c})" for n, a, c in over) or "none") + ".")
print(f"{strangers} receipts have no invoice at all.")
