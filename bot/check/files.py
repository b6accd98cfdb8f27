"""Point 10, the files that a person sees: clean under ruff, and green under plain pytest."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.check.subject import Fault, Subject

RULES = "E,F,W,I,UP,B,SIM,C4,RUF"
IGNORED = "RUF001,RUF002,RUF003,SIM300"  # a story's own typography; `drawn` may stand on the left
SECONDS = 120


def rendered(subject: Subject) -> dict[str, str]:
    """Name -> text of each Python file of a draw."""
    files: dict[str, str] = {}
    for part in subject.parts:
        n = part.number
        files |= {
            f"reference{n}.py": part.reference,
            f"signatures{n}.py": part.signatures,
            f"test_visible{n}.py": part.visible,
            f"test_hidden{n}.py": part.hidden,
        }
    return files


def clean(subjects: Sequence[Subject]) -> Iterator[Fault]:
    """One ruff for the files of many draws."""
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for k, subject in enumerate(subjects):
            for name, text in rendered(subject).items():
                path = Path(folder, f"draw{k}", name)
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
                names[f"draw{k}/{name}"] = (subject, name)
        rules = ["--select", RULES, "--ignore", IGNORED, "--output-format", "concise"]
        found = [(line, "") for line in _ruff(folder, "check", *rules)]
        unlike = " is not as `ruff format` writes it"
        found += [(line, unlike) for line in _ruff(folder, "format", "--check")]
        for line, said in found:
            if match := re.search(r"draw\d+/\w+\.py", line):
                subject, name = names[match[0]]
                yield Fault(10, str(subject), f"ruff, {name}{said or line[match.end() :]}")
            elif line.startswith("error"):
                yield Fault(10, "ruff", line)


def _ruff(folder: str, command: str, *options: str) -> list[str]:
    """A line a finding, with its file's path in it."""
    shared = ["--isolated", "--no-cache", "--target-version", "py311", "--line-length", "100"]
    done = subprocess.run(
        [sys.executable, "-m", "ruff", command, *shared, *options, "."],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    return (done.stdout + done.stderr).splitlines()


def green(subject: Subject) -> Iterator[Fault]:
    """Plain pytest passes the visible and hidden files of all parts beside the reference."""
    files = {"solution.py": subject.parts[-1].reference}
    for part in subject.parts:
        files[f"test_visible{part.number}.py"] = part.visible
        files[f"test_hidden{part.number}.py"] = part.hidden
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"],
            cwd=folder,
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    wanted = sum(len(part.tests) for part in subject.parts)
    said = (done.stdout.strip() or done.stderr.strip() or "nothing").splitlines()[-1]
    if done.returncode or not said.startswith(f"{wanted} passed"):
        yield Fault(10, str(subject), f"plain pytest says {said!r}; all {wanted} tests should pass")
