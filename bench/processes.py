"""What the processes take: memory, the time until the menu is there, and until part 1 is shown.

    python -m bench.processes [ROUNDS]

Each time stands beside another one of the same round, so that a busy machine is busy for both;
what is printed are medians and the ratios of the medians.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from content.catalog import Catalog
from content.draw.saved import SavedDraws

DOMAIN, SEED = "kv-store", 7
IMPORTS = "import sqlmodel, apscheduler, rich, prompt_toolkit"
PLAY = ("-m", "bot", "play")
# In a process whose menu, or whose serving, has been up for a moment: the renderer is imported.
DRAW = f"""
import json, sys, time
from pathlib import Path
from content.catalog import Catalog
from content.draw.saved import SavedDraws

catalog = Catalog(saved=SavedDraws(Path(sys.argv[1])))
catalog.entries()
started = time.perf_counter()
catalog.prepare()
prepared = time.perf_counter() - started
begun = time.perf_counter(), time.process_time()
catalog.draw({DOMAIN!r}, {SEED})
print(json.dumps([time.perf_counter() - begun[0], time.process_time() - begun[1], prepared]))
"""


class Sample:
    """The times of each job, a round each."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = defaultdict(list)

    def add(self, name: str, seconds: float) -> None:
        self.taken[name].append(seconds)

    def median(self, name: str) -> float:
        return statistics.median(self.taken[name])

    def line(self, name: str) -> str:
        least, most = min(self.taken[name]), max(self.taken[name])
        median = self.median(name) * 1000
        return f"  {name:<34}{median:7.0f} ms  ({least * 1000:.0f} to {most * 1000:.0f})"

    def ratio(self, name: str, to: str, wanted: float) -> str:
        found = self.median(name) / self.median(to)
        return f"  {f'{name} / {to}':<34}{found:7.2f}     (wanted: at most {wanted:g})"


# --- memory ----------------------------------------------------------------------------------


def megabytes(path: str, field: str) -> float:
    for line in Path(path).read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1]) / 1024
    raise ValueError(f"{path} has no {field}")


def tree(pid: int) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = defaultdict(list)
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:  # it has just ended
                continue
            children[int(parent)].append(int(entry.name))
    found = [pid]
    for each in found:
        found += children[each]
    return found


def memory(name: str, pid: int) -> str:
    processes = tree(pid)
    pss = sum(megabytes(f"/proc/{each}/smaps_rollup", "Pss:") for each in processes)
    resident = megabytes(f"/proc/{pid}/status", "VmRSS:")
    return (
        f"  {name:<20}{resident:5.0f} MB resident (wanted: under 120); "
        f"{len(processes)} processes, PSS {pss:.0f} MB"
    )


@contextmanager
def started(
    arguments: list[str], environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, *arguments],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until(process: subprocess.Popen[str], words: str) -> None:
    """Read what a process prints up to a line with these words."""
    assert process.stdout is not None
    seen = []
    for line in process.stdout:
        seen.append(line)
        if words in line:
            return
    raise SystemExit(f"{words!r} was never printed, but:\n{''.join(seen)}")


def memories(environment: Mapping[str, str], folder: Path) -> list[str]:
    """Of `drill serve`, and of `drill play` after a part that was drawn and graded."""
    lines = ["memory:"]
    with started(["-m", "bot", "serve"], environment) as process:
        until(process, "Serving")
        lines.append(memory("drill serve", process.pid))
    practice = folder / "practice"
    options = ["--domain", DOMAIN, "--seed", str(SEED), "--folder", str(practice)]
    solution = Catalog(saved=SavedDraws(folder / "draws")).draw(DOMAIN, SEED).parts[0].reference
    with started([*PLAY, *options], environment) as process:
        until(process, "1 of 4")
        [file] = practice.glob("*/solution.py")
        file.write_text(solution)
        assert process.stdin is not None
        process.stdin.write("done\n")
        process.stdin.flush()
        until(process, "Part 2 of 4")
        lines.append(memory("drill play", process.pid))
    return lines


# --- times -----------------------------------------------------------------------------------


def whole(arguments: list[str], environment: Mapping[str, str]) -> float:
    """Seconds that a command takes."""
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - begun


def shown(environment: Mapping[str, str], practice: Path, seed: int) -> float:
    """Seconds from starting `drill play` to a line of part 1."""
    options = ["--domain", DOMAIN, "--seed", str(seed), "--folder", str(practice)]
    begun = time.perf_counter()
    with started([*PLAY, *options], environment) as process:
        until(process, "1 of 4")
        return time.perf_counter() - begun


def times(rounds: int, environment: Mapping[str, str], folder: Path) -> list[str]:
    taken = Sample()
    for number in range(rounds):
        taken.add("imports", whole(["-c", IMPORTS], environment))
        taken.add("menu", whole([*PLAY], environment))
        for name in ("cold draw", "repeat draw"):
            command = [sys.executable, "-c", DRAW, str(folder / f"draws{number}")]
            drawn = subprocess.run(command, env=environment, capture_output=True, check=True)
            seconds, cpu, prepared = json.loads(drawn.stdout)
            if name == "cold draw":
                taken.add("importing the renderer", prepared)
            taken.add(name, seconds)
            taken.add(f"{name}, its CPU time", cpu)
        for name in ("part 1, cold, with the process", "part 1, repeat, with the process"):
            practice = folder / f"{name[8]}{number}"
            taken.add(name, shown(environment, practice, 1000 + number))
    return [
        f"times, medians of {rounds} rounds:",
        *map(taken.line, taken.taken),
        taken.ratio("menu", "imports", 2.5),
        taken.ratio("repeat draw", "cold draw", 0.25),
        f"  {'cold draw':<34}{taken.median('cold draw') * 1000:7.0f} ms  (wanted: at most 400)",
    ]


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{folder / 'drillbot.db'}",
            "XDG_CACHE_HOME": str(folder / "cache"),
        }
        lines = memories(environment, folder)  # and the database is made, the sandbox chosen
        lines += times(rounds, environment, folder)
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
