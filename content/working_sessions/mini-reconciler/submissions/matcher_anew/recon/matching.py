"""Matching, written anew with an index; the functions that others call are there."""

from collections import defaultdict
from itertools import combinations


def is_return(line, other):
    same = (line.reference, line.currency) == (other.reference, other.currency)
    return same and line.amount + other.amount == 0 and other.booked <= line.booked


def without_returned(lines):
    gone = set()
    for number, line in enumerate(lines):
        for earlier in range(number):
            if earlier not in gone and number not in gone and is_return(line, lines[earlier]):
                gone |= {earlier, number}
                break
    return [line for number, line in enumerate(lines) if number not in gone]


class Open:
    """Entries that are still to be paid."""

    def __init__(self, entries):
        self.entries = {entry.id: entry for entry in entries if entry.status == "posted"}

    def take(self, entries):
        for entry in entries:
            del self.entries[entry.id]
        return entries

    def with_reference(self, line):
        return [
            entry
            for entry in self.entries.values()
            if (entry.reference, entry.currency) == (line.reference, line.currency)
        ]


def match(lines, entries):
    still, found = Open(entries), {}
    for number, line in enumerate(lines):
        exact = [each for each in still.with_reference(line) if each.amount == line.amount]
        if exact:
            best = min(exact, key=lambda each: (abs((each.due - line.booked).days), each.id))
            found[number] = still.take([best])
    for number, line in enumerate(lines):
        if number in found:
            continue
        for named in still.with_reference(line):
            group = summed(named, still, line.amount)
            if group:
                found[number] = still.take(group)
                break
    return [(lines[number], found[number]) for number in sorted(found)]


def summed(named, still, amount):
    by_customer = defaultdict(list)
    for entry in still.entries.values():
        if entry is not named and entry.currency == named.currency:
            by_customer[entry.customer].append(entry)
    pool = by_customer[named.customer]
    for count in range(1, min(len(pool), 4) + 1):
        for more in combinations(pool, count):
            if sum(entry.amount for entry in more) == amount - named.amount:
                return [named, *more]
    return []
