"""Writes random programs that share, copy, change and hand about objects: a solution and its test.

One grammar writes both sides, so that whatever a test does to an object, a submission does too.
Left out is only what two runs cannot have in common, and what the referee is known to do otherwise:
- the order of a set, which depends on its past (`take` sorts one, and none holds two objects);
- where a recursion ends (LEFT bounds the calls, and no text of a RecursionError is looked at);
- `is` on values and bound methods, which cross by value (`same` asks where it means something);
- `id()` and an inherited `hash()`, which are those of the stand-in, made anew once it was let go;
- an operator with a plain operand that a submission would not refuse: the referee decides those, so
  that nothing expected is told. Here each returns NotImplemented, `in` agrees with iterating, and a
  test changes in place (`+=`) only what is Python's own;
- what a test's own object says of itself, which names the test (a submission calls no `str`);
- Python's own classes that are not handed over by name, such as `list[int]` or `enumerate`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from string import Template

from families import sections

GRAMMAR = {
    name: text.strip("\n").split("\n\n" if name in ("blocks", "test_blocks", "yields") else "\n")
    for name, text in sections(Path(__file__).with_name("grammar.txt")).items()
}
SCAFFOLD = sections(Path(__file__).with_name("scaffold.txt"))
TEST = SCAFFOLD["module"]
PLACE = re.compile(r"\{(\w+)\}")  # in a production: any expression of that kind

BATCH = 10  # programs that share one solution
METHODS = 6  # of a solution's Box
VARIABLES = 6
RETURNS = ("list", "list", "dict", "iter", "call", "node", "any", "any", "yields")
MAKES = ("list", "dict", "set", "iter", "call", "node", "error", "any", "any", "any")
LOOKS = ("look({test})", "look({any})", "look(take({iter}))")
LAST = ("v0, v1, v2", "v3, v4, v5", "box.rows, box.kept, box.node", "box.table, solution.SHARED")


@dataclass(frozen=True)
class Program:
    """A solution, and a test that is a list of steps: any of them may be left out."""

    seed: int
    solution: str
    steps: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"test_{self.seed}"

    @property
    def test(self) -> str:
        """A function for the module that TEST begins."""
        steps = "\n".join(self.steps)
        return "\n\n" + Template(SCAFFOLD["function"]).substitute(name=self.name, steps=steps)


class _Writer:
    """Writes what the grammar allows, with the names that `side` of a program has."""

    def __init__(self, random: Random, side: str) -> None:
        self._random = random
        self._names = {kind: list(GRAMMAR.get(f"{side}_{kind}", ())) for kind in GRAMMAR}

    def write(self, production: str, depth: int = 2) -> str:
        """With every place in it filled; `depth` says how far what fills it has places too."""

        def written(place: re.Match[str]) -> str:
            line = production[: place.start()].rpartition("\n")[2]
            indent = " " * (len(line) - len(line.lstrip()))
            return self._expression(place[1], depth).replace("\n", "\n" + indent)

        return PLACE.sub(written, production)

    def _expression(self, kind: str, depth: int) -> str:
        if kind.startswith("a_"):  # something with a name, and so worth changing
            return self._random.choice([x for x in self._names[kind[2:]] if "(" not in x])
        names, productions = self._names[kind], GRAMMAR[kind]
        if depth <= 0:
            productions = [each for each in productions if not PLACE.search(each)]
        elif names and self._random.random() < 0.3:
            productions = []
        chosen = self._random.choice([*names, *productions] or GRAMMAR[kind])
        found = self.write(chosen, depth - 1)
        return f"({found})" if found.startswith("lambda") else found

    def learn(self, variable: str, kind: str) -> None:
        """The variable holds something of this kind from now on."""
        for each, names in self._names.items():
            if each != "any" and variable in names:
                names.remove(variable)
        if kind != "any":
            self._names[kind].append(variable)

    def statement(self) -> str:
        blocks = (*GRAMMAR["blocks"], *self._names["blocks"])
        return self.write(self._random.choice((*blocks, *["{do}"] * 14)))


def solution(seed: int) -> tuple[str, list[str]]:
    """A module, and what kind of thing each method of its Box returns."""
    random = Random(f"solution {seed}")
    writer = _Writer(random, "solution")
    lines, kinds = [], []
    for number in range(METHODS):
        kind = random.choice(RETURNS)
        ends = random.choice(GRAMMAR["yields"]) if kind == "yields" else f"return {{{kind}}}"
        body = [writer.statement() for _ in range(random.choice((0, 1, 1, 2)))]
        default = random.choice(("None", "None", "[]", "{}"))
        lines.append(f"    def m{number}(self, a=None, b={default}, *rest):")
        lines += _indented(["LEFT.pop()", *body, writer.write(ends)])
        kinds.append("iter" if kind == "yields" else kind)
    text = Template(SCAFFOLD["solution"]).substitute(
        node=random.choice(SCAFFOLD["nodes"].split("\n\n")),
        trouble=random.choice(SCAFFOLD["troubles"].split("\n\n")),
        methods="\n".join(lines),
    )
    return text, kinds


def program(seed: int) -> Program:
    text, kinds = solution(seed // BATCH)
    random = Random(f"program {seed}")
    writer = _Writer(random, "test")
    steps = []
    for number in range(random.randint(8, 30)):
        lines = _step(random, writer, kinds)
        steps.append("\n".join([f"    with step({number}):", *_indented(lines)]))
    steps += [f"    with step({names!r}): look({names})" for names in LAST]
    return Program(seed, text, tuple(steps))


def _step(random: Random, writer: _Writer, kinds: list[str]) -> list[str]:
    variable = f"v{random.randrange(VARIABLES)}"
    match random.choice(("call",) * 6 + ("make",) * 3 + ("do",) * 4 + ("look",) * 4):
        case "call":
            which = random.randrange(METHODS)
            text, kind = f"{variable} = box.m{which}({{any}}, {{any}})", kinds[which]
        case "make":
            kind = random.choice(MAKES)
            text = f"{variable} = {{{kind}}}"
        case "do":
            return [writer.statement()]
        case _:
            return [writer.write(random.choice(LOOKS))]
    written = writer.write(text)
    writer.learn(variable, kind)
    return [written, f"look({variable})"]


def _indented(texts: list[str]) -> list[str]:
    return [" " * 8 + line for text in texts for line in text.split("\n")]
