"""Proves that no money is lost: what came in is what was placed plus what was not."""
import data
from decimal import Decimal

invoices = {i["number"]: Decimal(i["total"]) for i in data.INVOICES}
received = dict.fromkeys(invoices, Decimal(0))
suspense = []
money_in = Decimal(0)

seen = {}
for p in data.PAYMENTS:
    assert p["status"] in ("succeeded", "pending", "failed", "canceled"), p
    if p["id"] in seen:
        assert seen[p["id"]] == p or seen[p["id"]]["status"] == "pending", (seen[p["id"]], p)
    seen[p["id"]] = p
for p in seen.values():
    if p["status"] != "succeeded":
        continue
    amount = Decimal(p["amount"]) / 100
    if p["kind"] == "refund":
        amount = -amount
    money_in += amount
    if p["reference"] in received:
        received[p["reference"]] += amount
    else:
        suspense.append((p["id"], amount))
for b in data.BANK:
    if b["text"].startswith("ACCOUNT CHARGES"):
        continue
    amount = Decimal(b["amount"])
    money_in += amount
    names = [n for n in invoices if n in b["text"]]
    if len(names) == 1:
        received[names[0]] += amount
    else:
        suspense.append((b["text"], amount))

placed = sum(received.values())
held = sum(amount for _, amount in suspense)
assert placed + held == money_in
print("money in", money_in, "= placed", placed, "+ suspense", held)
print("-- differences")
for n, total in invoices.items():
    if total != received[n]:
        print(n, total, received[n], total - received[n])
print("-- suspense")
for name, amount in suspense:
    print(name, amount)
