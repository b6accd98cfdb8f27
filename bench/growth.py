"""Tries the telling of growth on implementations of known cost and prints what came of it.

`python -m bench.growth [--runs 3] [--budget 0.4] [--loaded] [words of a case]`. With `--loaded`
two other processes keep the cores busy. `--record FILE` keeps what was measured, a line a run, for
the tests of the rules. Fails if a single case was accused falsely.
"""

# ruff: noqa: T201  (a command prints)

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench import more_cases  # noqa: F401  (it adds to CASES)
from bench.cases import CASES
from bot.grader.inside.counting import counts
from bot.grader.inside.growth import RANKS, Counts, Point, of_counts, of_times, together
from bot.grader.inside.measure import TIMED
from bot.grader.inside.operation import Operation
from bot.grader.inside.timing import times


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--budget", type=float, default=0.4, help="CPU seconds an operation")
    options.add_argument("--loaded", action="store_true", help="keep two cores busy")
    options.add_argument("--record", type=Path, help="append what was measured to this file")
    options.add_argument("only", nargs="*")
    chosen = options.parse_args()
    cases = [c for c in CASES if all(word in c.name for word in chosen.only)]
    spin = [sys.executable, "-c", "while True: sum(range(10**6))"]
    busy = [subprocess.Popen(spin) for _ in range(2)] if chosen.loaded else []
    try:
        return table(cases, chosen.runs, chosen.budget, chosen.record)
    finally:
        for each in busy:
            each.kill()
            each.wait()


def table(cases: list[Operation], runs: int, budget: float, record: Path | None) -> int:
    seen: Counter[tuple[str, str | None]] = Counter()
    spent = []
    for case in cases:
        for _ in range(runs):
            began = time.process_time()
            counted = counts(case, budget * (1 - TIMED))
            timed = times(case, budget * TIMED)
            spent.append(time.process_time() - began)
            kind = together(timed, counted)
            if record is not None:
                with record.open("a") as file:
                    file.write(recorded(case, timed, counted))
            seen[case.expected, kind] += 1
            if kind != case.expected:
                wrong = kind is not None and RANKS.index(kind) > RANKS.index(case.expected)
                print(
                    f"{'ACCUSED FALSELY' if wrong else 'missed'}  {case.name}: {case.expected}, "
                    f"told {kind}; times {of_times(timed)}, counts {of_counts(counted)}\n"
                    f"    {[(p.n, round(p.cost * 1e6, 2)) for p in timed]}\n"
                    f"    {[(p.n, round(p.cost)) for p in (counted.steps if counted else ())]}"
                    f" {[round(p.cost) for p in (counted.peaks if counted else ())]}"
                )
    print(f"\n{len(cases)} cases, {runs} runs each, {budget} s of CPU an operation asked for")
    print(f"{'truth':<12}" + "".join(f"{kind or 'silent':>12}" for kind in (*RANKS, None)))
    for truth in RANKS:
        print(f"{truth:<12}" + "".join(f"{seen[truth, kind]:>12}" for kind in (*RANKS, None)))
    falsely = sum(n for (t, k), n in seen.items() if k and RANKS.index(k) > RANKS.index(t))
    right = sum(n for (t, k), n in seen.items() if k == t)
    print(f"right {right / seen.total():.1%} · accused falsely {falsely} of {seen.total()}")
    print(f"CPU an operation: mean {sum(spent) / len(spent):.2f} s, most {max(spent):.2f} s")
    return 1 if falsely else 0


def recorded(case: Operation, timed: Sequence[Point], counted: Counts | None) -> str:
    """One run as a line of JSON: times in nanoseconds, counts in steps, peaks in bytes."""
    line = {
        "case": case.name,
        "truth": case.expected,
        "times": [[p.n, round(p.cost * 1e9)] for p in timed],
        "steps": [[p.n, round(p.cost, 1)] for p in counted.steps] if counted else None,
        "peaks": [[p.n, round(p.cost)] for p in counted.peaks] if counted else None,
    }
    return json.dumps(line, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    sys.exit(main())
