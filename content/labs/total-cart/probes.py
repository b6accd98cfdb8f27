"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

from decimal import Decimal

import pytest

from cart import Cart, Line, cart_total, discount_cents, line_cents, read_codes


def probe_line_half_a_cent_always_goes_up():
    for cents in range(1, 12):
        assert line_cents(Line("x", cents, Decimal("0.5"))) == (cents + 1) // 2


def probe_line_less_than_half_goes_down_and_pieces_stay_exact():
    assert line_cents(Line("x", 1000, Decimal("0.3334"))) == 333
    assert line_cents(Line("x", 1000, Decimal("0.0005"))) == 1
    assert line_cents(Line("x", 333, 3)) == 999 and type(line_cents(Line("x", 333, 3))) is int


def flaw_line():
    assert line_cents(Line("x", 497, Decimal("0.5"))) != 248


def probe_codes_blank_boxes_are_ignored_and_nothing_else():
    assert read_codes(["", "  ", "fiver"]) == ["FIVER"]
    with pytest.raises(ValueError):
        read_codes(["FIVER", "FIVERS"])


def probe_codes_what_was_typed_stays_as_it_was():
    typed = [" fiver ", ""]
    read_codes(typed)
    assert typed == [" fiver ", ""]


def probe_discount_fiver_at_the_edge():
    assert discount_cents(3000, ["FIVER"]) == 500
    assert discount_cents(2999, ["FIVER"]) == 0


def probe_discount_fiver_beside_leaf15_at_the_edge():
    assert discount_cents(3000, ["FIVER", "LEAF15"]) == 950
    assert discount_cents(3500, ["LEAF15", "FIVER"]) == 1025


def probe_discount_only_what_was_given():
    assert discount_cents(4000, []) == 0
    assert discount_cents(4000, ["LEAF15"]) == 600
    assert discount_cents(2000, ["FIVER"]) == 0


def probe_discount_half_a_cent_goes_up_and_less_goes_down():
    assert [discount_cents(goods, ["LEAF15"]) for goods in (9, 10, 11)] == [1, 2, 2]
    assert [discount_cents(goods, ["LEAF15"]) for goods in (3, 4)] == [0, 1]


def flaw_discount():
    assert discount_cents(3200, ["LEAF15", "FIVER"]) != 480


def probe_total_the_cart_is_only_read():
    cart = Cart([Line("pin", 100), Line("lamp", 4000), Line("mug", 900)], [" fiver "])
    cart_total(cart)
    assert [line.name for line in cart.lines] == ["pin", "lamp", "mug"]
    assert cart.codes == [" fiver "]


def flaw_total():
    cart = Cart([Line("pin", 100), Line("lamp", 4000)])
    cart_total(cart)
    assert [line.name for line in cart.lines] == ["pin", "lamp"]
