"""A statement held against a ledger."""

from recon.matching import match, without_returned
from recon.reading import entry, line, read
from recon.result import Result


def reconcile(statement, ledger, today):
    """Pair what belongs together; whatever is left, on either side, is in the result."""
    lines, bad_lines = read(statement, line)
    entries, bad_entries = read(ledger, entry)
    lines = without_returned(sorted(lines, key=lambda each: (each.booked, each.id)))
    pairs = match(lines, entries)
    paying = [one for one, _ in pairs]
    paid = [one for _, its in pairs for one in its]
    return Result(
        today,
        pairs=pairs,
        lines=[each for each in lines if each not in paying],
        entries=[each for each in entries if each.status == "posted" and each not in paid],
        rejected=[*bad_lines, *bad_entries],
    )
