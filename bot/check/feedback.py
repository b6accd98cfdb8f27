"""Point 8, what a grade says beyond its tests: hints, signals and costs, complete and true."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from bot.check import texts
from bot.check.running import Late, limited, load
from bot.check.subject import Fault, Subject
from bot.grader.inside.measure import measure
from content.draw import modules
from drills.model import Growth

SECONDS = (0.4, 0.8, 1.6)  # CPU time an operation: what measuring is at its best with, and more


def sentences(subject: Subject) -> Iterator[Fault]:
    """A hint, a design idea and a lesson a part; a sentence a signal and a signal a sentence."""
    for part in subject.parts:
        for name in ("title", "hint", "design_idea", "lesson"):
            if not getattr(part, name).strip():
                yield Fault(8, str(subject), f"part {part.number} has no {name.replace('_', ' ')}")
    signals, said = set(predicates(subject.problem.signals)), set(subject.problem.sentences)
    for name in sorted(signals - said):
        yield Fault(8, "feedback.toml", f"no sentence for the signal {name}")
    for name in sorted(said - signals):
        yield Fault(8, "feedback.toml", f"a sentence for {name}, which signals.py does not define")
    declared = {test.category for part in subject.parts for test in part.tests if test.category}
    for name in sorted(declared - set(subject.problem.categories)):
        yield Fault(8, "problem.toml", f"a hidden test has the unknown category {name!r}")
    for name in sorted(set(subject.problem.categories) - declared):
        yield Fault(8, str(subject), f"no hidden test has the category {name!r}")


def predicates(source: str) -> dict[str, Callable[[ast.Module], bool]]:
    """The public functions that a `signals.py` defines."""
    scope: dict[str, object] = {}
    exec(compile(source, "signals.py", "exec", dont_inherit=True), scope)
    names = [n.name for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)]
    return {name: scope[name] for name in names if not name.startswith("_")}  # type: ignore[misc]


def signals(subject: Subject) -> Iterator[Fault]:
    """Every predicate answers every solution, and its sentence tells nothing of later parts."""
    numbers = range(1, len(subject.parts) + 1)
    solutions = {f"reference.py of part {n}": (n, subject.draw.reference(n)) for n in numbers}
    solutions |= {f"second.py of part {n}": (n, subject.draw.second(n)) for n in numbers}
    solutions |= {f"the stub of part {n}": (n, subject.draw.stub(n)) for n in numbers}
    for wrong in subject.wrongs():
        solutions[f"wrong.py {wrong.name}"] = (wrong.part, subject.draw.wrong(wrong))
    trees = {which: (part, ast.parse(text)) for which, (part, text) in solutions.items()}
    for name, predicate in predicates(subject.problem.signals).items():
        earliest = len(subject.parts)
        for which, (part, tree) in trees.items():
            try:
                with limited():
                    answer: object = predicate(tree)
            except (Exception, Late) as error:
                answer = f"{type(error).__name__}: {error}"
            if not isinstance(answer, bool):
                yield Fault(8, str(subject), f"signals.py {name} gives {answer} on {which}")
                break
            if answer:
                earliest = min(earliest, part)
        sentence = subject.problem.sentences.get(name, "")
        for word in texts.leaked(subject, earliest, sentence):
            yield Fault(
                8,
                "feedback.toml",
                f"the sentence of {name}, which part {earliest} can bring out, says {word!r} of "
                "a later part",
            )


def costs(subject: Subject, number: int) -> Iterator[Fault]:
    """Neither model solution is measured worse than expected, and each operation can be measured.

    An operation that cannot be called again and again comes from `costs.py`: its `undo` does too
    little. One that is measured and left unsaid is no fault: a busy machine does that.
    """
    source = subject.parts[number - 1].costs
    for name, text in (
        ("reference.py", subject.draw.reference(number)),
        ("second.py", subject.draw.second(number)),
    ):
        unsaid = modules.classes(source)
        for seconds in SECONDS:
            left = modules.cut(source, modules.classes(source) - unsaid)
            told = measure(load(text), left, seconds * len(unsaid))
            yield from _worse(subject, f"{name} of part {number}", told)
            unsaid = {cost["operation"] for cost in told if not cost["reach"]}
            if not unsaid:
                break
        for operation in sorted(unsaid):
            yield Fault(
                8,
                str(subject),
                f"{name} of part {number}: the growth of {operation} cannot be told in "
                f"{len(SECONDS)} tries; does `undo` in costs.py take back what `call` does?",
            )


def _worse(subject: Subject, whose: str, told: list[dict[str, Any]]) -> Iterator[Fault]:
    for cost in told:
        if cost["measured"] and _rank(cost["measured"]) > _rank(cost["expected"]):
            yield Fault(
                8,
                str(subject),
                f"{whose}: {cost['operation']} is {cost['measured']}, expected {cost['expected']} "
                f"({cost['evidence']})",
            )


def _rank(growth: str) -> int:
    return Growth(growth).rank
