"""How soon Slack is answered: p99 of the acknowledgement, at rest and with everything busy.

    python -m bench.slack --runs 5

A real `drill serve` over Socket Mode meets a Slack on loopback. At rest one drill is open. Under
load 200 are, and each has just sent code, so that more grades wait than the machine can run for
as long as is measured. In both the same people write, press and type commands at the same rate.
"""

# ruff: noqa: T201

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from tests.slack.counterpart import manifest
from tests.slack.counterpart.members import Member
from tests.slack.counterpart.server import APP_TOKEN, Slack
from tests.slack.counterpart.state import BOT, Channel, Post, Workspace
from tests.slack.counterpart.wires import SocketMode
from tests.slack.solutions import solution

WANTED, RATIO = 0.5, 5.0  # seconds at most; and of the p99 at rest
RATE = 20.0  # a second: what people do
OPENING = 8  # sessions that are opened at once
SEED = 7


class Team:
    """Many people in some channels of one workspace, each with a drill of their own."""

    def __init__(self, slack: Slack, size: int) -> None:
        installed = manifest.read()
        slack.events = installed.events
        self.slack = slack
        self.workspace: Workspace = slack.workspace("T0TEAM", "Team", installed.scopes)
        wire = SocketMode(slack)
        users = [self.workspace.person(f"p{n}") for n in range(size)]
        self.members = [Member(slack, self.workspace, user, wire) for user in users]
        self.channels = [self.workspace.channel(f"c{n}", *users) for n in range(10)]
        self.threads: dict[str, Post] = {}  # by the user's id

    def room(self, member: Member) -> Channel:
        return self.channels[self.members.index(member) % len(self.channels)]

    async def start(self, member: Member) -> None:
        """Open a drill and wait until its part stands in its thread."""
        await member.command(self.room(member), f"progressive --domain kv-store --seed {SEED}")
        while True:
            top = next((p for p in self.workspace.posts if self._opens(p, member)), None)
            if top and len(self.workspace.thread(top.channel, top.ts)) > 2:  # its files, too
                self.threads[member.user.id] = top
                return
            await asyncio.sleep(0.05)

    def _opens(self, post: Post, member: Member) -> bool:
        return post.user == BOT and not post.thread and f"<@{member.user.id}>" in post.text

    async def send(self, member: Member, code: str) -> None:
        top = self.threads[member.user.id]
        files = [("solution.py", code.encode())]
        await member.write(self.room(member), "", top.ts, files)

    async def act(self, member: Member, draw: random.Random) -> None:
        """One thing that people do, whatever the grader does."""
        top = self.threads[member.user.id]
        match draw.random():
            case chance if chance < 0.6:
                await member.write(self.room(member), "hm, let me think", top.ts)
            case chance if chance < 0.8:
                await member.write(self.room(member), "time", top.ts)
            case chance if chance < 0.9:
                await member.press("Time", thread=top.ts)
            case _:
                await member.command(self.room(member), "help")

    def grading(self) -> int:
        """Runs that are asked for and not told."""
        return sum(post.text.startswith("Took") and "Running" in post.text
                   for post in self.workspace.posts)  # fmt: skip


async def measured(team: Team, members: Sequence[Member], seconds: float, seed: int) -> list[float]:
    """Seconds to each acknowledgement, while people act at the rate."""
    draw, begun = random.Random(seed), time.monotonic()
    acting: list[asyncio.Task[None]] = []
    team.slack.acks.clear()
    for number in range(int(seconds * RATE)):
        await asyncio.sleep(max(0.0, begun + number / RATE - time.monotonic()))
        acting.append(asyncio.create_task(team.act(draw.choice(members), draw)))
    await asyncio.gather(*acting)
    return list(team.slack.acks)


@contextlib.asynccontextmanager
async def served(slack: Slack, workspace: Workspace, folder: Path) -> AsyncIterator[None]:
    """`drill serve` in a process of its own, until the end."""
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / 'drillbot.db'}",
        "SLACK_BOT_TOKEN": workspace.token,
        "SLACK_APP_TOKEN": APP_TOKEN,
        "SLACK_API_URL": slack.api,
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "serve", cwd=folder, env=environment,
        stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await slack.connection()
        yield
    finally:
        process.terminate()
        await process.wait()


async def run(sessions: int, seconds: float, number: int) -> tuple[float, float, int]:
    """(p99 at rest, p99 under load, grades that still waited at its end) of one run."""
    slack = Slack()
    await slack.start()
    team = Team(slack, sessions)
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with served(slack, team.workspace, Path(folder)):
                first, *others = team.members
                await team.start(first)
                await measured(team, [first], 2, number)  # what is loaded at the first use
                rest = p99(await measured(team, [first], seconds, number))
                for at in range(0, len(others), OPENING):
                    await asyncio.gather(*map(team.start, others[at : at + OPENING]))
                codes = [f"{solution()}\n# {n}\n" for n in range(sessions)]
                await asyncio.gather(*map(team.send, team.members, codes))
                load = p99(await measured(team, team.members, seconds, number))
                return rest, load, team.grading()
    finally:
        await slack.close()


def p99(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=100, method="inclusive")[98]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0, help="measured at rest, and again")
    chosen = parser.parse_args()
    runs = []
    for number in range(chosen.runs):
        rest, load, waiting = asyncio.run(run(chosen.sessions, chosen.seconds, number))
        runs.append((rest, load))
        print(
            f"run {number + 1}: p99 at rest {rest * 1000:.0f} ms, with {chosen.sessions} drills"
            f" {load * 1000:.0f} ms ({load / rest:.1f} times); {waiting} grades waited at the end",
            flush=True,
        )
    rest = statistics.median(run[0] for run in runs)
    load = statistics.median(run[1] for run in runs)
    ratio = statistics.median(run[1] / run[0] for run in runs)
    kept = load < WANTED and ratio <= RATIO
    print(
        f"median of {chosen.runs}: at rest {rest * 1000:.0f} ms, busy {load * 1000:.0f} ms"
        f" (wanted: under {WANTED * 1000:.0f}), ratio {ratio:.1f} (wanted: at most {RATIO:.0f}):"
        f" {'kept' if kept else 'missed'}"
    )


if __name__ == "__main__":
    main()
