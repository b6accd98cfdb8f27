"""Writes matched.csv and problems.csv; prints counts only."""
import csv
from data import BANK, INVOICES, PAYMENTS


def cents(text):
    return int(round(float(text.replace(",", "")) * 100))


def main():
    problems, cash = [], {}
    done = set()
    for p in PAYMENTS:
        if p["status"] != "succeeded":
            continue
        if p["id"] in done:
            continue
        done.add(p["id"])
        sign = -1 if p["kind"] == "refund" else 1
        cash.setdefault(p["reference"].upper(), []).append(sign * p["amount"])
    for b in BANK:
        if b["text"].startswith("ACCOUNT CHARGES"):
            continue
        found = [i["number"] for i in INVOICES if i["number"] in b["text"]]
        if not found:
            problems.append(["bank", b["text"], b["amount"], "no invoice in the text"])
            continue
        cash.setdefault(found[0], []).append(cents(b["amount"]))
    with open("matched.csv", "w", newline="") as f:
        out = csv.writer(f)
        out.writerow(["number", "currency", "total", "received", "difference"])
        for i in INVOICES:
            if i["status"] == "void":
                continue
            total = cents(i["total"])
            got = sum(cash.pop(i["number"], []))
            out.writerow([i["number"], i["currency"], total, got, got - total])
    for reference, amounts in cash.items():
        problems.append(["card", reference, sum(amounts), "no such invoice"])
    with open("problems.csv", "w", newline="") as f:
        csv.writer(f).writerows(problems)
    print("wrote matched.csv and", len(problems), "problems")


main()
