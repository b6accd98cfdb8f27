"""Predicates on a submission's syntax tree that the `signals.py` of several problems share.

Each holds only where the tree alone makes it sure. What an honest solution may well do, such as
a table of constants or a look at both ends of a queue, is none of it.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)
Named = Callable[[ast.AST], str | None]

GROW = ("append", "appendleft", "add", "update", "extend", "insert", "setdefault")
SHRINK = ("pop", "popitem", "popleft", "remove", "discard", "clear")
MUTATORS = frozenset((*GROW, *SHRINK, "sort", "reverse"))
LOOKUPS = frozenset(("get", "pop", "setdefault"))
CONTAINERS = ("dict", "list", "set", "defaultdict", "OrderedDict", "deque", "Counter")
OF_TIME = frozenset(
    f"{name}{unit}" for name in ("time", "monotonic", "perf_counter") for unit in ("", "_ns")
) | {"localtime", "gmtime"}
OF_DATETIME = frozenset(("now", "utcnow", "today"))


# --- records -------------------------------------------------------------------------------------


def fields_by_position(tree: ast.Module) -> bool:
    """Four places or more reach the fields of one container's records as `record[1]`.

    A record is what a look-up in an attribute gives, `self._rows[key]`, or a name for it. Two
    different positions must be reached, one of them in the middle: the first and the last of
    something are the ends of a queue. What is changed or sliced as a list is no record.
    """
    for kind in nodes(tree, ast.ClassDef):
        reached: dict[str, list[int]] = defaultdict(list)
        lists: set[str] = set()
        for method in methods(kind):
            records = _records(method)
            for node in ast.walk(method):
                if isinstance(node, ast.Subscript) and (of := _record(node.value, records)):
                    if isinstance(node.slice, ast.Slice):
                        lists.add(of)
                    elif isinstance(node.slice, ast.Constant) and type(node.slice.value) is int:
                        reached[of].append(node.slice.value)
                elif (changed := _mutated(node)) and (of := _record(changed, records)):
                    lists.add(of)
        for of, places in reached.items():
            if of not in lists and len(places) >= 4 and len(set(places)) >= 2 and max(places) >= 1:
                return True
    return False


def _records(method: ast.FunctionDef) -> dict[str, str]:
    """Names that surely stand for a record, and the attribute that it is kept in."""
    found: dict[str, str] = {}
    bound = Counter(node.id for node in nodes(method, ast.Name) if isinstance(node.ctx, ast.Store))
    for node in ast.walk(method):
        of, target = None, None
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            of, target = _looked_up(node.value), node.targets[0]
        elif isinstance(node, ast.For | ast.comprehension):
            called, walked = node.iter, node.target
            if isinstance(called, ast.Call) and isinstance(called.func, ast.Attribute):
                if called.func.attr == "values":
                    of, target = own(called.func.value), walked
                elif called.func.attr == "items" and isinstance(walked, ast.Tuple):
                    of, target = own(called.func.value), walked.elts[-1]
        if of and isinstance(target, ast.Name) and bound[target.id] == 1:
            found[target.id] = of
    return found


def _record(node: ast.expr, records: dict[str, str]) -> str | None:
    """The attribute that an expression's record is kept in."""
    return records.get(node.id) if isinstance(node, ast.Name) else _looked_up(node)


def _looked_up(node: ast.expr) -> str | None:
    """X of `self.X[key]` and `self.X.get(key)`, where the key is no number of a place."""
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        return own(node.value) if not _number(node.slice) else None
    called_on, name, key = _call(node)
    if called_on is not None and name in LOOKUPS and key is not None and not _number(key):
        return own(called_on)
    return None


def spread_over_dictionaries(tree: ast.Module, many: int = 3) -> bool:
    """One method changes that many dictionaries of its object at one and the same key.

    Dictionaries with other keys, or that other methods change, are no record torn apart.
    """
    for kind in nodes(tree, ast.ClassDef):
        known = _dictionaries(kind)
        for method in methods(kind):
            together: dict[str, set[str]] = defaultdict(set)
            for node in ast.walk(method):
                holder, key = _changed_at(node)
                if holder is not None and key is not None and (name := own(holder)) in known:
                    together[ast.dump(key)].add(str(name))
            if any(len(names) >= many for names in together.values()):
                return True
    return False


def _changed_at(node: ast.AST) -> tuple[ast.expr | None, ast.expr | None]:
    """What is changed, and at which key, by `X[key] = …`, `del X[key]` and `X.pop(key)`."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        return node.value, node.slice
    called_on, name, key = _call(node)
    return (called_on, key) if name in ("pop", "setdefault") else (None, None)


def _dictionaries(kind: ast.ClassDef) -> set[str]:
    found = set()
    for node in ast.walk(kind):
        for target, value in _assigned(node):
            name = own(target)
            made = getattr(value.func, "id", "") if isinstance(value, ast.Call) else ""
            of = ("dict", "defaultdict", "OrderedDict", "Counter")
            if name and (isinstance(value, ast.Dict) or made in of):
                found.add(name)
    return found


# --- repetition ----------------------------------------------------------------------------------


def same_check_in_many_methods(tree: ast.Module, many: int = 4) -> bool:
    """That many methods of a class ask one and the same question in an `if`.

    Whether a look-up found something, `if entry is None`, has to be asked wherever one is made.
    """
    for kind in nodes(tree, ast.ClassDef):
        checks: Counter[str] = Counter()
        for method in methods(kind):
            tests = [node.test for node in nodes(method, ast.If)]
            checks.update({ast.dump(test) for test in tests if not _of_a_look_up(test)})
        if max(checks.values(), default=0) >= many:
            return True
    return False


def _of_a_look_up(test: ast.expr) -> bool:
    if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name):
        return isinstance(test.ops[0], ast.Is | ast.IsNot) and len(test.ops) == 1
    return False


def one_long_method(tree: ast.Module) -> bool:
    """A method holds more than a third of a class of sixty lines or more."""
    for kind in nodes(tree, ast.ClassDef):
        longest = max((_lines(method) for method in methods(kind)), default=0)
        if _lines(kind) >= 60 and longest * 3 > _lines(kind):
            return True
    return False


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


# --- what is shared or comes from outside --------------------------------------------------------


def shared_by_all_objects(tree: ast.Module) -> bool:
    """Something of the class, of the module or of a default is changed for one object.

    A container that nothing changes is a constant.
    """
    functions = nodes(tree, ast.FunctionDef)
    held = {name for name, value in _names(tree.body) if _makes_container(value)}
    if any(held & (_changed(one, bare) - _bound(one)) for one in functions):
        return True
    for kind in nodes(tree, ast.ClassDef):
        rebound = {own(t) for node in ast.walk(kind) for t, _ in _assigned(node)}
        of_class = {name for name, value in _names(kind.body) if _makes_container(value)}
        if any((of_class - rebound) & _changed(method, attribute) for method in methods(kind)):
            return True
    return any(_default_kept(one) for one in functions)


def _default_kept(function: ast.FunctionDef) -> bool:
    """A container that is a default is changed, or kept in an attribute as it is."""
    its = function.args
    positional = [*its.posonlyargs, *its.args]
    pairs = [*zip(reversed(positional), reversed(its.defaults), strict=False)]
    pairs += [(a, d) for a, d in zip(its.kwonlyargs, its.kw_defaults, strict=True) if d is not None]
    risky = {arg.arg for arg, default in pairs if _makes_container(default)}
    rebound = {node.id for node in nodes(function, ast.Name) if isinstance(node.ctx, ast.Store)}
    kept = {
        value.id
        for node in ast.walk(function)
        for target, value in _assigned(node)
        if isinstance(target, ast.Attribute) and isinstance(value, ast.Name)
    }
    return bool((risky - rebound) & (_changed(function, bare) | kept))


def _changed(function: ast.FunctionDef, named: Named) -> set[str]:
    found = set()
    for node in ast.walk(function):
        holder: ast.expr | None = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            holder = node.value
        else:
            holder = _mutated(node)
        if holder is not None and (name := named(holder)):
            found.add(name)
    return found


def _bound(function: ast.FunctionDef) -> set[str]:
    """Names that are the function's own."""
    own_names = {n.id for n in nodes(function, ast.Name) if isinstance(n.ctx, ast.Store)}
    outer = {name for node in nodes(function, ast.Global) for name in node.names}
    return (own_names | {arg.arg for arg in nodes(function, ast.arg)}) - outer


def _makes_container(value: ast.expr) -> bool:
    if isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
        return True
    return isinstance(value, ast.Call) and getattr(value.func, "id", "") in CONTAINERS


def reads_the_machines_clock(tree: ast.Module) -> bool:
    """A function of `time` or `datetime` is called that tells the time of day."""
    clocks: set[str] = set()  # names for `time.time` and the like
    times: set[str] = set()  # for the module `time`
    kinds: set[str] = set()  # for `datetime`, the module or the class
    for imported in nodes(tree, ast.Import):
        for alias in imported.names:
            if alias.name in ("time", "datetime"):
                (times if alias.name == "time" else kinds).add(alias.asname or alias.name)
    for source in nodes(tree, ast.ImportFrom):
        for alias in source.names:
            if source.module == "time" and alias.name in OF_TIME:
                clocks.add(alias.asname or alias.name)
            elif source.module == "datetime" and alias.name in ("datetime", "date"):
                kinds.add(alias.asname or alias.name)
    if any(name.id in clocks for name in nodes(tree, ast.Name)):
        return True
    for reached in nodes(tree, ast.Attribute):
        start: ast.expr = reached.value
        while isinstance(start, ast.Attribute):
            start = start.value
        name = bare(start)
        if name in times and reached.attr in OF_TIME:
            return True
        if name in kinds and reached.attr in OF_DATETIME:
            return True
    return False


def copies_in_depth(tree: ast.Module) -> bool:
    """`deepcopy` is called."""
    return any(called(call) == "deepcopy" for call in nodes(tree, ast.Call))


# --- reading a tree ------------------------------------------------------------------------------


def nodes(tree: ast.AST, kind: type[Node]) -> list[Node]:
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


def methods(kind: ast.ClassDef) -> list[ast.FunctionDef]:
    return [node for node in kind.body if isinstance(node, ast.FunctionDef)]


def called(call: ast.Call) -> str:
    """The last name of what is called: `b` of `a.b()`."""
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def _call(node: ast.AST) -> tuple[ast.expr | None, str, ast.expr | None]:
    """The object, the name and the first argument of a call `a.b(c, …)`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.value, node.func.attr, node.args[0] if node.args else None
    return None, "", None


def _mutated(node: ast.AST) -> ast.expr | None:
    """X of `X.append(…)` and the like."""
    called_on, name, _ = _call(node)
    return called_on if name in MUTATORS else None


def own(node: ast.AST) -> str | None:
    """X of `self.X`."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if node.value.id == "self" else None
    return None


def bare(node: ast.AST) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


def attribute(node: ast.AST) -> str | None:
    """X of `self.X`, `cls.X` and `Store.X`: all of them reach what the class holds."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr
    return None


def _names(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        for target, value in _assigned(node):
            if isinstance(target, ast.Name):
                yield target.id, value


def _assigned(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield target, node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield node.target, node.value


def _number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)
