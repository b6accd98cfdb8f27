"""Point 9 and the floors of point 5: what a version of a problem published, in published.toml.

`drill check --record` writes the file. From then on a test, category or knob that changes needs
a new version, and no operator may make fewer mutants than were counted.
"""

from __future__ import annotations

import ast
import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.check.subject import Fault
from bot.check.survivors import operators
from content.draw.authored import Authored
from content.draw.drawing import Draw

FILE = "published.toml"


@dataclass(frozen=True, slots=True)
class Published:
    """Fingerprints of what people have met under this version, and mutants by operator."""

    version: int
    tests: Mapping[str, str]  # "part1.test_an_empty_key" -> the first 16 digits of a SHA-256
    categories: Mapping[str, str]
    knobs: Mapping[str, str]  # name -> its options, joined by spaces: their order makes the draws
    mutants: Mapping[str, int]


def present(authored: Authored) -> Published:
    """What the folder holds now.

    Mutants are counted on two draws that never vary, in canonical words: each knob's first
    option, and each one's last.
    """
    ends = [{name: options[k] for name, options in authored.knobs.items()} for k in (0, -1)]
    counts = [operators(Draw(authored, knobs, None)) for knobs in ends]
    return Published(
        authored.version,
        dict(_tests(authored.folder)),
        dict(authored.categories),
        {name: " ".join(options) for name, options in authored.knobs.items()},
        dict(sorted((counts[0] + counts[1]).items())),
    )


def _tests(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.glob("tests/part*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                body = ast.unparse(node).encode()
                yield f"{path.stem}.{node.name}", hashlib.sha256(body).hexdigest()[:16]


def recorded(folder: Path) -> Published | None:
    """What published.toml says, or None where there is no such file."""
    path = folder / FILE
    if not path.exists():
        return None
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return Published(**{name: table[name] for name in Published.__dataclass_fields__})


def changed(before: Published, now: Published) -> dict[str, list[str]]:
    """Kind -> what of it is not as it was published."""
    found = {}
    for kind in ("tests", "categories", "knobs"):
        old, new = getattr(before, kind), getattr(now, kind)
        if old != new:
            every = sorted(old.keys() | new.keys())
            found[kind] = [name for name in every if old.get(name) != new.get(name)]
    return found


def changes_of(authored: Authored) -> Iterator[Fault]:
    """What the folder holds now and is not as it was published."""
    yield from changes(recorded(authored.folder), present(authored))


def changes(before: Published | None, now: Published) -> Iterator[Fault]:
    """What is not as it was published."""
    if before is None:
        yield Fault(9, FILE, "nothing is recorded yet; record it with --record")
        return
    if now.version < before.version:
        yield Fault(9, "problem.toml", f"version {now.version} after version {before.version}")
    elif now.version > before.version:
        yield Fault(9, FILE, f"version {now.version} is not recorded yet; use --record")
    else:
        for kind, names in changed(before, now).items():
            yield Fault(
                9,
                "problem.toml",
                f"{kind} changed under version {now.version} ({', '.join(names)}): people have "
                f"played it, so raise the version and record; where nobody has, delete {FILE}",
            )
    for operator, floor in before.mutants.items():
        if now.mutants.get(operator, 0) < floor:
            yield Fault(
                5,
                FILE,
                f"{operator}: {now.mutants.get(operator, 0)} mutants, {floor} were recorded; "
                f"where the reference truly became smaller, lower the figure there by hand",
            )


def record(folder: Path, now: Published) -> None:
    """Write the file; of two counts of mutants the higher stays the floor.

    Call it only where `changed` finds nothing that needs a new version.
    """
    before = recorded(folder)
    floors = dict(before.mutants) if before else {}
    highest = {name: max(n, floors.get(name, 0)) for name, n in now.mutants.items()}
    text = [f"# Written by `drill check --record`.\nversion = {now.version}\n"]
    for kind, rows in (
        ("tests", now.tests),
        ("categories", now.categories),
        ("knobs", now.knobs),
        ("mutants", {**floors, **highest}),
    ):
        lines = (
            f"{json.dumps(name)} = {json.dumps(value, ensure_ascii=False)}"
            for name, value in rows.items()
        )
        text.append("\n".join([f"[{kind}]", *lines, ""]))
    (folder / FILE).write_text("\n".join(text), encoding="utf-8")
