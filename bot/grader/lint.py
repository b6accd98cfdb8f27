"""Says what is surely wrong or dead in a submission's code: a few of ruff's rules, and our own."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, TypeGuard

from drills.model import Finding

SECONDS = 5
MOST = 1_000  # findings read of one file

# What each rule means, as a sentence about this code. `{name}` is the name that ruff quotes,
# `{code}` the text it points at. Of several on one line the first in this order is said.
RULES = {
    "S110": "this handler swallows every exception in silence",
    "S112": "this handler swallows every exception and goes on with the loop",
    "E722": "a bare `except` catches every exception, also an exit and a misspelt name",
    "BLE001": "`except {code}` catches every exception, also the ones nobody foresaw",
    "B012": "leaving a `finally` here silences whatever exception was on its way",
    "B025": "the same exception is caught twice; this handler is never reached",
    "PLW0133": "an exception is made here and never raised",
    "F821": "`{name}` is defined nowhere",
    "B006": "the default `{code}` is one object shared by every call",
    "F811": "`{name}` is defined a second time, and its first definition is lost",
    "F601": "the key `{name}` is given twice in one dictionary",
    "F632": "`is` compares identity here, where the values were meant",
    "PLR0124": "a value is compared with itself",
    "B015": "the result of this comparison goes nowhere",
    "B018": "this expression does nothing",
    "B019": "a cache on a method keeps every object alive",
    "F401": "the import of `{name}` is never used",
    "F841": "`{name}` is assigned and never used",
    "E711": "comparing with `None` by `==` asks the other value's own `__eq__`",
    "A001": "`{name}` hides the built-in of that name",
    "A002": "the parameter `{name}` hides the built-in of that name",
}


def lint(source: str, tree: ast.Module, given: frozenset[str]) -> list[Finding]:
    """Findings of kind "lint". `given` are names that the problem's own signatures use."""
    told: dict[int, tuple[int, str]] = {}
    for rule, line, text in [*_ruff(source, given), *_dead(tree)]:
        rank = list(RULES).index(rule) if rule else -1
        if line not in told or rank < told[line][0]:
            told[line] = (rank, text)
    return [Finding("lint", line, text) for line, (_, text) in sorted(told.items())]


def _ruff(source: str, given: frozenset[str]) -> Iterator[tuple[str, int, str]]:
    """(rule, line, sentence) of each thing that ruff sees; nothing where ruff is not there."""
    try:
        from ruff import find_ruff_bin  # type: ignore[import-untyped]

        command = [find_ruff_bin(), "check", "--isolated", "--no-cache", "--ignore-noqa", "--quiet"]
        command += ["--output-format", "json", "--target-version", "py311"]
        command += ["--select", ",".join(RULES), "--stdin-filename", "solution.py", "-"]
        ran = subprocess.run(
            command, input=source.encode(), capture_output=True, timeout=SECONDS, check=False
        )
        seen = json.loads(ran.stdout)
    except (ImportError, OSError, ValueError, RecursionError, subprocess.SubprocessError):
        return
    lines = source.split("\n")
    for each in seen[:MOST]:
        sentence = RULES.get(each["code"])
        quoted = re.search(r"`([^`]{1,80})`", each["message"])
        name = quoted[1] if quoted else ""
        if sentence is None or (each["code"] in ("A001", "A002") and name in given):
            continue
        code = _pointed_at(lines, each)
        if "{code}" in sentence and not code:
            continue
        yield each["code"], each["location"]["row"], sentence.format(name=name, code=code)


def _pointed_at(lines: list[str], each: dict[str, Any]) -> str:
    """The short piece of one line that a finding marks, or ""."""
    start, end = each["location"], each["end_location"]
    if start["row"] != end["row"] or start["row"] > len(lines):
        return ""
    piece = lines[start["row"] - 1][start["column"] - 1 : end["column"] - 1]
    return piece if len(piece) <= 40 and "`" not in piece else ""


def _dead(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """Statements that cannot run, and branches that make no difference."""
    continued = {id(node.orelse[0]) for node in ast.walk(tree) if _has_elif(node)}
    for node in ast.walk(tree):
        for block in _blocks(node):
            for before, after in pairwise(block):
                if isinstance(before, ast.Return | ast.Raise | ast.Continue | ast.Break):
                    # A `yield` after `return` makes an empty generator: dead, and on purpose.
                    if not any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(after)):
                        word = type(before).__name__.lower()
                        yield "", after.lineno, f"this is never run: it comes after a `{word}`"
                    break
        if isinstance(node, ast.If) and node.orelse and not _has_elif(node):
            if _same(node.body, node.orelse):
                yield "", node.lineno, "both branches of this `if` do the same"
        elif _has_elif(node) and id(node) not in continued:
            tests = [ast.dump(test) for test in _chain(node) if not _calls(test)]
            if len(set(tests)) < len(tests):
                yield "", node.lineno, "one condition is asked twice in this chain of branches"


def _has_elif(node: ast.AST) -> TypeGuard[ast.If]:
    return isinstance(node, ast.If) and len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block


def _same(one: list[ast.stmt], other: list[ast.stmt]) -> bool:
    return [ast.dump(s) for s in one] == [ast.dump(s) for s in other]


def _chain(node: ast.If) -> list[ast.expr]:
    """The conditions of an if … elif … chain."""
    tests = [node.test]
    while _has_elif(node) and isinstance(following := node.orelse[0], ast.If):
        node = following
        tests.append(node.test)
    return tests


def _calls(test: ast.expr) -> bool:
    return any(isinstance(n, ast.Call | ast.NamedExpr | ast.Await) for n in ast.walk(test))
