"""The tests of the cart's total."""

from decimal import Decimal

import pytest

from cart import Cart, Line, cart_total, discount_cents, line_cents, read_codes


def test_pieces_add_up():
    assert cart_total(Cart([Line("mug", 1250, 2), Line("tea", 480)])) == 2980


def test_an_empty_cart_costs_nothing():
    assert cart_total(Cart()) == 0


def test_a_weighed_line_rounds_half_a_cent_up():
    assert line_cents(Line("plums", 497, Decimal("0.5"))) == 249


def test_codes_are_read_in_any_case_and_once():
    assert read_codes([" leaf15", "FIVER ", "Leaf15"]) == ["LEAF15", "FIVER"]


def test_an_unknown_code_is_refused():
    with pytest.raises(ValueError):
        read_codes(["LEAF20"])


def test_leaf15_takes_fifteen_percent():
    assert discount_cents(2000, ["LEAF15"]) == 300


def test_fiver_is_judged_before_leaf15():
    assert discount_cents(3200, ["LEAF15", "FIVER"]) == 980


def test_the_total_takes_the_codes_off():
    assert cart_total(Cart([Line("lamp", 4000)], ["leaf15", "fiver"])) == 2900
