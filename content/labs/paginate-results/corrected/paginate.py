from pagination import Page, caption, page_count, page_items


def paginate(results: list[str], number: int, size: int) -> Page:
    """The page to draw (rules 4 and 6)."""
    pages = page_count(len(results), size)
    number = min(max(number, 1), pages)
    items = page_items(results, number, size)
    return Page(
        items=items,
        number=number,
        pages=pages,
        caption=caption(number, size, len(results)),
        has_previous=number > 1,
        has_next=number < pages,
    )
