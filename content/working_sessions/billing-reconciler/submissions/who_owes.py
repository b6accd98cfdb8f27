from data import INVOICES, PAYMENTS, BANK, CUSTOMERS

balance = {c["id"]: 0.0 for c in CUSTOMERS}
by_name = {c["name"].upper(): c["id"] for c in CUSTOMERS}
unknown = 0.0
for i in INVOICES:
    if i["status"] == "issued":
        balance[i["customer"]] += float(i["total"])
for p in PAYMENTS:
    if p["status"] == "succeeded":
        c = by_name.get(p["payer"].upper())
        if c:
            balance[c] -= p["amount"] / 100
        else:
            unknown += p["amount"] / 100
for b in BANK:
    for name in by_name:
        if name in b["text"]:
            balance[by_name[name]] -= float(b["amount"].replace(",", ""))
            break
    else:
        unknown += float(b["amount"].replace(",", ""))
for c in CUSTOMERS:
    print(f"{c['name']:<30}{balance[c['id']]:>12.2f}")
print(f"{'unknown money':<30}{unknown:>12.2f}")
