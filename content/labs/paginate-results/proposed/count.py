from pagination import MAX_SIZE


def page_count(total: int, size: int) -> int:
    """How many pages there are (rules 2 and 3)."""
    if not 1 <= size <= MAX_SIZE:
        raise ValueError(f"a page holds 1 to {MAX_SIZE} results, not {size}")
    return max(1, total // size)
