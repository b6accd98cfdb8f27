"""The tests of the runner."""

import pytest

from migrate import Migration, Refused, Row, in_order, pending, run, version_of


class Turn:
    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return None


class Database:
    def __init__(self):
        self.log = []
        self.scripts = []

    def lock(self):
        return Turn()

    def rows(self):
        return list(self.log)

    def apply(self, migration):
        self.scripts.append(migration.script)
        self.log.append(Row(migration.version, migration.checksum))

    def correct(self, row):
        self.log = [row if old.version == row.version else old for old in self.log]


def migrations(*versions):
    return [Migration(version, f"{version}_step.sql", "select 1") for version in versions]


def rows(*versions):
    return [Row(version, "0" * 64) for version in versions]


def test_a_name_begins_with_the_version():
    assert version_of("7_add_orders.sql") == 7
    assert version_of("120_2nd_index.sql") == 120


def test_a_file_of_another_name_is_refused():
    for file in ["notes.txt", "add_orders.sql", "007_add_orders.sql", "8_Orders.sql"]:
        with pytest.raises(Refused):
            version_of(file)


def test_migrations_go_from_the_lowest_version_to_the_highest():
    files = {"10_c.sql": "third", "2_a.sql": "first", "9_b.sql": "second"}
    assert [each.script for each in in_order(files)] == ["first", "second", "third"]


def test_one_version_in_two_files_is_refused():
    with pytest.raises(Refused) as refusal:
        in_order({"3_add_orders.sql": "a", "4_add_index.sql": "b", "3_add_users.sql": "c"})
    assert "3_add_orders.sql" in str(refusal.value)
    assert "3_add_users.sql" in str(refusal.value)


def test_what_the_log_has_not_is_pending():
    assert pending(migrations(1, 2, 3), rows(1)) == migrations(2, 3)
    assert pending(migrations(1, 2, 3), rows(1, 3)) == migrations(2)


def test_a_script_is_run_once():
    database = Database()
    first, both = {"1_a.sql": "a"}, {"1_a.sql": "a", "2_b.sql": "b"}
    assert run(database, first).applied == [1]
    assert run(database, both).applied == [2]
    assert run(database, both).applied == []
    assert database.scripts == ["a", "b"]
