class Invoice:
    def __init__(self, row):
        self.number = row["number"]
        self.total = float(row["total"])
        self.status = row["status"]
        self.payments = []

    def balance(self):
        return self.total - sum(self.payments)


class Ledger:
    def __init__(self):
        self.invoices = {}
        self.errors = []

    def load(self, rows):
        for row in rows:
            self.invoices[row["number"]] = Invoice(row)

    def pay(self, number, amount, what):
        if number in self.invoices:
            self.invoices[number].payments.append(amount)
        else:
            self.errors.append(what)

    def report(self):
        fully, partly, none = [], [], []
        for invoice in self.invoices.values():
            if not invoice.payments:
                none.append(invoice)
            elif abs(invoice.balance()) < 0.01:
                fully.append(invoice)
            else:
                partly.append(invoice)
        print("fully paid:", len(fully))
        print("not paid:", len(none))
        for invoice in none:
            print("   ", invoice.number, invoice.total)
        print("something else:", len(partly))
        for invoice in partly:
            print("   ", invoice.number, invoice.total, [round(p, 2) for p in invoice.payments])
        print("errors:", len(self.errors))
        for error in self.errors:
            print("   ", error)


import data

ledger = Ledger()
ledger.load(data.INVOICES)
ids = set()
for p in data.PAYMENTS:
    if p["id"] in ids:
        ledger.errors.append("double id " + p["id"])
        continue
    ids.add(p["id"])
    ledger.pay(p["reference"], p["amount"] / 100, "payment " + p["id"] + " for " + p["reference"])
for b in data.BANK:
    try:
        amount = float(b["amount"])
    except ValueError:
        ledger.errors.append("amount " + b["amount"] + " of " + b["text"])
        continue
    ledger.pay(b["text"].split(" ")[-1], amount, "bank line " + b["text"])
ledger.report()
