"""Writes random programs that share, copy, change and hand about objects: a solution and its test.

A grammar writes both sides, so that everything that a test can do to an object, a submission can
do too. In a production `{kind}` stands for any expression of that kind. Left out is only what is
known to differ, or not to be the same in any two runs:
- the order of a set (`take` sorts it; no set holds two objects);
- `is` on values and bound methods (`same` asks for it only where it means something);
- operators of a submission's class with a plain operand, which the referee decides by itself:
  each class here answers them as it would, with NotImplemented.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

PLACE = re.compile(r"\{(\w+)\}")
BATCH = 10  # programs that share one solution

GRAMMAR: dict[str, tuple[str, ...]] = {
    "int": ("0", "1", "2", "len({list})", "len({dict})"),
    "key": ('"x"', '"y"', '"z"'),
    "list": (
        *("[]", "[{any}]", "[{any}, {any}]", "([{any}] * 2)", "([{list}] * 2)", "[[{any}], [{any}]]"),
        *("{list}", "{list}", "{list}[:]", "{list}[1:]", "list({list})", "[*take({iter}), {any}]"),
        *("({list} + [{any}])", "copy.copy({list})", "copy.deepcopy({list})", "take({iter})"),
        *("list({dict}.values())", "{dict}.setdefault({key}, [])", "{list}[::-1]"),
        *("sorted({list}, key=lambda x: type(x).__name__)", "[x for x in {list} if x]"),
        *("list(zip({list}, {list}))", "list(map({call}, {list}[:3]))", "deque({list}, 4)"),
        *("[{call}(x) for x in take({iter})]", "[*{dict}]", "[[] for x in {list}]"),
    ),
    "dict": (
        *("{}", "{{key}: {any}}", "{dict}", "{dict}", "dict({dict})", "{**{dict}, {key}: {any}}"),
        *("copy.copy({dict})", "copy.deepcopy({dict})", 'dict.fromkeys("xy", {any})'),
        *("{k: v for k, v in {dict}.items()}", "dict(enumerate({list}[:3]))", "{dict}.copy()"),
        *("defaultdict(list, {dict})", "OrderedDict({dict})", "{k: [v] for k, v in {dict}.items()}"),
        *("dict(zip('xyz', {list}))", "{{node}: {any}}", "{({node}, 1): {any}}", "{dict} | {dict}"),
    ),
    "set": ("{1, 2}", "{{node}}", "set(range({int}))", "{x for x in {list} if type(x) is int}"),
    "iter": (
        *("iter({list})", "(x for x in {list})", "{dict}.values()", "{dict}.items()", "{dict}"),
        *("reversed({list})", "enumerate({list})", "map({call}, {list})", "zip({list}, {dict})"),
        *("filter(None, {list})", "{list}", "{list}", "{list}", "{set}", "{any}", "{node}"),
    ),
    "call": (
        *("lambda x: x", "lambda x: [x]", "lambda x: {list}.append(x)", "{list}.append", "{call}"),
        *("lambda x: {any}", "bool", "lambda *x: x", "functools.partial(next_to, {any})"),
        *("operator.itemgetter(0)", "str.upper", "lambda x: x.parts", "{error}.with_traceback"),
    ),
    "node": ('Node("m", {any})', "{node}", "{node}", "copy.copy({node})", "copy.deepcopy({node})"),
    "error": ("KeyError({any})", "ValueError({any})", "{error}", "StopIteration({any})"),
    "any": (
        *("{int}", "{key}", "None", "{list}", "{list}", "{dict}", "{set}", "{node}", "{node}"),
        *("({any}, {any})", "{iter}", "{call}", "{error}", "{any}", "{any}", "{any}", "{any}"),
        *("str({error})", "{dict}.get({node})", "frozenset([{node}])", "{error}.args", "range({int})"),
        *("{list}[0]", "{list}[-1]", "{dict}.get({key})", "{dict}[{key}]", "{node}.parts"),
        *("copy.copy({any})", "copy.deepcopy({any})", "next({iter})", "{call}({any})"),
        *("max({list}, key=lambda x: type(x).__name__)", "({any} if {test} else {any})"),
    ),
    "test": (
        *("same({any}, {any})", "{any} == {any}", "{any} != {any}", "{any} in {list}"),
        *("{any} in {any}", "bool({any})", "{key} in {dict}", "isinstance({any}, list)"),
        *("callable({any})", "{list} == {list}", "{dict} == {dict}", "hasattr({any}, 'parts')"),
        *("{node} == {node}", "{node} in {list}", "{node} < {node}", "{node} in {{node}: 1}"),
        *("isinstance({any}, Node)", "len({any}) > 1", "{any} in {iter}"),
        *("{node} in {dict}", "{node} in {set}", "hash({node}) == hash({node})", "{set} == {set}"),
        *("{any} is None", "isinstance({error}, LookupError)", "callable({any}.parts)"),
    ),
    "do": (
        *("{a_list}.append({any})", "{a_list}.append({any})", "{a_list}.insert(0, {any})"),
        *("{a_list}.extend(take({iter}))", "{a_list}.reverse()", "{a_list}.clear()", "{a_list}.pop()"),
        *("{a_list}[0] = {any}", "{a_list}[:] = take({iter})", "del {a_list}[0]", "{a_list}.remove({any})"),
        *("{a_dict}[{key}] = {any}", "{a_dict}.update({dict})", "{a_dict}.pop({key})", "{a_dict}.clear()"),
        *("del {a_dict}[{key}]", "{a_dict}.setdefault({key}, []).append({any})", "{a_set}.add({int})"),
        *("{a_node}.parts = {any}", "{a_node}.name = {key}", "{a_node}.parts.append({any})"),
        *("{a_call}({any})", "{a_call}({any})", "raise {error}", "{a_any}.append({any})", "{a_error}.found = 1"),
        *("{a_any}.clear()", "{a_any}[{key}] = {any}", "{a_any}.close()", "{a_any}.send({any})"),
        *("{a_dict}[{node}] = {any}", "{a_dict}.pop({node}, None)", "{a_node}.parts += [{any}]"),
        *("{a_list}[1:2] = take({iter})", "{a_list} += take({iter})", "{a_dict} |= {dict}"),
        *("next({iter})", "{any}.throw({error})", "{a_list}.sort(key=lambda x: type(x).__name__)"),
        *("assert {test}", "{call}(*take({iter}, 2))", "{call}({any}, **{dict})"),
        *("raise Trouble({any})", "raise Trouble({any}) from {error}", "del {a_node}.parts"),
    ),
}  # fmt: skip

BLOCKS = (
    "if {test}:\n    {do}\nelse:\n    {do}",
    "for x in take({iter}):\n    {do}\n    {a_list}.append(x)",
    "for x in take({iter}):\n    {call}(x)",
    "for x in islice({a_list}, 4):\n    {a_list}.append(x)",
    "try:\n    {do}\nexcept Exception as error:\n    {a_list}.append(error)",
    "try:\n    {do}\nexcept Exception as error:\n    raise Trouble({any}) from error",
    "try:\n    {do}\nfinally:\n    {do}",
    "try:\n    {do}\nexcept Trouble as error:\n    {a_list}.append(error.found)",
    "for at, x in enumerate(islice({a_dict}, 4)):\n    {do}",
)

NODES = (
    """
class Node:
    def __init__(self, name, parts=None): self.name, self.parts = name, parts
""",
    """
class Node:
    def __init__(self, name, parts=None): self.name, self.parts = name, parts
    def __eq__(self, other): return self.name == other.name if isinstance(other, Node) else NotImplemented
    def __hash__(self): return hash(self.name)
    def __lt__(self, other): return self.name < other.name if isinstance(other, Node) else NotImplemented
""",
    """
class Node:
    made = []
    def __init__(self, name, parts=made): self.name, self.parts = name, parts
    def __iter__(self): return iter(self.parts)
    def __len__(self): return len(self.parts)
    def __getitem__(self, at): return self.parts[at]
    def __setitem__(self, at, value): self.parts[at] = value
    def append(self, value): self.parts.append(value)
""",
    """
class Node:
    def __init__(self, name, parts=()): self.name, self.parts = name, parts
    def __iter__(self): yield from self.parts
    def __bool__(self): return bool(self.parts)
    def __call__(self, value): return self.parts
    def __copy__(self): return Node(self.name, self.parts)
    def __deepcopy__(self, memo): return self
    def __iadd__(self, other):
        self.parts = self.parts, other
        return self
""",
    """
class Node:
    def __init__(self, name, parts=()): self.name, self.parts, self.at = name, parts, 0
    def __iter__(self): return self
    def __next__(self):
        self.at += 1
        if self.at > 3: raise StopIteration(self)
        return self.parts
""",
    """
@dataclasses.dataclass
class Node:
    name: str
    parts: object = dataclasses.field(default_factory=list)
""",
    """
@dataclasses.dataclass(frozen=True, order=True)
class Node:
    name: str
    parts: object = None
""",
    """
class Node:
    __slots__ = ("name", "parts")
    def __init__(self, name, parts=None): self.name, self.parts = name, parts
    def __contains__(self, value): return value in self.parts
    def __iter__(self): return iter(self.parts)
    def send(self, value): self.parts = value
""",
    """
class Node(typing.NamedTuple):
    name: str
    parts: object = None
""",
    """
class Node(list):
    def __init__(self, name, parts=()):
        super().__init__(take(parts) if isinstance(parts, list) else [parts])
        self.name, self.parts = name, parts
""",
    """
class Node(dict):
    def __init__(self, name="d", parts=None):
        super().__init__(name=name, own=parts)
        self.name, self.parts = name, parts
    def __missing__(self, key): return self.parts
""",
    """
class Node:
    def __init__(self, name, parts=None): self.name, self._parts, self.calls = name, parts, 0
    @property
    def parts(self):
        self.calls += 1
        return self._parts if self.calls % 3 else [self._parts]
    @parts.setter
    def parts(self, value): self._parts = value
    def __getattr__(self, name):
        if name == "close": return lambda: self
        raise AttributeError(name)
""",
)  # fmt: skip

TROUBLES = (
    "class Trouble(Exception): pass",
    "class Trouble(LookupError):\n"
    "    def __init__(self, found):\n"
    '        super().__init__("trouble")\n'
    "        self.found = found",
    "class Trouble(ValueError):\n    def __str__(self): return 'in trouble'",
)

SOLUTION = '''\
import copy, dataclasses, functools, operator, typing
from collections import OrderedDict, defaultdict, deque
from contextlib import contextmanager
from itertools import islice

SHARED, TABLE = [], {{}}
LEFT = [None] * 60  # calls: where a recursion ends is not said alike

def take(found, most=5):
    if isinstance(found, (set, frozenset)):
        found = sorted(found, key=lambda x: f"{{type(x).__name__}} {{x if type(x) in (int, str) else ''}}")
    return list(islice(found, most))

def same(one, other):
    kinds = (type(None), bool, int, float, str, tuple, frozenset, range)
    if type(one) in kinds or type(one).__name__ == "method":
        return type(one) is type(other)
    return one is other

def next_to(one, other): return one, other

@functools.lru_cache
def cached(key): return [key]
{node}
{trouble}

class Box:
    pool = []
    def __init__(self):
        self.rows, self.table, self.kept, self.call, self.node = [], {{}}, None, take, Node("n", [])
    @contextmanager
    def opened(self, a):
        self.rows.append(a)
        try:
            yield self.kept
        finally:
            self.rows.append("closed")
{methods}
'''

TEST = """\
import copy, functools, operator
from collections import OrderedDict, defaultdict, deque
from itertools import islice
import solution
from observing import begin, look, same, step, take
from solution import Box, Node, Trouble

def next_to(one, other): return one, other

class Fake:
    def __init__(self, name, parts): self.name, self.parts = name, parts
    def __call__(self, value):
        self.parts = value
        return self
    def hear(self, value):
        self.parts.append(value)
        return value
    def __iter__(self): return iter(self.parts)
"""

FUNCTION = """

def {name}():
    begin("{name}")
    left = [3]
    def again(value):
        if left[0] == 0: raise LookupError(value)
        left[0] -= 1
        return box.m0(value, again)
    v0 = v1 = v2 = v3 = v4 = v5 = None
    box = Box()
{steps}
"""

IN_SOLUTION = {
    "list": ("self.rows", "self.rows", "SHARED", "self.pool", "cached({key})"),
    "dict": ("self.table", "self.table", "TABLE"),
    "call": ("self.call", "self.m0"),
    "node": ("self.node", "Node({key}, {list})"),
    "error": ("Trouble({any})", "self.kept"),
    "set": ("self.pool",),
    "any": ("a", "a", "a", "b", "self.kept", "self.rows", "self"),
    "do": (
        *("self.rows = {list}", "self.table = {dict}", "self.kept = {any}", "self.kept = {any}"),
        *("self.call = {call}", "self.node = {node}", "self.rows += {list}[:3]", "a.append(b)"),
        *("b(a)", "b(self.rows)", "a[0] = b", "self.rows.append(a)", "self.table[{key}] = a"),
        *("self.pool.append(a)", "Box.pool = {list}"),
    ),
}
IN_TEST = {
    "list": ("box.rows", "solution.SHARED", "Box.pool", "solution.cached({key})"),
    "dict": ("box.table", "solution.TABLE"),
    "call": ("again", "box.m1", "Fake({key}, {list}).hear", "Fake({key}, {any})", "box.call", "Node"),
    "node": ("box.node", 'Node("t", {list})'),
    "error": ("Trouble({any})", "box.kept"),
    "set": ("box.kept",),
    "any": ("box", "box.kept", "Fake({key}, {list})", "v0", "v1", "v2", "v3"),
    "do": (
        *("box.rows = {list}", "box.kept = {any}", "box.call = {call}", "solution.SHARED = {list}"),
        "with box.opened({any}) as v4:\n    {do}\n    {do}",
        *("box.node = {node}", "box = Box()", "v0, *v1 = {iter}", "v2, v3 = {any}", "v0 = v1", "del v2", "box.table = {dict}"),
    ),
}
KINDS = ("list", "dict", "set", "iter", "call", "node", "error", "any", "any", "any")
RETURNS = ("list", "list", "dict", "iter", "call", "node", "any", "any", "yield")
YIELDS = (
    ("yield {any}", "self.kept = yield {any}", "return {any}"),
    ("yield from {iter}",),
    ("try:\n    yield {any}\n    yield {any}\nfinally:\n    {do}",),
    ("for x in {list}:\n    yield x\n    if len(self.rows) > 9: return\n    {do}",),
)
METHODS = 6
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
    def function(self) -> str:
        return FUNCTION.format(name=self.name, steps="\n".join(self.steps))

    @property
    def test(self) -> str:
        return TEST + self.function


class _Writer:
    def __init__(self, random: Random, names: dict[str, tuple[str, ...]]) -> None:
        self._random = random
        self._names = {kind: list(names.get(kind, ())) for kind in GRAMMAR}

    def write(self, production: str, depth: int = 2) -> str:
        """With every `{kind}` in it written out."""
        return PLACE.sub(lambda match: self._expression(match[1], depth), production)

    def _expression(self, kind: str, depth: int) -> str:
        if kind.startswith("a_"):  # something that has a name, and so is worth changing
            return self.write(self._random.choice(self._names[kind[2:]]), depth - 1)
        if kind not in GRAMMAR:
            return "{" + kind + "}"
        names, productions = self._names[kind], GRAMMAR[kind]
        if depth <= 0:
            productions = tuple(each for each in productions if not PLACE.search(each))
        elif names and self._random.random() < 0.3:
            productions = ()
        text = self._random.choice([*names, *productions] or GRAMMAR[kind])
        found = self.write(text, depth - 1)
        return f"({found})" if found.startswith("lambda") else found

    def learn(self, name: str, kind: str) -> None:
        """The variable holds something of this kind from now on."""
        for names in self._names.values():
            if name in names and names is not self._names["any"]:
                names.remove(name)
        if kind in self._names and kind != "any":
            self._names[kind].append(name)

    def statement(self) -> str:
        return self.write(self._random.choice((*BLOCKS, *["{do}"] * 14)))


def solution(seed: int) -> tuple[str, list[str]]:
    """A module, and what kind of thing each of its methods returns."""
    random = Random(f"solution {seed}")
    writer = _Writer(random, IN_SOLUTION)
    methods, kinds = [], []
    for number in range(METHODS):
        default = random.choice(("None", "None", "[]", "{}"))
        body = [writer.statement() for _ in range(random.choice((0, 1, 1, 2)))]
        kind = random.choice(RETURNS)
        if kind == "yield":
            body += map(writer.write, random.choice(YIELDS))
        else:
            body.append(writer.write(f"return {{{kind}}}"))
        kinds.append("iter" if kind == "yield" else kind)
        methods.append(f"    def m{number}(self, a=None, b={default}, *rest):\n        LEFT.pop()")
        methods += _indented(body, 8)
    return (
        SOLUTION.format(
            node=random.choice(NODES), trouble=random.choice(TROUBLES), methods="\n".join(methods)
        ),
        kinds,
    )


def program(seed: int) -> Program:
    text, kinds = solution(seed // BATCH)
    random = Random(f"program {seed}")
    writer = _Writer(random, IN_TEST)
    steps = []
    for number in range(random.randint(8, 30)):
        lines = _step(random, writer, kinds)
        steps.append("\n".join([f"    with step({number}):", *_indented(lines, 8)]))
    steps += [f"    with step({name!r}): look({name})" for name in LAST]
    return Program(seed, text, tuple(steps))


def _step(random: Random, writer: _Writer, kinds: list[str]) -> list[str]:
    variable = f"v{random.randrange(6)}"
    match random.choice(("call",) * 6 + ("make",) * 3 + ("do",) * 4 + ("look",) * 4):
        case "call":
            which = random.randrange(METHODS)
            text = writer.write(f"{variable} = box.m{which}({{any}}, {{any}})")
            writer.learn(variable, kinds[which])
            return [text, f"look({variable})"]
        case "make":
            kind = random.choice(KINDS)
            text = writer.write(f"{variable} = {{{kind}}}")
            writer.learn(variable, kind)
            return [text, f"look({variable})"]
        case "do":
            return [writer.statement()]
        case _:
            return [writer.write(random.choice(("look({test})", "look({any})", "look(take({iter}))")))]


def _indented(texts: list[str], spaces: int) -> list[str]:
    return [" " * spaces + line for text in texts for line in text.split("\n")]
