from shadow import NOT_COMPARED, Account


def differing(old: Account | None, new: Account | None) -> list[str]:
    """The names of the fields that differ (rule 5)."""
    old, new = old or {}, new or {}
    found = []
    for name in sorted((old.keys() | new.keys()) - NOT_COMPARED):
        if name not in old or name not in new:
            found.append(name)
        elif type(old[name]) is not type(new[name]) or old[name] != new[name]:
            found.append(name)
    return found
