"""Finds the hostile submissions: a module of `hostile` is a kind, a function of it an attack."""

from __future__ import annotations

import ast
import platform
import re
from dataclasses import dataclass
from pathlib import Path

HOSTILE = Path(__file__).with_name("hostile")


@dataclass(frozen=True)
class Attack:
    """One hostile submission. It takes `target`, what it may go for, and `tell(value)`."""

    kind: str
    name: str
    tries: str  # one sentence
    proof: str  # the check, of `arena.Result`, that fails when the attack succeeds
    control: bool  # whether it does succeed where nothing stops it
    source: str

    def __str__(self) -> str:
        return f"{self.kind}.{self.name}"


def attacks() -> list[Attack]:
    found = []
    for path in sorted(HOSTILE.glob("*.py")):
        source = path.read_text()
        for node in ast.parse(source).body:
            if not isinstance(node, ast.FunctionDef):
                continue
            words = ast.get_docstring(node) or ""
            proof = re.search(r"^Proof: (\w+)\.", words, re.M)
            only = re.search(r"Only: (\w+)\.", words)
            if proof is None or (only and only[1] != platform.machine()):
                continue
            tries = words.splitlines()[0]
            control = "Control: none" not in words
            found.append(Attack(path.stem, node.name, tries, proof[1], control, source))
    return found
