def page_items(results: list[str], number: int, size: int) -> list[str]:
    """The results on one page (rule 3)."""
    first = (number - 1) * size
    return results[first : first + size]
