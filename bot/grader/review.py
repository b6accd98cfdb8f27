"""Reviews a submission's text beside its tests, without running it."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from bot.grader import api, lint, rewriting, shape, sharing
from drills.model import Cost, Finding, Growth, Problem, Review

T = TypeVar("T")

LONGEST = 60_000  # characters of a text that is read at all
MOST = 40  # findings kept of one kind
WIDEST = 160  # characters of a finding

# All that the measuring says, see `inside/growth.py`. What is anything else was not said by it.
_NUMBER = r"[\d,.]{1,12}"
_POINT = rf"{_NUMBER} (?:s|ms|µs|ns|steps) at {_NUMBER}"
_EVIDENCE = re.compile(rf"(?:did not grow|grew) up to {_NUMBER}|{_POINT}, {_POINT}")


def review(source: str, problem: Problem, part: int, before: str | None) -> Review:
    """What is surely so in a submission's text; `before` is the text that passed the part before.

    Reads hostile text: what does not parse, is too long or too deep has an empty review. Costs
    are not in it; they are measured elsewhere.
    """
    tree = parsed(source)
    if tree is None:
        return Review()
    asked = problem.parts[part - 1]
    signatures = parsed(asked.signatures) or ast.Module([], [])
    given = _names(signatures)
    found: list[Finding] = []
    looks: tuple[Callable[[], list[Finding]], ...] = (
        lambda: lint.lint(source, tree, given),
        lambda: sharing.sharing(tree, signatures, problem.required),
        lambda: api.api(tree, signatures, problem.required),
        lambda: shape.sizes(source, tree),
        lambda: shape.repetitions(source, tree),
        lambda: shape.names(tree, given),
    )
    for look in looks:
        found += (_guarded(look) or [])[:MOST]
    share, lines = None, 0
    if part > 1 and before is not None:
        share, lines = _guarded(lambda: _rewritten(before, source)) or (None, 0)
    return Review(
        findings=tuple(sorted(map(_printable, found), key=lambda each: (each.line, each.kind))),
        signals=_guarded(lambda: signals(tree, problem)) or (),
        rewritten=share,
        lines_before=lines,
    )


def parsed(source: str) -> ast.Module | None:
    """The syntax tree of a text, or None where there is none that can be worked with."""
    if len(source) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of doubtful escapes in a text that is not ours
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def signals(tree: ast.Module, problem: Problem) -> tuple[str, ...]:
    """The names of the problem's predicates that hold of a tree. One that raises does not."""
    scope: dict[str, object] = {"__name__": "signals"}
    exec(compile(problem.signals, "signals.py", "exec"), scope)
    found = []
    for name in problem.sentences:
        holds = scope.get(name)
        if callable(holds) and _guarded(partial(holds, tree)):
            found.append(name)
    return tuple(found)


def costs_of(raw: object, costs: str) -> tuple[Cost, ...]:
    """What the sandbox measured, as far as it can be believed.

    `raw` is the answer of `measure`, by way of the sandbox and not to be trusted; `costs` the
    problem's own `costs.py`, from which the operations, what n is and the expected class are
    taken. What has another shape is dropped, and so is evidence in words that are not ours.
    """
    if not isinstance(raw, list):
        return ()
    expected = declared(costs)
    found: dict[str, Cost] = {}
    for each in raw[: len(expected)]:
        if not isinstance(each, dict):
            continue
        name, kind, reach = (each.get(key) for key in ("operation", "measured", "reach"))
        evidence = each.get("evidence")
        if not isinstance(name, str) or name not in expected or name in found:
            continue
        if kind is not None and kind not in list(Growth):
            continue
        if type(reach) is not int or not 0 <= reach <= 1_000_000 or not isinstance(evidence, str):
            continue
        n, growth = expected[name]
        believed = evidence if len(evidence) < 80 and _EVIDENCE.fullmatch(evidence) else ""
        measured = Growth(kind) if kind is not None and believed else None
        found[name] = Cost(name, n, growth, measured, reach, believed if measured else "")
    return tuple(found[name] for name in expected if name in found)


def declared(costs: str) -> dict[str, tuple[str, Growth]]:
    """The operations of a rendered `costs.py`: what n is and the class that is expected of each."""
    found = {}
    for node in ast.parse(costs).body:
        if isinstance(node, ast.ClassDef):
            for each in node.decorator_list:
                if isinstance(each, ast.Call):
                    said = {k.arg: ast.literal_eval(k.value) for k in each.keywords}
                    found[node.name] = (str(said["n"]), Growth(said["expected"]))
    return found


def _printable(finding: Finding) -> Finding:
    """A finding whose text, which quotes the submission, is one short line."""
    text = "".join(letter for letter in finding.text if letter.isprintable())
    return replace(finding, text=text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…")


def _rewritten(before: str, after: str) -> tuple[float, int] | None:
    # Parsed once more: the comparison takes the docstrings out of its trees.
    old, new = parsed(before), parsed(after)
    return rewriting.rewritten(old, new) if old is not None and new is not None else None


def _names(signatures: ast.Module) -> frozenset[str]:
    """Every name that a problem's signatures bring: of classes, methods and parameters."""
    return frozenset(_bound(ast.walk(signatures)))


def _bound(nodes: Iterable[ast.AST]) -> Iterable[str]:
    for node in nodes:
        if isinstance(node, shape.Function | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg


def _guarded(look: Callable[[], T]) -> T | None:
    """What a look at a hostile tree says, or None where the tree is too much for it."""
    try:
        return look()
    except Exception:
        return None
