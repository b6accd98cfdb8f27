"""Runs everything there is, and writes one report of it: for hours, on a machine of its own.

    python -m bench.full [REPORT]

A step that fails does not end the run; the exit status is 1 where one did.
"""

from __future__ import annotations

import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

REPORT = Path("docs/full-report.md")
PYTHON = [sys.executable, "-m"]
LAST = 80  # lines of a step's output that the report keeps
STEPS: dict[str, tuple[str, ...]] = {
    "Tests, the long ones too": ("pytest", "-q", "-n", "2", "-p", "no:cacheprovider"),
    "Hostile submissions": ("tests.attacks",),
    "A grade": ("bench.grade",),
    "Grades at once": ("bench.grades",),
    "The sandbox": ("bench.sandbox",),
    "Processes": ("bench.processes",),
    "Timers, ten minutes of them": ("bench.timers", "--window", "600"),
    "Slack's acknowledgements": ("bench.slack",),
    "Discord's first responses": ("bench.discord",),
    "Labs": ("bench.labs",),
    "Probing": ("bench.probing",),
    "Growth": ("bench.growth", "--runs", "1"),
}
GATE = ("bot", "check", "--draws", "200", "--costs", "8", "--referee", "4")


def run(command: Sequence[str]) -> tuple[bool, str]:
    """Whether it went well, and the end of what it printed, which is shown meanwhile."""
    sys.stdout.write(f"$ python -m {' '.join(command)}\n")
    process = subprocess.Popen(
        [*PYTHON, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        sys.stdout.write(line)
        sys.stdout.flush()
        lines.append(line.rstrip())
    return process.wait() == 0, "\n".join(lines[-LAST:])


def commit() -> str:
    asked = subprocess.run(
        ["git", "log", "-1", "--format=%h %s"], capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "no repository"


def main(report: Path) -> int:
    written = [
        f"# Everything, run on {date.today()}",
        f"Commit {commit()}; Python {platform.python_version()} on {platform.system()}"
        f" {platform.machine()}. Made by `make full`.",
    ]
    well = True
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "gate.md"
        steps = {**STEPS, "The gate of every problem, 200 draws": (*GATE, "--report", str(found))}
        for name, command in steps.items():
            begun = time.monotonic()
            good, said = run(command)
            well &= good
            took = f"{(time.monotonic() - begun) / 60:.1f} minutes"
            shown = " ".join(command).replace(str(found), "FILE")
            written.append(f"## {name}: {'passed' if good else '**failed**'}, {took}")
            written.append(f"`python -m {shown}`")
            if found.exists():
                said = found.read_text(encoding="utf-8").replace("\n# ", "\n### ")
                written.append(said.replace(str(found), "FILE").replace("\n## ", "\n### "))
            else:
                written.append(f"```\n{said}\n```")
            report.write_text("\n\n".join(written) + "\n", encoding="utf-8")  # what there is so far
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else REPORT))
