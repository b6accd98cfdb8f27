"""Prints what came of every hostile submission: `python -m tests.attacks [RUNG …] [--user UID]`."""

from __future__ import annotations

import argparse
import os
import sys

from bot.grader.sandbox import Rung

from .arena import UNBOUND, Arena
from .catalogue import attacks
from .rungs import RUNGS, trouble


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks")
    parser.add_argument("rungs", nargs="*", type=Rung, help="A, B, B′; all that work here if none")
    parser.add_argument("--kind", help="only this kind")
    parser.add_argument("--user", type=int, help="become this user first (as root)")
    parser.add_argument("--control", action="store_true", help="also without any sandbox")
    options = parser.parse_args()
    if options.user is not None:
        os.setgroups([])
        os.setresgid(options.user, options.user, options.user)
        os.setresuid(options.user, options.user, options.user)
    troubles = {rung: trouble(rung) for rung in options.rungs or RUNGS}
    for rung, why in troubles.items():
        if why:
            print(f"rung {rung} is not there: {why}")
    rungs = [rung for rung, why in troubles.items() if not why]
    chosen = [a for a in attacks() if options.kind in (None, a.kind)]
    table: dict[str, dict[str, list[int]]] = {}
    failures = []
    arena = Arena()
    for attack in chosen:
        for rung in rungs:
            result = arena.run(attack, rung)
            stopped = result.stopped(attack.proof)
            count = table.setdefault(attack.kind, {}).setdefault(rung, [0, 0])
            count[0] += stopped
            count[1] += 1
            if not stopped:
                failures.append(f"{attack} on rung {rung}: {result}")
        if options.control and attack.control:
            result = arena.run(attack, Rung.NONE, UNBOUND)
            count = table.setdefault(attack.kind, {}).setdefault("none", [0, 0])
            count[0] += result.checks[attack.proof]
            count[1] += 1
            if result.checks[attack.proof]:
                failures.append(f"{attack} achieves nothing even unsandboxed: {result}")
    arena.close()
    columns = [*rungs, *(["none"] if options.control else [])]
    print(f"user {os.getuid()}; stopped of tried, by kind and rung")
    print(f"{'':12}" + "".join(f"{column:>10}" for column in columns))
    for kind, row in table.items():
        cells = [f"{row[c][0]}/{row[c][1]}" if c in row else "-" for c in columns]
        print(f"{kind:12}" + "".join(f"{cell:>10}" for cell in cells))
    print(*failures, sep="\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
