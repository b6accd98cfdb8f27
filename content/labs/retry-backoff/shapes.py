"""Trusted predicates on the shape of the code, for what no call shows."""

from drills.kinds.lab.units import added


def flaw_waits(before, after):
    """A class or a table of curves was added, which rule 8 forbids."""
    return any(kind in ("class", "constant") for _, kind in added(before, after))
