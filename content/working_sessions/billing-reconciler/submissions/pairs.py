"""Pairs each receipt with one invoice by number and exact amount; the rest is for a human."""
import data

want = {}
for row in data.INVOICES:
    want[(row["number"], row["currency"], row["total"])] = None
human = []


def amount_of(minor):
    return f"{minor // 100}.{minor % 100:02d}"


for row in data.PAYMENTS:
    key = (row["reference"], row["currency"], amount_of(row["amount"]))
    if row["status"] == "succeeded" and key in want and want[key] is None:
        want[key] = row["id"]
    else:
        human.append(("card", row["id"], row["reference"], row["currency"], amount_of(row["amount"]), row["status"]))
for row in data.BANK:
    number = row["text"].split()[-1]
    key = (number, row["currency"], row["amount"])
    if key in want and want[key] is None:
        want[key] = row["text"]
    else:
        human.append(("bank", row["text"], row["currency"], row["amount"]))
print("paired", sum(v is not None for v in want.values()), "of", len(want))
print("\nnot paired")
for (number, currency, total), by in want.items():
    if by is None:
        print(number, currency, total)
print("\nfor a human")
for row in human:
    print(*row)
