"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import pytest

from migrate import Migration, Refused, Row, in_order, pending, run, version_of

FILES = {"1_a.sql": "a", "2_b.sql": "b", "3_c.sql": "c"}


class Turn:
    def __init__(self, database):
        self.database = database

    def __enter__(self):
        self.database.free(True)
        self.database.told.append("lock")
        self.database.log += self.database.waiting
        self.database.held = True

    def __exit__(self, *raised):
        self.database.held = False


class Database:
    """A database that is used under its lock alone, and tells what happened."""

    def __init__(self, rows=(), waiting=(), failing=()):
        self.log = list(rows)
        self.waiting = list(waiting)  # what another runner applies before it lets us in
        self.failing = failing
        self.held = False
        self.told = []

    def free(self, wanted):
        if self.held is wanted:
            raise RuntimeError("the lock is held" if self.held else "the lock is not held")

    def lock(self):
        return Turn(self)

    def rows(self):
        self.free(False)
        return list(self.log)

    def apply(self, migration):
        self.free(False)
        self.told.append(migration.script)
        if migration.version in self.failing:
            raise ArithmeticError("no such column")
        self.log.append(row(migration.version, migration.script))

    def correct(self, row):
        self.log = [row if old.version == row.version else old for old in self.log]


def row(version, script):
    return Row(version, Migration(version, "", script).checksum)


def versions(found):
    return [each.version for each in found]


def probe_name_the_shortest_and_the_longest():
    assert version_of("1_a.sql") == 1
    assert version_of("999999999_9_.sql") == 999_999_999
    assert version_of("10__.sql") == 10


@pytest.mark.parametrize(
    "file",
    [
        "0_a.sql",
        "01_a.sql",
        "1234567890_a.sql",
        "_a.sql",
        "1_.sql",
        "1a.sql",
        "1-a.sql",
        "1_a-b.sql",
        "1_A.sql",
        "1_\u00e9.sql",
        "\u0661_a.sql",
        "1\u0661_a.sql",
        "+1_a.sql",
        " 1_a.sql",
        "1_a.sql\n",
        "1_a.sql ",
        "1_a.sql.bak",
        "1_a_sql",
        "1_a.SQL",
        "old/1_a.sql",
        "",
    ],
)
def probe_name_any_other_is_refused(file):
    with pytest.raises(Refused) as refusal:
        version_of(file)
    assert file.strip() in str(refusal.value) or not file.isascii()


def probe_order_by_number_whatever_the_order_of_the_folder():
    files = {f"{version}_x.sql": str(version) for version in (100, 20, 3, 19, 1, 200, 1000)}
    found = in_order(files)
    assert versions(found) == [1, 3, 19, 20, 100, 200, 1000]
    assert [each.file for each in found] == [f"{version}_x.sql" for version in versions(found)]
    assert [each.script for each in found] == [str(version) for version in versions(found)]
    assert list(files)[0] == "100_x.sql" and len(files) == 7


def probe_order_nothing_is_in_order_too():
    assert in_order({}) == []


def probe_order_the_same_version_and_the_same_script_are_still_two():
    for files in [
        {"1_a.sql": "same", "10_b.sql": "x", "1_b.sql": "same"},
        {"5_b.sql": "x", "5_a.sql": "y"},
    ]:
        with pytest.raises(Refused) as refusal:
            in_order(files)
        first, last = list(files)[0], list(files)[-1]
        assert first in str(refusal.value) and last in str(refusal.value)


def probe_order_a_strange_name_is_refused():
    with pytest.raises(Refused):
        in_order({**FILES, "README.md": "how to"})


def probe_pending_late_merges_go_in_order_with_what_is_new():
    release = in_order({f"{version}_x.sql": "x" for version in range(1, 10)})
    log = [Row(version, "0") for version in (9, 1, 2, 5)]
    assert versions(pending(release, log)) == [3, 4, 6, 7, 8]


def probe_pending_rows_without_a_file_hold_nothing_up():
    release = in_order(FILES)
    assert versions(pending(release, [Row(1, "0"), Row(4, "0"), Row(8, "0")])) == [2, 3]
    assert versions(pending(release, [Row(version, "0") for version in (1, 2, 3)])) == []
    assert versions(pending(release, [])) == [1, 2, 3]


def probe_pending_an_edited_one_is_not():
    assert versions(pending(in_order(FILES), [row(1, "a"), row(2, "before")])) == [3]


def probe_run_reports_what_it_applied():
    database = Database([row(1, "a")])
    report = run(database, FILES)
    assert (report.applied, report.changed) == ([2, 3], [])
    assert database.told == ["lock", "b", "c"] and not database.held
    assert database.log == [row(1, "a"), row(2, "b"), row(3, "c")]


def probe_run_what_another_runner_applied_meanwhile_is_not_run_again():
    database = Database(waiting=[row(1, "a"), row(2, "b")])
    assert run(database, FILES).applied == [3]
    assert database.told == ["lock", "c"]


def probe_run_a_script_that_fails_ends_the_run():
    database = Database(failing=[2])
    with pytest.raises(ArithmeticError, match="no such column"):
        run(database, FILES)
    assert database.told == ["lock", "a", "b"] and not database.held
    assert database.log == [row(1, "a")]


def probe_run_a_refused_release_does_not_touch_the_database():
    for more in ({"3_d.sql": "d"}, {"later.sql": "d"}):
        database = Database()
        with pytest.raises(Refused):
            run(database, {**FILES, **more})
        assert database.told == [] and database.log == []


def probe_run_edited_files_are_reported_every_time_and_not_run():
    log = [row(1, "before"), row(2, "before")]
    database = Database(log)
    first, second = run(database, FILES), run(database, FILES)
    assert (first.applied, first.changed) == ([3], [1, 2])
    assert (second.applied, second.changed) == ([], [1, 2])
    assert database.log == [*log, row(3, "c")]
    assert database.told == ["lock", "c", "lock"]


def flaw_order():
    found = versions(in_order({"2_a.sql": "a", "9_b.sql": "b", "10_c.sql": "c"}))
    assert found != [10, 2, 9]


def flaw_pending():
    assert versions(pending(in_order(FILES), [Row(1, "0"), Row(3, "0")])) != []


def flaw_run():
    database = Database([row(1, "before")])
    run(database, FILES)
    assert database.log[:1] != [row(1, "a")]
