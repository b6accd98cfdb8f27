"""The CPU time that the rules take to answer a scripted combination of a lab, and a decision.

    python -m bench.labs [ROUNDS]

In every task the suggestions are tried, decided by chance, and the tests run after each decision.
Trying and running answer with the table's results; a decision also shows the next suggestion.
Beside it stands what computing the same results takes, without a sandbox.
"""

# ruff: noqa: T201

from __future__ import annotations

import random
import statistics
import sys
import time
from datetime import UTC, datetime, timedelta

from bot.check.lab.running import run
from content.catalog import Catalog
from drills import engine
from drills.effects import RunTests
from drills.events import Commanded, Started
from drills.kinds.lab.composing import compose
from drills.model import Person, Place, Problem, Session
from drills.task import ACCEPTED

WANTED = 5.0  # milliseconds at most
ANA, HERE = Person("bench", "team", "ana"), Place("bench", "team", "t")
BEGIN = datetime(2026, 3, 2, 9, tzinfo=UTC)


def played(problem: Problem, chance: random.Random) -> tuple[list[float], list[float]]:
    """CPU milliseconds of each answer with results, and of each decision."""
    assert problem.lab is not None
    session = engine.step(None, Started(BEGIN, ANA, HERE, "s", "d", "lab"), problem).session
    at = BEGIN + timedelta(seconds=1)
    session = engine.step(session, Commanded(at, ANA, "done"), problem).session  # no plan
    answers: list[float] = []
    decisions: list[float] = []
    for _ in problem.lab.suggestions:
        session = _timed(session, Commanded(at, ANA, "try"), problem, answers)
        word = chance.choice(("accept", "reject"))
        session = _timed(session, Commanded(at, ANA, word), problem, decisions)
        session = _timed(session, Commanded(at, ANA, "run"), problem, answers)
    return answers, decisions


def _timed(session: Session, event: Commanded, problem: Problem, taken: list[float]) -> Session:
    begun = time.process_time()
    step = engine.step(session, event, problem)
    taken.append((time.process_time() - begun) * 1000)
    assert not any(isinstance(effect, RunTests) for effect in step.effects), event.word
    return step.session


def computed(problem: Problem) -> float:
    """Seconds to run the tests on a combination, in this process and without a sandbox."""
    assert problem.lab is not None
    file = compose(problem.lab, ACCEPTED * len(problem.lab.suggestions))
    begun = time.process_time()
    run(problem, file, [test for test in problem.parts[0].tests if not test.hidden])
    return time.process_time() - begun


def main(rounds: int = 5) -> None:
    catalog, chance = Catalog(), random.Random(1)
    answers: list[float] = []
    decisions: list[float] = []
    for id in catalog.lab_ids():
        problem = catalog.task(id)
        for _ in range(rounds):
            answered, decided = played(problem, chance)
            answers += answered
            decisions += decided
        print(f"{id:18} answered {_told(answered)}; computed {computed(problem) * 1000:.0f} ms")
    kept = "kept" if _p99(answers) < WANTED else "NOT KEPT"
    print(f"answers   {_told(answers)} (wanted: under {WANTED:.0f} ms): {kept}")
    print(f"decisions {_told(decisions)}")


def _told(taken: list[float]) -> str:
    return f"median {statistics.median(taken):.2f} ms, p99 {_p99(taken):.2f} ms of CPU"


def _p99(taken: list[float]) -> float:
    return sorted(taken)[int(len(taken) * 0.99)]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
