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
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.slack.counterpart import manifest
from tests.slack.counterpart.members import Member
from tests.slack.counterpart.server import APP_TOKEN, Slack
from tests.slack.counterpart.state import Channel, Post, Workspace
from tests.slack.counterpart.wires import SocketMode
from tests.slack.solutions import solution

WANTED, RATIO = 0.5, 5.0  # seconds at most; and of the p99 at rest
RATE = 7.0  # things that people do, a second: 200 of them, each twice a minute
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
        await until(lambda: self._opened(member))

    def _opened(self, member: Member) -> bool:
        called = f"<@{member.user.id}>"
        tops = (p for p in self.workspace.posts if not p.thread and p.text.startswith(called))
        if (top := next(tops, None)) is None:
            return False
        self.threads[member.user.id] = top
        return len(self.workspace.thread(top.channel, top.ts)) > 2  # its part, and its files

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

    def taken(self) -> int:
        """Runs that were asked for, told or not."""
        return sum(post.text.startswith("Took") for post in self.workspace.posts)

    def grading(self) -> int:
        """Those that are not told yet."""
        took = [post.text for post in self.workspace.posts if post.text.startswith("Took")]
        return sum("Running" in text for text in took)


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


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has used, without its children; 0 where nobody tells."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


@contextlib.asynccontextmanager
async def served(slack: Slack, workspace: Workspace, folder: Path) -> AsyncIterator[int]:
    """`drill serve` in a process of its own, until the end; its process id."""
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
        yield process.pid
    finally:
        process.terminate()
        await process.wait()


async def until(there: Callable[[], bool]) -> None:
    """Wait for what the bot says next to be so."""
    while not there():  # noqa: ASYNC110
        await asyncio.sleep(0.1)


@dataclass(frozen=True)
class Run:
    rest: float  # p99 in seconds
    load: float
    burst: float  # p99 while all send code within the same second
    waiting: int  # grades that still waited at the end
    acts: float  # CPU seconds of the bot's process for each thing that people do at rest


async def run(sessions: int, seconds: float, number: int) -> Run:
    slack = Slack()
    await slack.start()
    team = Team(slack, sessions)
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with served(slack, team.workspace, Path(folder)) as pid:
                first, *others = team.members
                await team.start(first)
                await measured(team, [first], 2, number)  # what is loaded at the first use
                before = cpu(pid)
                rest = await measured(team, [first], seconds, number)
                acts = (cpu(pid) - before) / len(rest)
                for at in range(0, len(others), OPENING):
                    await asyncio.gather(*map(team.start, others[at : at + OPENING]))
                code = solution()
                codes = [f"{code}\n# {n}\n" for n in range(sessions)]
                slack.acks.clear()
                await asyncio.gather(*map(team.send, team.members, codes))
                burst = list(slack.acks)
                await until(lambda: team.taken() == sessions)
                load = await measured(team, team.members, seconds, number)
                return Run(p99(rest), p99(load), p99(burst), team.grading(), acts)
    finally:
        await slack.close()


def p99(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=100, method="inclusive")[98]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=45.0, help="measured at rest, and again")
    chosen = parser.parse_args()
    runs = []
    for number in range(chosen.runs):
        runs.append(asyncio.run(run(chosen.sessions, chosen.seconds, number)))
        one = runs[-1]
        print(
            f"run {number + 1}: p99 at rest {one.rest * 1000:.0f} ms, with {chosen.sessions} drills"
            f" {one.load * 1000:.0f} ms ({one.load / one.rest:.1f} times), while all send code"
            f" {one.burst * 1000:.0f} ms; {one.waiting} grades waited at the end;"
            f" {one.acts * 1000:.0f} ms of CPU for each thing that people do",
            flush=True,
        )
    rest = statistics.median(one.rest for one in runs)
    load = statistics.median(one.load for one in runs)
    ratio = statistics.median(one.load / one.rest for one in runs)
    kept = load < WANTED and ratio <= RATIO
    print(
        f"median of {chosen.runs}: at rest {rest * 1000:.0f} ms, busy {load * 1000:.0f} ms"
        f" (wanted: under {WANTED * 1000:.0f}), ratio {ratio:.1f} (wanted: at most {RATIO:.0f}):"
        f" {'kept' if kept else 'missed'}"
    )


if __name__ == "__main__":
    main()
