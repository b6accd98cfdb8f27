"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

from decimal import Decimal

import pytest

from flags import Flag, Flags, Step, StoreDown, admits, decide, place

NOW = 1_800_000_000
FULL = (Step(NOW, Decimal(100)),)
USERS = [f"u{number}" for number in range(2000)]


def percents(*percents):
    return tuple(Step(NOW + 10 * k, Decimal(percent)) for k, percent in enumerate(percents))


def probe_place_every_percentage_takes_in_its_share():
    places = [place("new-search", user) for user in USERS]
    assert 0 <= min(places) < Decimal("0.5") and Decimal("99.5") < max(places) < 100
    for percent in (10, 25, 50, 75, 90):
        share = sum(each < percent for each in places) / 20
        assert percent - 5 < share < percent + 5


def probe_place_a_hundredth_of_a_percent_is_told_from_the_next():
    assert len({place("new-search", user) for user in USERS}) > 1500


def probe_place_is_below_100_for_users_whose_digest_is_on_the_brink():
    for user in ("u12598", "u17405"):
        assert place("new-search", user) < 100


def probe_place_flags_have_nothing_to_do_with_each_other():
    first = {user for user in USERS if place("new-search", user) < 50}
    second = {user for user in USERS if place("dark-mode", user) < 50}
    assert 400 < len(first & second) < 600
    assert any(place("a", "b" + user) != place("ab", user) for user in USERS[:10])
    assert any(place(user, "b") != place("b", user) for user in USERS[:10])


def probe_place_does_not_come_from_the_salt_of_this_process():
    forms = [lambda name, user: (name, user), lambda name, user: (user, name)]
    for mark in ("", ":", "-", "_", ".", "/", "|", "\0"):
        forms.append(lambda name, user, mark=mark: name + mark + user)
        forms.append(lambda name, user, mark=mark: user + mark + name)
    found = [place("new-search", user) for user in USERS[:20]]
    for form in forms:
        salted = [hash(form("new-search", user)) for user in USERS[:20]]
        for parts in (100, 1_000, 10_000, 100_000, 1_000_000):
            assert found != [Decimal(number % parts) / (parts // 100) for number in salted]


def probe_admits_exactly_the_places_below():
    for percent in ("0.01", "0.5", "7", "99.99", "100"):
        edge = Decimal(percent)
        assert admits(percents(edge), edge - Decimal("0.01"), NOW) is True
        assert admits(percents(edge), edge, NOW) is False
    assert admits(percents(0), Decimal(0), NOW) is False


def probe_admits_nobody_before_the_first_step():
    for ramp in ((), percents(100)):
        assert admits(ramp, Decimal(0), NOW - 1) is False
        assert admits(ramp, Decimal("0.01"), NOW - 1) is False


def probe_admits_a_step_down_and_the_last_of_one_second():
    ramp = percents(50, 0, 20)
    found = [admits(ramp, Decimal(10), NOW + k) for k in (-1, 0, 9, 10, 19, 20, 1_000_000)]
    assert found == [False, True, True, False, False, True, True]
    both = (Step(NOW, Decimal(5)), Step(NOW, Decimal(80)))
    assert admits(both, Decimal(60), NOW) is True


def probe_decide_by_the_flag_s_own_name_and_ramp_and_time():
    flag = Flag("new-search", (Step(NOW, Decimal(50)), Step(NOW + 9, Decimal(60))), {"x": True})
    for now in (NOW - 1, NOW, NOW + 9):
        for user in USERS[:200]:
            wanted = admits(flag.ramp, place("new-search", user), now)
            assert decide(flag, user, now) is wanted


def probe_decide_overrides_on_and_off():
    overrides = {"u1": True, "u2": False}
    for ramp in ((), FULL):
        flag = Flag("new-search", ramp, overrides)
        assert decide(flag, "u1", NOW) is True
        assert decide(flag, "u2", NOW) is False
        killed = Flag("new-search", ramp, overrides, True)
        assert [decide(killed, user, NOW) for user in ("u1", "u2", "u3")] == [False] * 3
    assert overrides == {"u1": True, "u2": False}


def probe_refresh_takes_over_all_and_only_what_is_sent():
    sent = [Flag("a", FULL), Flag("b", FULL)]
    flags = Flags(lambda: sent)
    assert flags.refresh() is True
    assert [flags.is_on(name, "u1", NOW) for name in "abc"] == [True, True, False]
    sent[:] = [Flag("c", FULL), Flag("b", killed=True)]
    assert flags.refresh() is True
    assert [flags.is_on(name, "u1", NOW) for name in "abc"] == [False, False, True]
    sent.clear()
    assert flags.refresh() is True
    assert [flags.is_on(name, "u1", NOW) for name in "abc"] == [False] * 3


def probe_refresh_that_breaks_off_anywhere_changes_nothing():
    flags = Flags(lambda: [Flag("a", FULL), Flag("b", FULL)])
    flags.refresh()
    for count in (0, 1, 2):

        def fetch(count=count):
            yield from [Flag("a", killed=True), Flag("c", FULL)][:count]
            raise StoreDown("no answer")

        flags.fetch = fetch
        assert flags.refresh() is False
        assert [flags.is_on(name, "u1", NOW) for name in "abc"] == [True, True, False]

    def down():
        raise StoreDown("no answer")

    flags.fetch = down
    assert flags.refresh() is False
    assert [flags.is_on(name, "u1", NOW) for name in "abc"] == [True, True, False]


def probe_refresh_any_other_error_goes_up_and_changes_nothing():
    flags = Flags(lambda: [Flag("a", FULL)])
    flags.refresh()

    def fetch():
        yield Flag("a", killed=True)
        raise ArithmeticError("a bug")

    flags.fetch = fetch
    with pytest.raises(ArithmeticError):
        flags.refresh()
    assert flags.is_on("a", "u1", NOW) is True


def probe_refresh_a_decision_meanwhile_is_made_on_the_old_flags():
    flags, seen = Flags(lambda: [Flag("a", FULL)]), []
    flags.refresh()
    held = flags.flags

    def fetch():
        yield Flag("b", FULL)
        seen.append([flags.is_on(name, "u1", NOW) for name in "ab"])
        yield Flag("c", FULL)
        seen.append([flags.is_on(name, "u1", NOW) for name in "ab"])

    flags.fetch = fetch
    assert flags.refresh() is True
    assert seen == [[True, False], [True, False]]
    assert set(held) == {"a"}
    assert [flags.is_on(name, "u1", NOW) for name in "abc"] == [False, True, True]


def flaw_place():
    places = {place("new-search", user) for user in USERS[:1000]}
    assert not 50 < len(places) <= 101


def flaw_admits():
    wide = admits(percents(5), Decimal("5.01"), NOW)
    assert wide or not admits(percents(0), Decimal(0), NOW)
