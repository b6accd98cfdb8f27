"""A statement held against a ledger."""

from recon.matching import match, without_returned
from recon.reading import entry, line, read
from recon.result import Result


def reconcile(statement, ledger, today):
    """Pair what belongs together; whatever is left, on either side, is in the result."""
    lines, bad_lines = read(statement, line)
    entries, bad_entries = read(ledger, entry)
    lines.sort(key=lambda each: (each.booked, each.id))
    owed = [each for each in entries if each.status == "posted"]
    pairs, left = [], []
    for currency in sorted({each.currency for each in lines}):  # amounts compare within one alone
        its = without_returned([each for each in lines if each.currency == currency])
        pairs += match(its, [each for each in owed if each.currency == currency])
        left += its
    lines = left
    paying = [one for one, _ in pairs]
    paid = [one for _, its in pairs for one in its]
    return Result(
        today,
        pairs=pairs,
        lines=[each for each in lines if each not in paying],
        entries=[each for each in owed if each not in paid],
        rejected=[*bad_lines, *bad_entries],
    )
