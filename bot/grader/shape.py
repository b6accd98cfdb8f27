"""Says what is surely too long, too deep, repeated or badly named in a submission's code."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from drills.model import Finding

Function = ast.FunctionDef | ast.AsyncFunctionDef

LONG = 50  # lines of code of one function, more than which is said
DEEP = 5  # blocks within each other in one function, more than which is said (as in pylint)
REPEATED = 5  # lines of code that two places must share
WORTH = 30  # syntax nodes that a repetition must have
STATEMENTS = 1_500  # beyond which repetitions are not looked for
MOST = 3  # repetitions said

MEANINGLESS = re.compile(
    r"(foo|bar|baz|qux|asdf\w*|blah|stuff|thingy?|whatever|do_?stuff|do_?it|"
    r"(tmp|temp|data|val|var|obj|thing|func|method|list|dict|helper|x|y)_?\d+)",
    re.IGNORECASE,
)
COORDINATES = frozenset("xyzn_")
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelled(number: int) -> str:
    """A small number as a word."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def functions(tree: ast.Module) -> list[Function]:
    """Every function and method, in the order of the file."""
    found = [n for n in ast.walk(tree) if isinstance(n, Function)]
    return sorted(found, key=lambda function: function.lineno)


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """A body without the text that describes it."""
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return body[1:] if isinstance(first.value.value, str) else body
    return body


# --- size ------------------------------------------------------------------------------------


def sizes(source: str, tree: ast.Module) -> list[Finding]:
    """Findings of kind "size"."""
    lines = source.split("\n")  # as the tree counts them: a form feed ends no line
    found = []
    for function in functions(tree):
        length = 1 + _code_lines(lines, without_docstring(function.body))
        if length > LONG:
            found.append(
                Finding("size", function.lineno, f"`{function.name}` is {length} lines long")
            )
        depth, line = _deepest(function.body, function.lineno)
        if depth > DEEP:
            text = f"`{function.name}` nests {spelled(depth)} blocks within each other here"
            found.append(Finding("size", line, text))
    return found


def _code_lines(lines: list[str], block: list[ast.stmt]) -> int:
    """How many lines of code a block has: no blank lines, no comments."""
    if not block:
        return 0
    spanned = lines[block[0].lineno - 1 : block[-1].end_lineno]
    return sum(1 for line in spanned if line.strip() and not line.lstrip().startswith("#"))


def _deepest(block: list[ast.stmt], line: int) -> tuple[int, int]:
    """How many blocks lie within each other at most, and the line of the innermost."""
    best = (0, line)
    for statement in block:
        if isinstance(statement, Function | ast.ClassDef):
            continue  # told of itself
        for inner, is_elif in _inner_blocks(statement):
            depth, at = _deepest(inner, statement.lineno)
            # An `elif` stands beside its `if` and not within it.
            best = max(best, (depth + (not is_elif), at), key=lambda found: found[0])
    return best


def _inner_blocks(statement: ast.stmt) -> Iterator[tuple[list[ast.stmt], bool]]:
    for name in ("body", "finalbody"):
        if block := getattr(statement, name, None):
            yield block, False
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body, False
    if orelse := getattr(statement, "orelse", None):
        is_elif = (
            isinstance(statement, ast.If) and len(orelse) == 1 and isinstance(orelse[0], ast.If)
        )
        yield orelse, is_elif


# --- repetition ------------------------------------------------------------------------------


def repetitions(source: str, tree: ast.Module) -> list[Finding]:
    """Findings of kind "repeat": the same statements in two places, whatever their variables."""
    lines = source.split("\n")  # as the tree counts them: a form feed ends no line
    blocks = [
        (function.name, block)
        for function in functions(tree)
        for block in _all_blocks(without_docstring(function.body))
    ]
    if sum(len(block) for _, block in blocks) > STATEMENTS:
        return []
    alike = [[_normal([statement]) for statement in block] for _, block in blocks]
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for which, normals in enumerate(alike):
        for at, normal in enumerate(normals):
            places[normal].append((which, at))
    runs = []
    for same in places.values():
        for i, first in enumerate(same[:20]):
            for second in same[i + 1 : 20]:
                if length := _run(alike[first[0]], first[1], alike[second[0]], second[1]):
                    block = blocks[first[0]][1][first[1] : first[1] + length]
                    runs.append((_code_lines(lines, block), block, first, second, length))
    found: list[Finding] = []
    covered: set[int] = set()
    for size, block, first, second, length in sorted(runs, key=lambda run: -run[0]):
        other = blocks[second[0]][1][second[1] : second[1] + length]
        if size < REPEATED or len(found) == MOST:
            break
        if sum(1 for s in block for _ in ast.walk(s)) < WORTH or _normal(block) != _normal(other):
            continue
        spans = {*_span(block), *_span(other)}
        if _span(block) & _span(other) or spans & covered:
            continue
        covered |= spans
        here, there = blocks[first[0]][0], blocks[second[0]][0]
        if here == there:
            text = f"`{here}` holds the same {spelled(size)} lines twice"
        else:
            text = f"`{here}` and `{there}` hold the same {spelled(size)} lines"
        found.append(Finding("repeat", other[0].lineno, text))
    return found


def _all_blocks(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    yield body
    for statement in body:
        if not isinstance(statement, Function | ast.ClassDef):
            for inner, _ in _inner_blocks(statement):
                yield from _all_blocks(inner)


def _run(one: list[str], i: int, other: list[str], j: int) -> int:
    """How many statements in a row are the same from i and j on; 0 within a longer run."""
    if i and j and one[i - 1] == other[j - 1]:
        return 0
    length = 0
    for here, there in zip(one[i:], other[j:], strict=False):
        if here != there:
            break
        length += 1
    return length


def _normal(statements: list[ast.stmt]) -> str:
    """Statements with their variables numbered as they appear; attributes and constants stand."""
    text = "\n".join(ast.dump(statement) for statement in statements)
    numbers: dict[str, str] = {}

    def number(match: re.Match[str]) -> str:
        return f"Name(id='{numbers.setdefault(match[1], str(len(numbers)))}'"

    return re.sub(r"Name\(id='(\w+)'", number, text)


def _span(block: list[ast.stmt]) -> set[int]:
    return set(range(block[0].lineno, (block[-1].end_lineno or block[-1].lineno) + 1))


# --- names -----------------------------------------------------------------------------------


def names(tree: ast.Module, given: frozenset[str]) -> list[Finding]:
    """Findings of kind "name": of functions, classes and attributes that say nothing for sure."""
    found: dict[str, Finding] = {}
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef):
            name, what = node.name, "class" if isinstance(node, ast.ClassDef) else "function"
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        ):
            name, what = node.attr, "attribute"
        else:
            continue
        bare = name.strip("_")
        lone = len(bare) == 1 and bare not in COORDINATES
        if name not in given and (lone or MEANINGLESS.fullmatch(bare)):
            text = f"the name of the {what} `{name}` does not say what it is"
            known = found.get(name)
            if known is None or node.lineno < known.line:
                found[name] = Finding("name", node.lineno, text)
    return list(found.values())
