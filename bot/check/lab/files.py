"""Points 5, 6 and 9: clean files, a fresh table, and the same results in sandbox and pytest."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs
from ruff import find_ruff_bin  # type: ignore[import-untyped]

from bot.check.lab.running import run
from bot.check.lab.subject import Fault, Subject
from bot.grader.referee import Referee
from bot.grader.sandbox import Limits, Rung, spawn
from bot.grader.selftest import choose
from content.draw.broken import BrokenContent
from drills.kinds.lab.composing import combinations, compose
from drills.model import Scope, Submission
from drills.task import ACCEPTED, CORRECTED, REJECTED

RULES = "E,F,W,I,UP,B"
WIDTH = "100"
SECONDS = 120
SAMPLE = 6  # combinations that are run in the sandbox and under plain pytest


def clean(subject: Subject) -> Iterator[Fault]:
    """Ruff finds nothing in any composition, in the fragments, and in what a person is shown."""
    lab, task = subject.lab, subject.task
    files = {compose(task, states): f"{states}.py" for states in combinations(task)}
    files |= {task.tests: task.tests_file, lab.text("probes.py"): "probes.py"}
    for s in task.suggestions:
        files |= {s.proposed: f"proposed_{s.name}.py", s.corrected: f"corrected_{s.name}.py"}
    with tempfile.TemporaryDirectory() as folder:
        for text, name in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        wrong = _ruff(folder, "check", "--select", RULES, "--output-format", "concise")
        unlike = _ruff(folder, "format", "--check")
    told = set()
    for line in wrong:
        match = re.search(r"([\w-]+\.py)(:.*)", line)
        if match and match[2] not in told:  # of many compositions with one fault, the first
            told.add(match[2])
            yield Fault(5, match[1] + match[2])
    names = [match[1] for line in unlike if (match := re.search(r"([\w-]+\.py)\b", line))]
    for name in dict.fromkeys(names[:1] + [n for n in names if "_" in n]):
        yield Fault(5, f"{name} is not as `ruff format` writes it")


def _ruff(folder: str, command: str, *options: str) -> list[str]:
    done = subprocess.run(
        [find_ruff_bin(), command, "--isolated", "--no-cache", "--line-length", WIDTH,
         "--config", f"lint.isort.known-first-party=[{', '.join(map(repr, _modules(folder)))}]",
         *options, folder],
        capture_output=True, text=True, timeout=SECONDS,
    )  # fmt: skip
    return done.stdout.splitlines() if done.returncode else []


def _modules(folder: str) -> list[str]:
    return [path.stem.removeprefix("test_") for path in Path(folder).glob("test_*.py")]


def fresh(subject: Subject) -> Iterator[Fault]:
    """The kept table is of these very files, and says what a fresh run says."""
    try:
        kept = subject.lab.table()
    except BrokenContent as error:
        yield Fault(6, f"{error.path.name}: {error.cause}")
        return
    if kept != subject.computed.table:
        rows = subject.computed.table.rows
        wrong = [states for states, row in rows.items() if kept.rows.get(states) != row]
        where = f"; first in {wrong[0]}" if wrong else ""
        yield Fault(6, f"a fresh run says something else{where}: is a test not deterministic?")


def sample(subject: Subject) -> list[str]:
    """The reference, each suggestion alone as proposed, the start, and some by chance."""
    count = len(subject.suggestions)
    chosen = [CORRECTED * count, REJECTED * count, ACCEPTED * count]
    chosen += [subject.with_only(index, ACCEPTED) for index in range(count)]
    chance = random.Random(subject.lab.id)
    others = [states for states in combinations(subject.task) if states not in chosen]
    return [*chosen, *chance.sample(others, SAMPLE)]


def sandboxed(subject: Subject) -> Iterator[Fault]:
    """The referee gives every outcome that one process gives, predicates and probes included."""
    cache = Path(platformdirs.user_cache_dir("drillbot", appauthor=False)) / "sandbox.json"
    rung: Rung = choose(cache).rung
    referee = Referee(lambda: spawn(rung, Limits(cpu_seconds=SECONDS), "0"), reviews=False)
    for states in sample(subject):
        file = compose(subject.task, states)
        submission = Submission("", subject.task.file, file)
        grade = referee.grade(subject.problem, 1, Scope.DONE, submission, None)
        if grade.refused:
            yield Fault(9, f"{states}: refused in the sandbox: {grade.refused}")
            continue
        there = {o.test.id: o for o in grade.outcomes}
        alone = run(subject.problem, file, subject.problem.parts[0].tests)
        for here in alone.outcomes:
            other = there.get(here.test.id)
            if other is None or other.ending is not here.ending:
                ended = "nothing" if other is None else other.ending
                yield Fault(9, f"{states}, {here.test.id}: {here.ending} here, {ended} there")


def plain(subject: Subject) -> Iterator[Fault]:
    """The file that a person is shown has the same results under plain pytest beside the code."""
    states = ACCEPTED * len(subject.suggestions)  # it has passes and failures
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, subject.task.file).write_text(compose(subject.task, states), "utf-8")
        Path(folder, subject.task.tests_file).write_text(subject.task.tests, "utf-8")
        done = subprocess.run(
            [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA",
             "--rootdir", folder, folder],
            cwd=folder, capture_output=True, text=True, timeout=SECONDS,
        )  # fmt: skip
    failed = set(re.findall(r"^(?:FAILED|ERROR) \S+::(\w+)", done.stdout, re.MULTILINE))
    passed = set(re.findall(r"^PASSED \S+::(\w+)", done.stdout, re.MULTILINE))
    wanted = subject.computed.failing(states)
    if failed != wanted or len(failed | passed) != len(subject.computed.row(states)):
        yield Fault(9, f"{states}: under plain pytest {sorted(failed ^ wanted)} ends otherwise")
