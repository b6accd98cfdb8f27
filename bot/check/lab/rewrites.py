"""Point 4: pieces that somebody wrote another way get the verdict that their names declare."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from bot.check.lab.subject import Fault, Subject
from drills.kinds.lab.composing import compose, part
from drills.kinds.lab.splicing import fragment, splice
from drills.kinds.lab.units import CONSTANT
from drills.task import ACCEPTED, CORRECTED, Verdict

FILE = "rewrites.py"
_NAMED = re.compile(r"(right|flawed|broken)_(\w+)")


def rewrites(subject: Subject) -> Iterator[Fault]:
    """Judge each piece of rewrites.py, the others once right and once as they were proposed."""
    task = subject.task
    seen = set()
    for kind, name, source in _pieces(subject):
        names = [s.name for s in subject.suggestions]
        if name not in names:
            yield Fault(4, f"{kind}_{name}: there is no suggestion {name}")
            continue
        seen.add((kind, name))
        index = names.index(name)
        for others in (CORRECTED, ACCEPTED):
            states = others * index + CORRECTED + others * (len(names) - index - 1)
            file = splice(compose(task, states), fragment(source, task.module, task.start))
            found = subject.verdict(file, index)
            if found is not Verdict(kind):
                beside = "right ones" if others == CORRECTED else "the proposals"
                yield Fault(4, f"{kind}_{name} is judged {found}, beside {beside}")
                break
    for s in subject.suggestions:
        for kind in ("right", *(() if s.good else ("flawed",)), *(("broken",) if s.good else ())):
            if (kind, s.name) not in seen:
                yield Fault(4, f"{FILE} has no {kind}_{s.name}")


def _pieces(subject: Subject) -> Iterator[tuple[str, str, str]]:
    """(verdict, suggestion, fragment) of each piece; the other statements are for all of them."""
    source = subject.lab.text(FILE)
    tree = ast.parse(source)
    named, shared = [], []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and (m := _NAMED.fullmatch(node.name)):
            named.append((m[1], m[2], node))
        else:
            shared.append(node)
    imports = [node for node in shared if isinstance(node, ast.Import | ast.ImportFrom)]
    for kind, name, node in named:
        index = next((i for i, s in enumerate(subject.suggestions) if s.name == name), None)
        if index is not None:
            units = part(subject.task, index, CORRECTED).units.values()
            piece = next(unit for unit in units if unit.kind != CONSTANT)
            node.name = piece.name.partition(".")[0]
        used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        own = [each for each in shared if _defines(each, used)]
        body: list[ast.stmt] = [*imports, *own, node]
        yield kind, name, ast.unparse(ast.Module(body, [])) + "\n"


def _defines(node: ast.stmt, used: set[str]) -> bool:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name in used
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in used
    return False
