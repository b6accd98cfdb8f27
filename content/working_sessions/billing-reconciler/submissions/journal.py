"""A journal in the order of days, with what is owed in all after each entry (euros only)."""
import data

entries = []
for i in data.INVOICES:
    if i["currency"] == "EUR" and i["status"] == "issued":
        entries.append((i["issued"], "invoice " + i["number"], round(float(i["total"]) * 100)))
for p in data.PAYMENTS:
    if p["currency"] == "EUR" and p["status"] == "succeeded":
        entries.append((p["at"][:10], "card " + p["reference"], -p["amount"]))
for b in data.BANK:
    day, month, year = b["booked"].split("/")
    amount = round(float(b["amount"].replace(",", "")) * 100)
    entries.append((f"{year}-{month}-{day}", "bank " + b["text"], -amount))

owed = 0
for day, what, amount in sorted(entries):
    owed += amount
    print(f"{day}  {what:<50} {amount / 100:>12.2f} {owed / 100:>14.2f}")
