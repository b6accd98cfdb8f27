"""A person's program in its sandbox: what it may do there, what comes back, how its end is said."""

from __future__ import annotations

from typing import Protocol

import pytest

from bot.grader.program import Allowance, run
from bot.grader.sandbox import Limits, Rung, spawn
from drills.working import ProgramRun

NOW = 1_750_000_000.0  # 15 June 2025, 15:06:40 UTC
DATA = 'ROWS = [{"id": "a", "amount": 5}]\n'


class Running(Protocol):
    def __call__(
        self,
        source: str = "",
        others: dict[str, str] | None = None,
        hash_seed: str = "0",
        allowance: Allowance | None = None,
    ) -> ProgramRun: ...


@pytest.fixture
def ran(rung: Rung) -> Running:
    def ran(
        source: str = "",
        others: dict[str, str] | None = None,
        hash_seed: str = "0",
        allowance: Allowance | None = None,
    ) -> ProgramRun:
        files = ({"solution.py": source} if source else {}) | (others or {})
        child = spawn(rung, Limits(), hash_seed, main="program")
        return run(child, files, DATA, NOW, allowance or Allowance())

    return ran


def test_a_program_imports_the_data_and_its_own_modules(ran: Running) -> None:
    others = {"rules/__init__.py": "", "rules/money.py": "from . import unit\nSIGN = unit.SIGN\n",
              "rules/unit.py": "SIGN = '€'\n"}  # fmt: skip
    got = ran("import data\nfrom rules.money import SIGN\nprint(data.ROWS[0]['id'], SIGN)", others)
    assert got.ended
    assert got.output == "a €\n"


def test_a_module_of_the_person_may_have_any_name(ran: Running) -> None:
    others = {"wire.py": "X = 1", "program.py": "X = 2"}
    got = ran("import wire, program\nprint(wire.X, program.X)", others)
    assert got.output == "1 2\n"


def test_a_data_file_of_the_person_gives_way_to_the_drawn_one(ran: Running) -> None:
    assert ran("import data\nprint(data.ROWS[0]['id'])", {"data.py": "ROWS = []"}).output == "a\n"


def test_the_one_file_with_a_main_is_run(ran: Running) -> None:
    files = {"books.py": "X = 3", "report.py": "import books\ndef main(): print(books.X)\nmain()"}
    assert ran("", files).output == "3\n"


def test_two_files_that_could_be_run_are_asked_about(ran: Running) -> None:
    got = ran("", {"a.py": "def main(): pass", "b.py": "def main(): pass"})
    assert got.trouble == "It is not clear which file to run: a.py, b.py. Call it solution.py."


def test_what_a_program_writes_comes_back_and_can_be_read_meanwhile(ran: Running) -> None:
    source = """
import csv, os
from pathlib import Path
os.makedirs("out/by_month", exist_ok=True)
with open("out/by_month/jan.csv", "w", newline="") as f:
    csv.writer(f).writerow(["é", 1])
Path("note.txt").write_text("one\\n")
with Path("note.txt").open("a") as f:
    f.write("two\\n")
print(Path("note.txt").read_text(), Path("note.txt").exists(), sorted(os.listdir("out")))
Path("gone.txt").write_text("x")
os.remove("gone.txt")
left = open("left open.txt", "w")
left.write("kept")
"""
    got = ran(source)
    assert got.output == "one\ntwo\n True ['by_month']\n"
    assert got.files == {
        "out/by_month/jan.csv": "é,1\n",
        "note.txt": "one\ntwo\n",
        "left open.txt": "kept",
    }


def test_a_file_written_anywhere_has_a_name_inside_one_folder(ran: Running) -> None:
    source = "open('/tmp/../a.txt', 'w').write('1')\nopen('../../b.txt', 'w').write('2')"
    assert ran(source).files == {"a.txt": "1", "b.txt": "2"}


def test_the_clock_stands_still_and_dates_stay_what_they_are(ran: Running) -> None:
    source = """
import datetime, sqlite3, time
now = datetime.datetime.now(datetime.timezone.utc)
print(repr(now), datetime.date.today() == now.date(), isinstance(now, datetime.date))
began = time.perf_counter()
sum(range(100000))
print(time.perf_counter() - began, time.time(), time.strftime("%Y-%m-%d"))
print(sqlite3.connect(":memory:").execute("select ?", (now.isoformat(),)).fetchone()[0])
"""
    assert ran(source).output == (
        "datetime.datetime(2025, 6, 15, 15, 6, 40, tzinfo=datetime.timezone.utc) True True\n"
        "0.0 1750000000.0 2025-06-15\n"
        "2025-06-15T15:06:40+00:00\n"
    )


def test_a_crash_names_the_place_and_shows_the_persons_own_frames(ran: Running) -> None:
    others = {"money.py": "import json\ndef parsed(text):\n    return json.loads(text)\n"}
    got = ran("from money import parsed\nprint('begun')\nparsed('1,200')\n", others)
    assert got.output == "begun\n"
    said = "json.decoder.JSONDecodeError: Extra data: line 1 column 2 (char 1)"
    assert got.trouble == f"money.py, line 3: {said}"
    assert (got.file, got.line) == ("money.py", 3)
    assert "json/decoder" not in got.trace
    assert "parsed('1,200')" in got.trace


def test_an_exit_code_is_an_end_and_words_are_trouble(ran: Running) -> None:
    code = ran("import sys\nprint('3 rows to look at')\nsys.exit(2)")
    assert code.ended
    assert (code.output, code.code) == ("3 rows to look at\n", 2)
    assert ran("exit('bad row')").trouble == "solution.py left with the words: bad row"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("print('so far', flush=True)\nwhile True: pass", "computed for 1 s"),
        ("print('so far')\nimport time\ntime.sleep(60)", "did not end within 2 s"),
        ("print('so far')\nx = [0] * 10**10", "needed more memory than there is"),
        ("print('so far')\ninput()", "asks for input, and nobody is there to type"),
        ("print('so far')\nx = ", "SyntaxError"),
    ],
)
def test_each_end_has_one_clear_sentence(ran: Running, source: str, said: str) -> None:
    got = ran(source, allowance=Allowance(cpu=1, wall=2))
    assert said in got.trouble
    assert got.output == ("" if "SyntaxError" in said else "so far\n")


def test_what_is_printed_and_written_has_one_bound(ran: Running) -> None:
    source = "f = open('x', 'w')\nwhile True:\n    print('p' * 500)\n    f.write('w' * 500)"
    got = ran(source, allowance=Allowance(room=100_000))
    assert got.trouble == "solution.py printed and wrote more than 97 kB, so it was stopped."
    assert 40_000 < len(got.output) < 110_000


def test_a_program_that_ends_its_own_process_tells_nothing(ran: Running) -> None:
    assert ran("import os\nos._exit(0)").trouble == "solution.py ended its own process."


def test_hash_seeds_change_the_order_of_a_set_and_nothing_else(ran: Running) -> None:
    source = "print(*{'one', 'two', 'three', 'four', 'five'})"
    first, second = ran(source), ran(source, hash_seed="1")
    assert first.output != second.output
    assert sorted(first.output.split()) == sorted(second.output.split())


def test_nothing_of_the_machine_can_be_read(ran: Running) -> None:
    assert "Error" in ran("print(open('/etc/passwd').read())").trouble
    assert "Error" in ran("import socket\nsocket.create_connection(('127.0.0.1', 80))").trouble
