"""The tests of the flags."""

from decimal import Decimal

from flags import Flag, Flags, Step, StoreDown, admits, decide, place

USERS = [f"user-{number}" for number in range(40)]
NOW = 1_800_000_000
FULL = (Step(NOW - 60, Decimal(100)),)


def test_a_place_is_from_0_to_below_100():
    assert all(0 <= place("new-search", user) < 100 for user in USERS)


def test_a_place_follows_from_flag_and_user():
    search = [place("new-search", user) for user in USERS]
    assert search == [place("new-search", user) for user in USERS]
    assert search != [place("dark-mode", user) for user in USERS]
    assert len(set(search)) > 10


def test_a_ramp_at_0_admits_nobody():
    assert admits((Step(NOW - 60, Decimal(0)),), Decimal(0), NOW) is False
    assert admits((Step(NOW + 60, Decimal(5)),), Decimal(3), NOW) is False


def test_a_ramp_at_100_admits_everybody():
    assert admits(FULL, Decimal("0"), NOW) is True
    assert admits(FULL, Decimal("99.99"), NOW) is True


def test_the_last_step_that_has_begun_holds():
    ramp = (Step(NOW - 60, Decimal(5)), Step(NOW, Decimal(50)), Step(NOW + 60, Decimal(75)))
    assert admits(ramp, Decimal(30), NOW - 1) is False
    assert admits(ramp, Decimal(30), NOW) is True
    assert admits(ramp, Decimal(60), NOW) is False


def test_the_ramp_decides_for_most():
    assert all(decide(Flag("new-search", FULL), user, NOW) is True for user in USERS)


def test_an_override_goes_before_the_ramp():
    flag = Flag("new-search", FULL, {"user-1": False})
    assert decide(flag, "user-1", NOW) is False
    assert decide(Flag("new-search", (), {"user-2": True}), "user-2", NOW) is True


def test_a_killed_flag_is_off_for_everybody():
    flag = Flag("new-search", FULL, {"user-1": True}, killed=True)
    assert decide(flag, "user-1", NOW) is False
    assert decide(flag, "user-2", NOW) is False


def test_a_store_that_fails_leaves_the_flags_as_they_were():
    sent = [Flag("new-search", FULL)]

    def fetch():
        yield from sent
        if len(sent) > 1:
            raise StoreDown

    flags = Flags(fetch)
    assert flags.is_on("new-search", "user-1", NOW) is False
    assert flags.refresh() is True
    assert flags.is_on("new-search", "user-1", NOW) is True
    sent[:] = [Flag("new-search", killed=True), Flag("dark-mode", FULL)]
    assert flags.refresh() is False
    assert flags.is_on("new-search", "user-1", NOW) is True
    assert flags.is_on("dark-mode", "user-1", NOW) is False
