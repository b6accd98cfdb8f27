"""How long a runner takes to be ready on each rung, beside a bare Python in the same run.

    python -m bench.sandbox --rounds 21

Ready means: locked down, `json` imported, its first message read here. The rounds are interleaved,
so that a busy machine slows all of them alike; read the ratios.
"""

# ruff: noqa: T201

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from bot.grader.sandbox import Limits, Rung, spawn

PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))


def bare(code: str) -> float:
    """Milliseconds of a whole Python that does next to nothing."""
    begun = time.perf_counter()
    subprocess.run([PYTHON, "-P", "-s", "-S", "-X", "utf8", "-c", code], env={}, check=True)
    return (time.perf_counter() - begun) * 1000


def ready(rung: Rung) -> float:
    """Milliseconds until a runner of a rung has said its first word."""
    begun = time.perf_counter()
    child = spawn(rung, Limits(), main="probe")
    said = os.read(child.recv_fd, 100)
    taken = (time.perf_counter() - begun) * 1000
    complaint = child.complaint()
    child.kill()
    if not said:
        raise OSError(complaint)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.sandbox")
    parser.add_argument("--rounds", type=int, default=11)
    rounds = parser.parse_args().rounds
    jobs: dict[str, Callable[[], float]] = {
        "bare": lambda: bare("pass"),
        "bare + json": lambda: bare("import json"),
    }
    for rung in (Rung.NONE, Rung.LOCKDOWN, Rung.SECCOMP, Rung.BUBBLEWRAP):
        try:
            ready(rung)
        except OSError as problem:
            print(f"rung {rung} is not there: {problem}")
            continue
        jobs[f"rung {rung}"] = lambda rung=rung: ready(rung)  # type: ignore[misc]
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            taken[name].append(job())
    medians = {name: statistics.median(times) for name, times in taken.items()}
    print(f"{'':12}{'median ms':>10}{'least':>8}{'× bare + json':>15}")
    for name, median in medians.items():
        ratio = median / medians["bare + json"]
        print(f"{name:12}{median:10.1f}{min(taken[name]):8.1f}{ratio:15.2f}")


if __name__ == "__main__":
    main()
