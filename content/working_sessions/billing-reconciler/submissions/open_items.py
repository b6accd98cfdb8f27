"""Open items list in the way an accountant reads it: debit, credit, saldo per document."""
import data

SALDO = {}
ORDER = []
for doc in data.INVOICES:
    if doc["status"] != "issued":
        continue
    SALDO[doc["number"]] = [doc["currency"], round(float(doc["total"]) * 100), 0]
    ORDER.append(doc["number"])
for doc in data.INVOICES:
    if doc["kind"] == "credit_note" and doc["relates_to"] in SALDO:
        SALDO[doc["relates_to"]][1] += SALDO[doc["number"]][1]
        SALDO[doc["number"]][1] = 0
exceptions = []
seen = {}
for pay in data.PAYMENTS:
    if pay["id"] in seen and seen[pay["id"]] == pay["status"]:
        exceptions.append(f"E1 {pay['id']} appears twice, counted once")
        continue
    seen[pay["id"]] = pay["status"]
    if pay["status"] != "succeeded":
        continue
    wanted = pay["reference"].upper().replace("INV.", "").replace(" ", "")
    number = next((n for n in SALDO if n == pay["reference"] or n.replace("-", "").replace("/", "") == wanted or n.endswith(wanted)), None)
    if number is None:
        exceptions.append(f"E2 {pay['id']} {pay['reference']} {pay['amount']} has no document")
        continue
    if SALDO[number][0] != pay["currency"]:
        exceptions.append(f"E3 {pay['id']} {pay['currency']} {pay['amount']} is not in {SALDO[number][0]}, left out")
        continue
    amount = pay["amount"] * (100 if pay["currency"] == "JPY" else 1)
    SALDO[number][2] += -amount if pay["kind"] == "refund" else amount
for line in data.BANK:
    amount = round(float(line["amount"].replace(",", "")) * 100)
    hits = [n for n in ORDER if n in line["text"]]
    if len(hits) == 1:
        SALDO[hits[0]][2] += amount
    elif len(hits) > 1 and sum(SALDO[n][1] for n in hits) == amount:
        for n in hits:
            SALDO[n][2] += SALDO[n][1]
    elif "PAYOUT" not in line["text"] and "CHARGES" not in line["text"]:
        exceptions.append(f"E4 {line['text']} {line['amount']} has no document")
print("document;cur;debit;credit;saldo")
for n in ORDER:
    cur, debit, credit = SALDO[n]
    if debit != credit:
        print(f"{n};{cur};{debit / 100:.2f};{credit / 100:.2f};{(debit - credit) / 100:.2f}")
print(f"{sum(1 for n in ORDER if SALDO[n][1] == SALDO[n][2])} documents are level")
for e in exceptions:
    print(e)
