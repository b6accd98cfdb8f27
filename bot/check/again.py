"""Point 7 in one process: the same draw and the same outcomes under other hash seeds and orders."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bot.check.running import failures
from bot.check.subject import Fault, Subject
from content.draw.authored import Authored

HASH_SEEDS = ("0", "1", "4242")
SECONDS = 300


def solutions(subject: Subject) -> dict[str, tuple[int, str]]:
    """Name -> (part, text) of every solution of a draw: model, second and wrong ones."""
    numbers = range(1, len(subject.parts) + 1)
    found = {f"reference.py of part {n}": (n, subject.draw.reference(n)) for n in numbers}
    found |= {f"second.py of part {n}": (n, subject.draw.second(n)) for n in numbers}
    found |= {f"wrong.py {w.name}": (w.part, subject.draw.wrong(w)) for w in subject.wrongs()}
    return found


def always_the_same(subject: Subject) -> Iterator[Fault]:
    """Draw and grade in fresh processes: hash seeds and the order of tests change nothing."""
    seen = [_elsewhere(subject, seed, shuffle) for shuffle, seed in enumerate(HASH_SEEDS)]
    first = seen[0]
    for other, seed in zip(seen[1:], HASH_SEEDS[1:], strict=True):
        for name in sorted(first):
            if first[name] != other[name]:
                yield Fault(
                    7, str(subject), f"{name} differs in another order, PYTHONHASHSEED={seed}"
                )


def _elsewhere(subject: Subject, hash_seed: str, shuffle: int) -> dict[str, str]:
    command = [sys.executable, "-m", "bot.check.again"]
    asked = [str(subject.authored.folder), str(subject.seed), str(shuffle)]
    done = subprocess.run(
        [*command, *asked],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    if done.returncode:
        return {f"the process ({done.stderr.strip().splitlines()[-1]})": str(shuffle)}
    told: dict[str, str] = json.loads(done.stdout)
    return told


def outcomes(subject: Subject, shuffle: int) -> dict[str, str]:
    """The draw's digest, and what each solution fails, its tests run in some order."""
    cases = subject.cases(len(subject.parts))
    random.Random(shuffle).shuffle(cases)
    found = {"the draw": hashlib.sha256(repr(subject.problem).encode()).hexdigest()}
    for name, (part, text) in solutions(subject).items():
        failed = failures(text, [case for case in cases if case.part <= part])
        found[name] = "; ".join(sorted(f"{case}: {error}" for case, error in failed.items()))
    return found


if __name__ == "__main__":
    folder, seed, shuffle = sys.argv[1:]
    asked = Subject(Authored(Path(folder)), int(seed))
    json.dump(outcomes(asked, int(shuffle)), sys.stdout)
