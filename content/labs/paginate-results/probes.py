"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import pytest

from pagination import Page, caption, page_count, page_items, paginate

BOOKS = [f"book {place}" for place in range(1, 26)]


def probe_items_every_result_is_on_one_page_in_order():
    for size in range(1, 27):
        pages = [page_items(BOOKS, number, size) for number in range(1, (24 + size) // size + 1)]
        assert [book for page in pages for book in page] == BOOKS
        assert all(len(page) == size for page in pages[:-1])


def probe_items_the_list_is_only_read():
    results = ["pear", "apple", "fig"]
    assert page_items(results, 1, 2) == ["pear", "apple"]
    assert page_items(results, 1, 5) == ["pear", "apple", "fig"]
    assert results == ["pear", "apple", "fig"]
    assert page_items([], 1, 10) == []


def probe_count_is_as_many_pages_as_it_takes():
    for total in range(1, 60):
        for size in (1, 2, 7, 10, 99, 100):
            pages = page_count(total, size)
            assert (pages - 1) * size < total <= pages * size
    assert type(page_count(25, 10)) is int


def probe_count_a_number_that_a_float_cannot_hold():
    assert page_count(10**17 + 1, 10) == 10**16 + 1


def probe_count_the_edges_of_the_size():
    assert page_count(3, 1) == 3 and page_count(200, 100) == 2
    for size in (-1, 0, 101, 1000):
        with pytest.raises(ValueError):
            page_count(0, size)


def probe_count_nothing_found_is_one_page_at_any_size():
    assert [page_count(0, size) for size in (1, 2, 100)] == [1, 1, 1]


def probe_caption_places_are_counted_through_the_whole_search():
    assert caption(1, 10, 25) == "Showing 1 to 10 of 25"
    assert caption(2, 10, 25) == "Showing 11 to 20 of 25"
    assert caption(3, 10, 21) == "Showing 21 to 21 of 21"
    assert caption(2, 10, 20) == "Showing 11 to 20 of 20"
    assert caption(1, 10, 1) == "Showing 1 to 1 of 1"


def probe_paginate_a_page_in_the_middle_leads_both_ways():
    assert paginate(BOOKS[:20], 2, 5) == Page(
        BOOKS[5:10], 2, 4, "Showing 6 to 10 of 20", has_previous=True, has_next=True
    )


def probe_paginate_one_page_leads_nowhere():
    for results in ([], BOOKS[:1], BOOKS[:10]):
        page = paginate(results, 1, 10)
        assert (page.items, page.number, page.pages) == (results, 1, 1)
        assert page.has_previous is False and page.has_next is False


def probe_paginate_far_beyond_either_end():
    for number in (-(10**9), -1, 0, 1):
        page = paginate(BOOKS[:20], number, 10)
        assert (page.number, page.items, page.has_previous) == (1, BOOKS[:10], False)
    for number in (2, 3, 10**9):
        page = paginate(BOOKS[:20], number, 10)
        assert (page.number, page.items, page.has_next) == (2, BOOKS[10:20], False)
        assert page.caption == "Showing 11 to 20 of 20"


def probe_paginate_the_list_is_only_read():
    results = ["pear", "apple", "fig", "date"]
    paginate(results, 1, 2)
    paginate(results, 2, 2)
    assert results == ["pear", "apple", "fig", "date"]


def probe_paginate_a_size_out_of_range_is_refused():
    for size in (0, 101):
        with pytest.raises(ValueError):
            paginate(BOOKS, 1, size)


def flaw_count():
    assert page_count(21, 10) != 2


def flaw_paginate():
    assert not paginate(BOOKS[:20], 2, 10).has_next
