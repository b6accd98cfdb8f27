"""The tests of the pages."""

import pytest

from pagination import caption, page_count, page_items, paginate

BOOKS = [f"book {place}" for place in range(1, 26)]


def test_the_first_page_holds_the_best_matches():
    assert page_items(BOOKS[:5], 1, 3) == ["book 1", "book 2", "book 3"]


def test_the_last_page_holds_what_is_left():
    assert page_items(BOOKS[:5], 2, 3) == ["book 4", "book 5"]


def test_results_left_over_have_a_page():
    assert page_count(25, 10) == 3


def test_a_search_that_found_nothing_has_one_page():
    assert page_count(0, 10) == 1


def test_a_size_out_of_range_is_refused():
    for size in (0, 101):
        with pytest.raises(ValueError):
            page_count(25, size)


def test_the_caption_tells_which_results_are_showing():
    assert caption(3, 10, 25) == "Showing 21 to 25 of 25"
    assert caption(1, 10, 0) == "Nothing found"


def test_the_first_page_leads_on_to_the_next():
    page = paginate(BOOKS[:20], 1, 10)
    assert (page.number, page.pages) == (1, 2)
    assert page.caption == "Showing 1 to 10 of 20"
    assert (page.has_previous, page.has_next) == (False, True)


def test_the_last_page_leads_back_only():
    page = paginate(BOOKS[:20], 2, 10)
    assert page.items == BOOKS[10:20]
    assert (page.has_previous, page.has_next) == (True, False)


def test_a_number_out_of_range_gives_the_nearest_page():
    assert paginate(BOOKS[:20], 0, 10).number == 1
    assert paginate(BOOKS[:20], 9, 10).number == 2
