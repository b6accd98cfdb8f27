"""Points 1 to 4: what the reference, the second, the stub and the wrong solutions must do."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from bot.check.mutation import mutants
from bot.check.running import Case, failures
from bot.check.subject import Fault, Subject


def told(failed: dict[Case, str]) -> str:
    """The first failures in words, and how many more there are."""
    shown = [f"{case} ({error})" for case, error in failed.items()]
    return "; ".join(shown[:3]) + (f" and {len(shown) - 3} more" if len(shown) > 3 else "")


def model_solutions(subject: Subject) -> Iterator[Fault]:
    """Both solutions pass their own and all earlier parts, and agree; the reference, no more."""
    last = len(subject.parts)
    for number in range(1, last + 1):
        reference, second = subject.draw.reference(number), subject.draw.second(number)
        for name, text in (("reference.py", reference), ("second.py", second)):
            if failed := failures(text, subject.cases(number)):
                yield Fault(1, str(subject), f"{name} at part {number} fails {told(failed)}")
        if number < last and not failures(reference, subject.cases(number + 1, number + 1)):
            yield Fault(
                1, str(subject), f"the reference of part {number} passes part {number + 1} already"
            )
        if found := subject.inputs(number).difference(second):
            yield Fault(
                1,
                str(subject),
                f"reference.py and second.py of part {number} differ {found}: one is wrong, or "
                "the text leaves it open",
            )


def stub(subject: Subject) -> Iterator[Fault]:
    """No test passes on signatures alone."""
    for part in subject.parts:
        mine = subject.cases(part.number, part.number)
        for case in set(mine) - set(failures(subject.draw.stub(part.number), mine)):
            yield Fault(2, str(subject), f"the stub passes {case}")


def wrong_solutions(subject: Subject) -> Iterator[Fault]:
    """Each wrong solution fails exactly what it declares; each category has one that does."""
    proven = set()
    for wrong in subject.wrongs():
        failed = failures(subject.draw.wrong(wrong), subject.cases(wrong.part))
        categories = {case.test.category for case in failed}
        name = f"wrong.py {wrong.name}"
        if visible := {case: error for case, error in failed.items() if not case.test.hidden}:
            yield Fault(3, str(subject), f"{name} fails visible tests: {told(visible)}")
        elif not failed:
            yield Fault(3, str(subject), f"{name} passes; it declares to fail {wrong.fails!r}")
        elif categories != {wrong.fails}:
            others = {c: e for c, e in failed.items() if c.test.category != wrong.fails}
            missed = "" if wrong.fails in categories else f" and not {wrong.fails!r}"
            yield Fault(3, str(subject), f"{name} fails also {told(others)}{missed}")
        else:
            proven.add(wrong.fails)
    declared = {case.test.category for case in subject.cases(len(subject.parts))}
    for category in sorted(name for name in declared if name and name not in proven):
        yield Fault(
            3,
            str(subject),
            f"no wrong solution of wrong.py passes all visible tests and fails {category!r} alone",
        )


def earlier_contracts(subject: Subject) -> Iterator[Fault]:
    """Without any one method of part 1 the finished solution fails a test of part 1."""
    final = subject.draw.reference(len(subject.parts))
    first = subject.cases(1)
    for name, text in _lamed(final, subject.problem.required, subject.parts[0].added):
        if not failures(text, first):
            yield Fault(
                4, str(subject), f"a finished solution without {name}() passes every part 1 test"
            )


REPLAYS = """

_Model = {required}


class _Replays:
    def __init__(self, *args, **named):
        self._made = (args, named)
        self._calls = []

    def __getattr__(self, name):
        getattr(_Model, name)

        def call(*args, **named):
            self._calls.append((name, args, named))
            made, made_named = self._made
            model = _Model(*made, **made_named)
            for method, args, named in self._calls:
                failure = None
                try:
                    result = getattr(model, method)(*args, **named)
                except Exception as error:
                    failure = error
            if failure is not None:
                raise failure
            return result

        return call


{required} = _Replays
"""


def plain(subject: Subject) -> Iterator[Fault]:
    """The plainest part 1 passes: it keeps nothing but the calls, and replays them each time."""
    text = subject.draw.reference(1) + REPLAYS.format(required=subject.problem.required)
    if failed := failures(text, subject.cases(1)):
        yield Fault(
            4, str(subject), f"a part 1 that replays all calls is right, and fails {told(failed)}"
        )


def sharing(subject: Subject) -> Iterator[Fault]:
    """A part whose hidden tests alone catch a removed copy is in `shares`.

    What the code shares is then not told before that part is passed.
    """
    for part in subject.parts:
        before = subject.parts[part.number - 2].reference if part.number > 1 else ""
        for mutant in mutants(part.reference, before):
            if mutant.operator != "copy removed":
                continue
            failed = failures(mutant.text, subject.cases(part.number))
            if all(case.test.hidden for case in failed):
                for number in sorted({case.part for case in failed}):
                    if not subject.parts[number - 1].shares:
                        yield Fault(
                            8,
                            str(subject),
                            f"part {number} is not in `shares`, and its hidden tests alone catch "
                            f"this in {mutant.where}: {mutant.diff!r}",
                        )


def reworks(subject: Subject) -> Iterator[Fault]:
    """A part that changes earlier methods of the model solution says so, and no other does."""
    before = _functions(subject.parts[0].reference)
    for part in subject.parts[1:]:
        now = _functions(part.reference)
        changed = sorted(name for name in before if now.get(name, "") != before[name])
        if changed and not part.reworks:
            yield Fault(
                4,
                str(subject),
                f"part {part.number} changes {', '.join(changed)} of the reference; list it in "
                "`reworks`",
            )
        if part.reworks and not changed:
            yield Fault(4, str(subject), f"part {part.number} is in `reworks` and changes nothing")
        before = now


def _functions(source: str) -> dict[str, str]:
    """Each function and method but `__init__`, with its code."""
    return {
        node.name: ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name != "__init__"
    }


def _lamed(source: str, required: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The module with one public method at a time made to raise."""
    for name in names:
        tree = ast.parse(source)
        for owner in ast.walk(tree):
            if isinstance(owner, ast.ClassDef) and owner.name == required:
                for method in owner.body:
                    if isinstance(method, ast.FunctionDef) and method.name == name:
                        method.body = [ast.Raise(ast.Name("NotImplementedError"))]
                        yield name, ast.unparse(ast.fix_missing_locations(tree))
