"""Plays the script in processes that are killed at random moments, until it is through."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.crashes.life import Plan

LONGEST = 180  # seconds: a life that takes so long hangs
# The script takes about 300 operations and some seconds: a life gets through a tenth of it.
OPERATIONS = 60
SECONDS = 2.0


@dataclass
class Kills:
    """As many random moments as are wanted, the same ones for the same seed."""

    kind: str  # of the database
    wanted: int
    seed: int
    came: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(f"{self.seed} {self.kind}")

    @property
    def left(self) -> int:
        return self.wanted - len(self.came)

    def draw(self) -> tuple[int, float]:
        """The operation or the second to die at; the other is 0. Neither once all have come."""
        if not self.left:
            return 0, 0.0
        if self._random.random() < 0.75:  # a delay most often hits a wait: little is at stake
            return self._random.randint(1, OPERATIONS), 0.0
        return 0, self._random.uniform(0.001, SECONDS)

    def __str__(self) -> str:
        timed = sum(moment.endswith("s") for moment in self.came)
        return (
            f"CRASH_SEED={self.seed} on {self.kind}: {len(self.came)} kills, "
            f"{len(self.came) - timed} at an operation and {timed} after a delay"
        )


def play(url: str, folder: Path, thread: str, kills: Kills) -> None:
    """Play one session to its end. A life that ends in any way but these is an AssertionError."""
    life = 0
    while True:
        life += 1
        operations, seconds = kills.draw()
        plan = Plan(url, str(folder), thread, life, operations, seconds)
        ended = subprocess.run(
            [sys.executable, "-m", "tests.crashes.life", json.dumps(asdict(plan))],
            capture_output=True,
            text=True,
            timeout=LONGEST,
            env={**os.environ, "PYTHONWARNINGS": "error"},
        )
        planned = operations or seconds
        if planned and ended.returncode == -signal.SIGKILL:
            kills.came.append(str(operations) if operations else f"{seconds:.3f} s")
            continue
        assert ended.returncode == 0, f"life {life} of {thread}: {ended.stderr}"
        assert not ended.stderr, f"life {life} of {thread} complained: {ended.stderr}"
        return
