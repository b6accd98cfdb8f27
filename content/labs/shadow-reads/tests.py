"""The tests of the shadow reads."""

from collections import Counter

from shadow import Shadow, differing, mismatch_line, mismatch_rate

ADA = {"id": "acc_7", "plan": "pro", "recovery_pin": "203941", "totp_seed": "JBSWY3DP"}


class Store:
    def __init__(self, *accounts):
        self.accounts = {each["id"]: each for each in accounts}

    def get(self, account_id):
        found = self.accounts.get(account_id)
        return None if found is None else dict(found)


class Pool:
    def __init__(self, room=9):
        self.room, self.jobs = room, []

    def submit(self, job, *args):
        if len(self.jobs) >= self.room:
            raise RuntimeError("no room")
        self.jobs.append((job, args))

    def work(self):
        for job, args in self.jobs:
            job(*args)


class Counters(Counter):
    def add(self, name):
        self[name] += 1


def shadow(old, new, share=1.0, room=9, number=0.5):
    lines = []
    made = Shadow(old, new, Pool(room), Counters(), lines.append, share, lambda: number)
    return made, lines


def test_a_login_gets_what_the_old_store_has():
    made, _ = shadow(Store(ADA), Store(), share=0.0)
    assert made.read("acc_7") == ADA and made.read("acc_8") is None
    assert made.pool.jobs == []


def test_a_sampled_read_is_handed_to_the_pool():
    made, _ = shadow(Store(ADA), Store(), share=0.6)
    seen = []
    made.observe = lambda account_id, old: seen.append((account_id, old))
    assert made.read("acc_7") == ADA
    assert seen == []
    made.pool.work()
    assert seen == [("acc_7", ADA)]


def test_a_full_pool_counts_and_does_not_reach_the_login():
    made, _ = shadow(Store(ADA), Store(ADA), room=0)
    assert made.read("acc_7") == ADA
    assert made.counters == {"sampled": 1}


def test_the_same_account_is_counted_as_the_same():
    made, lines = shadow(Store(ADA), Store(ADA))
    made.observe("acc_7", dict(ADA))
    made.observe("acc_8", None)
    assert made.counters == {"sampled": 2, "same": 2}
    assert lines == []


def test_an_account_that_differs_is_counted_and_logged():
    made, lines = shadow(Store(ADA), Store(ADA | {"plan": "free"}))
    made.observe("acc_7", dict(ADA))
    assert made.counters == {"sampled": 1}
    assert [line.split(":")[0] for line in lines] == ["acc_7 differs"]


def test_the_rate_is_the_share_that_is_not_the_same():
    made, _ = shadow(Store(ADA), Store(ADA))
    assert mismatch_rate(made.counters) is None
    for old in [ADA, ADA, ADA | {"plan": "free"}, ADA]:
        made.observe("acc_7", dict(old))
    assert mismatch_rate(made.counters) == 0.25


def test_the_fields_that_differ_are_named():
    assert differing(ADA | {"tries": 1}, ADA | {"tries": True}) == ["tries"]
    assert differing(ADA | {"plan": "x", "locale": None}, ADA) == ["locale", "plan"]
    assert differing(ADA, ADA | {"synced_at": 17}) == []


def test_a_line_shows_the_values_of_public_fields_alone():
    other = ADA | {"plan": "free", "recovery_pin": "777777"}
    assert mismatch_line("acc_7", ["plan"], ADA, other) == "acc_7 differs: plan 'pro' / 'free'"
    line = mismatch_line("acc_7", ["recovery_pin"], ADA, other)
    assert line.startswith("acc_7 differs: recovery_pin")
    assert "203941" not in line and "777777" not in line
