"""How long a draw of a working session takes, and a probe of each of its programs, in the sandbox.

    python -m bench.probing [DOMAIN] [--draws 20] [--seed 1]

A probe is all that the bot does after `done`: every trap of the draw on two seeds, its twins, and
a second hash seed. Read the median; a busy machine makes the rest.
"""

# ruff: noqa: T201

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from bot.grader.pool import GraderPool
from content.catalog import Catalog

AT = datetime(2025, 6, 15, tzinfo=UTC)


def drawing(catalog: Catalog, domain: str, draws: int) -> list[float]:
    """Milliseconds of each draw, the imports made before."""
    catalog.work(domain, 0)
    taken = []
    for seed in range(1, draws + 1):
        begun = time.perf_counter()
        catalog.work(domain, seed)
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


async def probing(catalog: Catalog, domain: str, seed: int, cache: Path) -> dict[str, float]:
    """Seconds that the probe of each program takes, one after another."""
    problem = catalog.work(domain, seed)
    pool = GraderPool(cache)
    await pool.start()
    print(f"rung {(await pool.selftest()).rung}")
    taken = {}
    for path in sorted((catalog.session(domain).folder / "submissions").glob("*.py")):
        files = {"solution.py": path.read_text(encoding="utf-8")}
        begun = time.perf_counter()
        await pool.probe(problem, files, AT, False)
        taken[path.stem] = time.perf_counter() - begun
    await pool.close()
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.probing")
    parser.add_argument("domain", nargs="?", default="billing-reconciler")
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    catalog = Catalog()
    drawn = drawing(catalog, asked.domain, asked.draws)
    print(f"a draw: median {statistics.median(drawn):.0f} ms, most {max(drawn):.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "sandbox.json"
        taken = asyncio.run(probing(catalog, asked.domain, asked.seed, cache))
    for program, seconds in taken.items():
        print(f"{program:<20} {seconds:5.1f} s")
    print(f"a probe: median {statistics.median(taken.values()):.1f} s")


if __name__ == "__main__":
    main()
