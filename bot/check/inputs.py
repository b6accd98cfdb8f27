"""Compare two solutions on all small inputs: sequences of the calls that a problem's tests make."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from bot.check.running import Late, limited, load
from drills.model import Problem

Call = tuple[str, str]  # the method's name, the source of its arguments

CALLS = 9  # different calls, or one a method; all sequences of three are 9³
LENGTH = 3
LONG, LONGEST = 200, 14  # so many random longer sequences, of 4 to 14 calls
TOLD, TAIL = 400, 6  # so many that begin as a test does, and then go on by up to 6 random calls
PATIENCE = 10.0  # seconds of CPU time for all of them; they take about a tenth of one


@dataclass(frozen=True, slots=True)
class Difference:
    """The first input on which two solutions do not give the same."""

    calls: tuple[Call, ...]
    first: str
    second: str

    def __str__(self) -> str:
        calls = "; ".join(f"{name}({args})" for name, args in self.calls)
        return f"after {calls}: {self.first} and {self.second}"


def small_inputs(problem: Problem, part: int) -> list[tuple[Call, ...]]:
    """Every sequence of up to 3 of the commonest calls, and many longer ones; always the same.

    The calls are those with literal arguments that the tests of parts 1 to `part` make on an
    object of the required class that is made without arguments. Empty where there are none. Some
    of the longer ones begin with the calls of one test, up to any of them: three calls alone do
    not reach what needs two accounts, a node and a transfer.
    """
    stories = [story for story in _stories(problem, part) if story]
    counts = Counter(call for story in stories for call in story)
    calls, every = _commonest(counts), sorted(counts)
    if not calls:
        return []
    found = [some for n in range(1, LENGTH + 1) for some in product(calls, repeat=n)]
    chance = random.Random(problem.id)
    found += [
        tuple(chance.choice(calls) for _ in range(chance.randint(LENGTH + 1, LONGEST)))
        for _ in range(LONG)
    ]
    for _ in range(TOLD):
        story = chance.choice(stories)
        tail = [chance.choice(every) for _ in range(chance.randint(1, TAIL))]
        found.append((*story[: chance.randint(1, len(story))], *tail))
    return found


def _stories(problem: Problem, part: int) -> Iterator[list[Call]]:
    """The calls of each test, in their order."""
    for each in problem.parts[:part]:
        for source in (each.visible, each.hidden):
            for function in ast.walk(ast.parse(source)):
                if isinstance(function, ast.FunctionDef):
                    yield list(_calls_of(function, problem.required))


def _calls_of(function: ast.FunctionDef, required: str) -> Iterator[Call]:
    made = {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and ast.unparse(node.value) == f"{required}()"
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    called = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    for node in sorted(called, key=lambda node: (node.lineno, node.col_offset)):
        match node.func:
            case ast.Attribute(value=ast.Name(id=name), attr=method) if name in made:
                args = [*node.args, *(keyword.value for keyword in node.keywords)]
                if all(_literal(arg) for arg in args):
                    inner = [*map(ast.unparse, node.args), *map(_spelled, node.keywords)]
                    yield method, ", ".join(inner)


def _spelled(keyword: ast.keyword) -> str:
    value = ast.unparse(keyword.value)
    return f"{keyword.arg}={value}" if keyword.arg else f"**{value}"


def _literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def _commonest(counts: Counter[Call]) -> list[Call]:
    """The commonest calls, taken in turn from each method; the order does not depend on hashes."""
    ranked = sorted(counts, key=lambda call: (-counts[call], call))
    methods = sorted({method for method, _ in ranked})
    turns = {m: [call for call in ranked if call[0] == m] for m in methods}
    rounds = max((len(calls) for calls in turns.values()), default=0)
    fair = [turns[m][k] for k in range(rounds) for m in methods if k < len(turns[m])]
    return fair[: max(CALLS, len(methods))]


class SmallInputs:
    """What a model solution gives on every small input, to set others beside it."""

    def __init__(self, problem: Problem, part: int, reference: str) -> None:
        self._problem = problem
        self.sequences = small_inputs(problem, part)
        self._gives = list(self._traces(reference, self.sequences))

    def difference(self, other: str) -> Difference | None:
        """Where another solution first gives something else, or None."""
        calls: tuple[Call, ...] = ()
        twice = [calls for calls in self.sequences for _ in (False, True)]
        traces = self._traces(other, self.sequences)
        try:
            with limited(PATIENCE):
                for calls, left, right in zip(twice, self._gives, traces, strict=True):
                    for k, (a, b) in enumerate(zip(left, right, strict=True), 1):
                        if a != b:
                            return Difference(calls[:k], a, b)
        except Late:
            return Difference(calls, "an end", "none")
        return None

    def alike(self, one: str, other: str, calls: tuple[Call, ...]) -> bool:
        """Whether two solutions give the same on one input."""
        return list(self._traces(one, [calls])) == list(self._traces(other, [calls]))

    def _traces(self, text: str, sequences: Sequence[tuple[Call, ...]]) -> Iterator[list[str]]:
        """For each sequence what its calls give, twice: the second time with spoiled results."""
        module = load(compile(text, "solution.py", "exec", dont_inherit=True))
        made = getattr(module, self._problem.required)
        for calls in sequences:
            for spoil in (False, True):
                yield _trace(made, calls, spoil)


def _trace(made: type, calls: tuple[Call, ...], spoil: bool) -> list[str]:
    """What each call gives. `spoil` empties each container that comes out, as a caller may."""
    try:
        new = made()
    except Exception as error:
        return [f"cannot be made: {type(error).__name__}"] * len(calls)
    given = []
    for name, args in calls:
        try:
            value = _caller(name, args)(new)
        except Exception as error:
            given.append(f"raises {type(error).__name__}")
            continue
        given.append(_shown(value))
        if spoil and isinstance(value, list | dict | set):
            value.clear()
    return given


@cache
def _caller(name: str, args: str) -> Callable[[object], object]:
    """A function that makes this call, with fresh arguments each time."""
    caller: Callable[[object], object] = eval(f"lambda made: made.{name}({args})")
    return caller


def _shown(value: object) -> str:
    """A value as it compares, also where a solution's own classes are within."""
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}({', '.join(map(_shown, value))})"
    if isinstance(value, dict):
        pairs = (f"{_shown(k)}: {_shown(v)}" for k, v in value.items())
        return f"{type(value).__name__}({', '.join(pairs)})"
    if isinstance(value, set | frozenset):
        return f"{type(value).__name__}({', '.join(sorted(map(_shown, value)))})"
    if type(value).__module__ == "solution":
        return f"{type(value).__name__}({_shown(getattr(value, '__dict__', {}))})"
    return repr(value)
