"""Closing report: one settled/short/over/open state an invoice, and a list of questions."""
from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

import data

MINOR = {"JPY": 0, "KRW": 0}
CENT = Decimal("0.01")


@dataclass(frozen=True)
class Receipt:
    source: str
    name: str
    serials: tuple[str, ...]
    amount: Decimal
    currency: str


@dataclass
class Debt:
    number: str
    currency: str
    owed: Decimal
    receipts: list[Receipt] = field(default_factory=list)

    @property
    def received(self) -> Decimal:
        return sum((r.amount for r in self.receipts), Decimal(0))

    @property
    def state(self) -> str:
        if self.received == self.owed:
            return "settled"
        if self.received > self.owed:
            return "overpaid"
        return "short" if self.received else "open"


def serials(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"(?<!\d)\d{5}(?!\d)", text))


def parsed(text: str) -> Decimal:
    return Decimal(text.replace(",", "").replace(" ", ""))


class Close:
    def __init__(self) -> None:
        self.questions: list[str] = []
        self.debts: dict[str, Debt] = {}

    def documents(self) -> None:
        credits = []
        for row in data.INVOICES:
            if row["status"] == "void":
                continue
            if row["kind"] == "credit_note":
                credits.append(row)
                continue
            (serial,) = serials(row["number"])
            self.debts[serial] = Debt(row["number"], row["currency"], Decimal(row["total"]))
        for row in credits:
            for serial in serials(row["relates_to"]):
                if serial in self.debts:
                    self.debts[serial].owed += Decimal(row["total"])

    def card(self):
        states = {}
        for row in sorted(data.PAYMENTS, key=lambda r: r["at"]):
            states[row["id"]] = row
        for row in states.values():
            if row["status"] != "succeeded":
                continue
            amount = Decimal(row["amount"]).scaleb(-MINOR.get(row["currency"], 2))
            if row["kind"] == "refund":
                amount = -amount
            yield Receipt("card", row["id"], serials(row["reference"]), amount, row["currency"])

    def bank(self):
        for row in data.BANK:
            if "PAYOUT" in row["text"] or row["text"].startswith("ACCOUNT CHARGES"):
                continue
            try:
                amount = parsed(row["amount"])
            except InvalidOperation:
                self.questions.append(f"bank {row['booked']} {row['text']}: unreadable amount")
                continue
            yield Receipt("bank", row["text"], serials(row["text"]), amount, row["currency"])

    def place(self, receipt: Receipt) -> None:
        debts = [self.debts[s] for s in receipt.serials if s in self.debts]
        if not debts:
            self.questions.append(f"{receipt.source} {receipt.name} {receipt.amount} {receipt.currency}: no invoice")
            return
        if debts[0].currency != receipt.currency:
            self.questions.append(f"{receipt.source} {receipt.name} {receipt.amount} {receipt.currency}: invoice {debts[0].number} is in {debts[0].currency}")
            return
        rest = receipt.amount
        for debt in debts[:-1]:
            part = min(rest, debt.owed - debt.received)
            debt.receipts.append(Receipt(receipt.source, receipt.name, (), part, receipt.currency))
            rest -= part
        debts[-1].receipts.append(Receipt(receipt.source, receipt.name, (), rest, receipt.currency))

    def report(self) -> None:
        groups = defaultdict(list)
        for debt in self.debts.values():
            groups[debt.state].append(debt)
        for state in ("open", "short", "overpaid", "settled"):
            print(f"{state.upper()} ({len(groups[state])})")
            for debt in groups[state]:
                print(f"  {debt.number:<10} {debt.owed.quantize(CENT):>12} {debt.received.quantize(CENT):>12} {debt.currency}")
        print(f"QUESTIONS ({len(self.questions)})")
        for question in self.questions:
            print(" ", question)


def main() -> None:
    close = Close()
    close.documents()
    for receipt in [*close.card(), *close.bank()]:
        close.place(receipt)
    close.report()


if __name__ == "__main__":
    main()
