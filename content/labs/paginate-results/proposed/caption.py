def caption(number: int, size: int, total: int) -> str:
    """Which results a page shows, in words (rule 5)."""
    if total == 0:
        return "Nothing found"
    last = min(number * size, total)
    return f"Showing {(number - 1) * size + 1} to {last} of {total}"
