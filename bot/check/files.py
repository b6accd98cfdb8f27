"""Point 10, the files that a person sees: clean under ruff, and green under plain pytest."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.check.subject import Fault, Subject
from content.draw.formatting import WIDTH
from drills.model import Part

RULES = "E,F,W,I,UP,B,SIM,C4,RUF"
GROWING = ("E402", "F811", "I001")  # what an import that comes again, further down, is called
IGNORED = "RUF001,RUF002,RUF003,SIM300"  # a story's own typography; `drawn` may stand on the left
SECONDS = 120
LONGEST = 100  # of a line that no formatter wraps: an author's comment or a docstring


def rendered(subject: Subject) -> dict[str, str]:
    """Name -> text of each Python file of a draw, as they lie beside one another in a folder."""
    parts = subject.parts
    files = {"solution.py": parts[-1].reference, "tests_visible.py": grown(parts)}
    for part in parts:
        n = part.number
        files |= {
            f"reference{n}.py": part.reference,
            f"signatures{n}.py": part.signatures,
            f"test_visible{n}.py": part.visible,
            f"test_hidden{n}.py": part.hidden,
        }
    return files


def grown(parts: Sequence[Part]) -> str:
    """The one file of visible tests that a person has once all parts are shown."""
    return "\n".join(f"# Part {part.number}\n{part.visible}" for part in parts)


def clean(subject: Subject) -> Iterator[Fault]:
    """Ruff finds nothing in a draw's files; in the one that grows, imports may stand below."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in rendered(subject).items():
            Path(folder, name).write_text(text, encoding="utf-8")
        rules = ["--select", RULES, "--ignore", IGNORED, "--output-format", "concise"]
        rules += ["--per-file-ignores", ",".join(f"tests_visible.py:{rule}" for rule in GROWING)]
        found = [(line, "") for line in _ruff(folder, "check", *rules)]
        unlike = " is not as `ruff format` writes it"
        formatted = ["--check", "--exclude", "tests_visible.py"]
        found += [(line, unlike) for line in _ruff(folder, "format", *formatted)]
        for line, said in found:
            if match := re.search(r"\w+\.py", line):
                yield Fault(10, str(subject), f"ruff, {match[0]}{said or line[match.end() :]}")
            elif line.startswith("error"):
                yield Fault(10, "ruff", line)


def grows(subject: Subject) -> Iterator[Fault]:
    """The visible tests of all parts can stand in one file, each part's below the earlier ones'."""
    seen: dict[str, tuple[int, str]] = {}
    for part in subject.parts:
        authored = f"tests/part{part.number}.py"
        for node in subject.authored.tree(authored).body:
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                yield Fault(10, authored, "`from __future__` cannot stand below other tests")
        for node in ast.parse(part.visible).body:
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    pass
                case ast.Assign(targets=[ast.Name(id=name)]):
                    pass
                case _:
                    continue
            text = ast.unparse(node)
            earlier, before = seen.setdefault(name, (part.number, text))
            if earlier != part.number and (before != text or name.startswith("test_")):
                yield Fault(
                    10,
                    str(subject),
                    f"the visible tests of part {part.number} define {name} again, which means "
                    f"something else in part {earlier}",
                )


def _ruff(folder: str, command: str, *options: str) -> list[str]:
    """A line a finding, with its file's path in it."""
    width = WIDTH if command == "format" else LONGEST
    shared = ["--isolated", "--no-cache", "--target-version", "py311", "--line-length", str(width)]
    done = subprocess.run(
        [sys.executable, "-m", "ruff", command, *shared, *options, "."],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    return (done.stdout + done.stderr).splitlines()


def green(subject: Subject) -> Iterator[Fault]:
    """Plain pytest passes the files of tests of all parts, and the one of all visible tests."""
    files = rendered(subject)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        asked = ["tests_visible.py", *(name for name in files if name.startswith("test_"))]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", *asked],
            cwd=folder,
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    wanted = sum(1 if test.hidden else 2 for part in subject.parts for test in part.tests)
    said = (done.stdout.strip() or done.stderr.strip() or "nothing").splitlines()[-1]
    if done.returncode or not said.startswith(f"{wanted} passed"):
        yield Fault(10, str(subject), f"plain pytest says {said!r}; all {wanted} tests should pass")
