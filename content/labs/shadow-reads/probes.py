"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

from collections import Counter
from contextlib import suppress

import pytest

from shadow import Shadow, differing, mismatch_line

ADA = {"id": "acc_7", "plan": "pro", "recovery_codes": ["a1", "b2"], "totp_seed": "JBSWY3DP"}


class Counters(Counter):
    def add(self, name):
        self[name] += 1


class Store:
    def __init__(self, answer):
        self.answer, self.asked = answer, []

    def get(self, account_id):
        self.asked.append(account_id)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


class Pool:
    def __init__(self, problem=None):
        self.problem, self.jobs = problem, []

    def submit(self, job, *args):
        if self.problem is not None:
            raise self.problem
        self.jobs.append((job, args))


def ada(**changed):
    return {"id": "acc_7", "plan": "pro", "recovery_codes": ["a1", "b2"], **changed}


def made(old=None, new=None, share=1.0, number=0.0, problem=None, log=None):
    counters = Counters()
    pool = Pool(problem)
    numbers = number if callable(number) else lambda: number
    return Shadow(Store(old), Store(new), pool, counters, log, share, numbers)


def probe_observe_a_read_that_fails_counts_against_the_new_store():
    for problem in [TimeoutError(), ConnectionError("down"), KeyError("acc_7"), ValueError()]:
        for old in [ada(), None]:
            shadow = made(new=problem, log=lambda line: None)
            with suppress(Exception):
                shadow.observe("acc_7", old)
            assert dict(shadow.counters) == {"sampled": 1}
            assert shadow.new.asked == ["acc_7"] and shadow.old.asked == []


def probe_observe_each_answer_is_counted_once():
    for old, new, same in [
        (ada(), ada(), 1),
        (None, None, 1),
        (ada(), None, 0),
        (None, ada(), 0),
        (ada(), ada(plan="free"), 0),
    ]:
        lines = []
        shadow = made(new=new, log=lines.append)
        shadow.observe("acc_7", old)
        assert (shadow.counters["sampled"], shadow.counters["same"]) == (1, same)
        assert set(shadow.counters) <= {"sampled", "same"}
        assert len(lines) == 1 - same and shadow.new.asked == ["acc_7"]
        assert shadow.pool.jobs == [] and shadow.old.asked == []


def probe_observe_the_line_is_that_of_the_answers():
    old, new = ada(totp_seed="JBSWY3DP"), ada(totp_seed="KRUGS4ZA", plan="free")
    lines = []
    made(new=new, log=lines.append).observe("acc_7", old)
    assert lines == [mismatch_line("acc_7", differing(old, new), old, new)]


def flaw_observe():
    for problem in [TimeoutError(), ConnectionError("down"), ValueError("row")]:
        shadow = made(new=problem, log=lambda line: None)
        with suppress(Exception):
            shadow.observe("acc_7", ada())
        assert shadow.counters["sampled"] != 0


def probe_read_what_the_old_store_raises_is_raised():
    shadow = made(old=ConnectionError("down"))
    with pytest.raises(ConnectionError):
        shadow.read("acc_7")
    assert shadow.pool.jobs == [] and dict(shadow.counters) == {}


def probe_read_whatever_the_pool_raises_is_counted():
    for problem in [RuntimeError("stopping"), ValueError(), KeyError(1), OSError()]:
        for account in [ada(), None]:
            shadow = made(old=account, problem=problem)
            assert shadow.read("acc_7") is account
            assert dict(shadow.counters) == {"sampled": 1}


def probe_read_the_share_that_is_sampled():
    for share, number, sampled in [
        (0.0, 0.0, 0),
        (1.0, 0.999, 1),
        (0.25, 0.25, 0),
        (0.25, 0.249, 1),
    ]:
        for account in [ada(), None]:
            shadow = made(old=account, share=share, number=number)
            assert shadow.read("acc_7") is account
            assert len(shadow.pool.jobs) == sampled and dict(shadow.counters) == {}
            assert shadow.old.asked == ["acc_7"] and shadow.new.asked == []


def probe_read_each_read_has_a_number_of_its_own():
    numbers = iter([0.9, 0.1, 0.9, 0.1])
    shadow = made(old=ada(), share=0.5, number=lambda: next(numbers))
    for _ in range(4):
        shadow.read("acc_7")
    assert len(shadow.pool.jobs) == 2


def probe_read_what_the_login_writes_is_not_observed():
    shadow = made(old=ada())
    seen = []
    shadow.observe = lambda account_id, old: seen.append((account_id, old))
    account = shadow.read("acc_7")
    account["plan"] = "free"
    account["recovery_codes"].pop()
    (job, args) = shadow.pool.jobs[0]
    assert job(*args) is None
    assert seen == [("acc_7", ada())]


def probe_line_every_field_as_it_is_given():
    old, new = ada(locale="de", totp_seed="A"), ada(plan="free", locale="d\ne", totp_seed="B")
    fields = ["locale", "plan", "totp_seed"]
    assert (
        mismatch_line("acc_7", fields, old, new)
        == "acc_7 differs: locale 'de' / 'd\\ne', plan 'pro' / 'free', totp_seed"
    )
    assert mismatch_line("b_1", ["totp_seed", "id"], old, new) == "b_1 differs: totp_seed, id"


def probe_line_an_account_against_none():
    for old, new, plan in [(ada(), None, "'pro' / None"), (None, ada(), "None / 'pro'")]:
        line = mismatch_line("acc_7", ["id", "plan", "recovery_codes"], old, new)
        assert line == f"acc_7 differs: id, plan {plan}, recovery_codes"
    line = mismatch_line("acc_7", ["locale", "pin"], ada(locale=None), ada(pin=1))
    assert line == "acc_7 differs: locale None / None, pin"


def flaw_line():
    def line(old, new):
        return mismatch_line("acc_7", ["pin"], ada(pin=old), ada(pin=new))

    assert line("203941", "1") == line("777777", "2")


def probe_compare_what_is_the_same():
    for old, new in [
        (None, None),
        (ada(), ada()),
        (ada(synced_at=1), ada(synced_at="1")),
        (ada(synced_at=1), ada()),
        (ada(tries=None, on=True), {"on": True, "tries": None, **ada()}),
    ]:
        assert differing(old, new) == [] and differing(new, old) == []


def probe_compare_each_difference_is_named():
    for changed, fields in [
        ({"plan": "Pro"}, ["plan"]),
        ({"plan": None}, ["plan"]),
        ({"extra": None}, ["extra"]),
        ({"recovery_codes": ["b2", "a1"]}, ["recovery_codes"]),
        ({"recovery_codes": ["a1"], "id": "acc_8"}, ["id", "recovery_codes"]),
        ({"z": 1, "a": 2, "synced_at": 3}, ["a", "z"]),
    ]:
        assert differing(ada(), ada(**changed)) == fields
        assert differing(ada(**changed), ada()) == fields


def probe_compare_types_and_texts_are_not_levelled():
    for old, new in [(1, True), (0, False), (0, None), ("1", 1), ("", None), ("\u00e9", "e\u0301")]:
        assert differing(ada(x=old), ada(x=new)) == ["x"]
        assert differing(ada(x=new), ada(x=old)) == ["x"]
    assert differing(ada(x=[]), ada(x=None)) == ["x"] and differing(ada(x=0), ada()) == ["x"]


def probe_compare_an_account_against_none():
    account = ada(synced_at=17)
    assert differing(account, None) == ["id", "plan", "recovery_codes"]
    assert differing(None, account) == ["id", "plan", "recovery_codes"]
    named = {name: name for name in "fbdaecjhgilk"}
    assert differing(None, named) == list("abcdefghijkl")


def probe_compare_the_accounts_are_only_read():
    old, new = ada(synced_at=1), ada(plan="free")
    differing(old, new)
    assert old == ada(synced_at=1) and new == ada(plan="free")
