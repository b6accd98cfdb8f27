"""What belongs together."""

from itertools import combinations

LARGEST = 5  # entries that one line is tried with


def without_returned(lines):
    """The lines but for transfers that the bank took back, and what took them back."""
    left = []
    for line in lines:
        for other in left:
            if is_return(line, other):
                left.remove(other)
                break
        else:
            left.append(line)
    return left


def is_return(line, other):
    """Whether a line takes an earlier one back."""
    return (
        line.reference == other.reference
        and line.currency == other.currency
        and line.amount == -other.amount
        and line.booked >= other.booked
    )


def match(lines, entries):
    """Pairs of a line and the entries that it pays, in the lines' order."""
    free = [entry for entry in entries if entry.status == "posted"]
    pairs = []
    for step in (one, several):
        for line in lines:
            if any(line is paired for paired, _ in pairs):
                continue
            found = step(line, free)
            if found:
                pairs.append((line, found))
                free = [entry for entry in free if entry is not found]
    return sorted(pairs, key=lambda pair: lines.index(pair[0]))


def one(line, free):
    """The entry that a line pays by itself, as a list; empty where there is none."""
    asked = (line.reference, line.amount)
    fitting = [each for each in free if (each.reference, each.amount) == asked]
    fitting.sort(key=lambda entry: (entry.due, entry.id))
    return fitting[:1]


def several(line, free):
    """The entries of one customer that a line is the sum of; empty where there are none."""
    for named in free:
        if named.reference != line.reference or named.currency != line.currency:
            continue
        others = [
            entry
            for entry in free
            if entry is not named
            and entry.customer == named.customer
            and entry.currency == named.currency
        ]
        for count in range(1, LARGEST):
            for more in combinations(others, count):
                if named.amount + sum(entry.amount for entry in more) == line.amount:
                    return [named, *more]
    return []
