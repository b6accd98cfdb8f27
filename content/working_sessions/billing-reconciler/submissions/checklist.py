import data, re

# one line for each thing somebody must look at
inv = {re.sub("[^0-9]", "", i["number"]): i for i in data.INVOICES}
sums = {n: 0 for n in inv}
checks = []
prev = {}
for p in data.PAYMENTS:
    n = re.sub("[^0-9]", "", p["reference"])
    if p["id"] in prev and p["status"] == prev[p["id"]]:
        checks.append("same payment again: " + p["id"])
        continue
    prev[p["id"]] = p["status"]
    if p["status"] == "pending":
        continue
    if p["status"] != "succeeded":
        checks.append(p["status"] + " payment of " + p["payer"])
        continue
    if n not in inv:
        checks.append("payment without invoice " + p["id"])
        continue
    if p["currency"] == "JPY":
        a = p["amount"]
    else:
        a = p["amount"] / 100
    if p["currency"] != inv[n]["currency"]:
        checks.append("wrong currency on " + inv[n]["number"])
    sums[n] += a if p["kind"] != "refund" else -a
for b in data.BANK:
    ns = [x for x in re.findall("[0-9]{5}", b["text"]) if x in inv]
    try:
        a = float(b["amount"])
    except ValueError:
        a = float(b["amount"].replace(",", ""))
        checks.append("odd amount " + b["amount"])
    if len(ns) == 0:
        if not b["text"].startswith("ACCOUNT"):
            checks.append("bank line without invoice: " + b["text"])
    elif len(ns) == 1:
        sums[ns[0]] += a
    else:
        checks.append("one transfer for " + " and ".join(ns))
        for n in ns:
            sums[n] += float(inv[n]["total"])
for n, i in inv.items():
    t = float(i["total"])
    if i["kind"] == "credit_note":
        checks.append("credit note " + i["number"] + " for " + i["relates_to"])
    elif i["status"] == "void":
        checks.append("void " + i["number"])
    elif abs(sums[n] - t) > 0.005:
        checks.append(i["number"] + (" short by " if sums[n] < t else " over by ") + format(abs(t - sums[n]), ".2f"))
for k, c in enumerate(checks, 1):
    print(str(k) + ".", c)
