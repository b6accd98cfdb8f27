from typing import Protocol

from shadow import NOT_COMPARED, Account


class Comparator(Protocol):
    """Decides whether two values of a field are the same."""

    def same(self, old: object, new: object) -> bool: ...


class Exact:
    """Values are the same when they are equal and of one type."""

    def same(self, old: object, new: object) -> bool:
        return type(old) is type(new) and old == new


class PassedOver:
    """Values are the same whatever they are."""

    def same(self, old: object, new: object) -> bool:
        return True


COMPARATORS: dict[str, Comparator] = {name: PassedOver() for name in NOT_COMPARED}
ABSENT = object()


def differing(old: Account | None, new: Account | None) -> list[str]:
    """The names of the fields that differ (rule 5)."""
    old, new = old or {}, new or {}
    found = []
    for name in sorted(old.keys() | new.keys()):
        comparator = COMPARATORS.get(name, Exact())
        if not comparator.same(old.get(name, ABSENT), new.get(name, ABSENT)):
            found.append(name)
    return found
