"""How soon Discord is answered: p99 of the first response, at rest and with everything busy.

    python -m bench.discord --runs 5

A real `drill serve` meets a Discord on loopback. At rest one drill is open. Under load 200 are,
and each has just sent code, every second one such that runs until it is stopped: results come all
the time, and more grades wait than the machine can run for as long as is measured. In both the
same people press buttons, use commands and write at the same rate. How long they wait while all
send code within the same second is told beside it.
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
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.slack import cpu, p99, until
from tests.discord import limits
from tests.discord.counterpart import API, TOKEN, Counterpart
from tests.discord.person import Button, Person, words
from tests.discord.world import EVERYBODY, PUBLIC, Channel, Message, World
from tests.slack.solutions import solution

WANTED, RATIO = 0.5, 5.0  # seconds at most; and of the p99 at rest
RATE = 7.0  # things that people do, a second: 200 of them, each twice a minute
OPENING = 8  # sessions that are opened at once
SEED = 7
ENDLESS = """\
class KeyValueStore:
    def set(self, key, value):
        while True:
            pass
"""
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
PATH = ("drill", "progressive")


class Crowd:
    """Many people in some channels of one server, each with a drill of their own."""

    def __init__(self, discord: Counterpart, size: int) -> None:
        self.discord, self.world = discord, discord.world
        users = [self.world.user(f"p{n}") for n in range(size)]
        guild = self.world.guild("practice", EVERYBODY, *users)
        self.rooms = [self.world.text_channel(guild, f"c{n}") for n in range(10)]
        self.people = [Person(discord, user) for user in users]
        self.threads: dict[int, Channel] = {}  # by the person's id

    async def start(self, person: Person) -> None:
        """Open a drill and wait until its part stands in its thread."""
        room = self.rooms[self.people.index(person) % len(self.rooms)]
        person.slash(room, PATH, domain="kv-store", seed=SEED)
        await until(lambda: self._thread(person) is not None)

    def _thread(self, person: Person) -> Channel | None:
        if person.user.id in self.threads:
            return self.threads[person.user.id]
        mine = (
            channel
            for channel in self.world.channels.values()
            if channel.kind == PUBLIC and person.user.id in channel.people
        )
        if thread := next((thread for thread in mine if thread.messages), None):
            self.threads[person.user.id] = thread
        return thread

    def send(self, person: Person, code: str) -> None:
        file = ("solution.py", code.encode())
        person.slash(self.threads[person.user.id], ("drill", "send"), file=file)

    def act(self, person: Person, draw: random.Random) -> None:
        """One thing that people do, whatever the grader does."""
        thread = self.threads[person.user.id]
        match draw.random():
            case chance if chance < 0.4:
                part = thread.messages[min(thread.messages)]
                person.press(Button(part, _button(part, "Time"), "Time"))
            case chance if chance < 0.6:
                person.slash(thread, ("drill", "help"))
            case _:
                person.write(thread, "hm, let me think")

    def taken(self) -> list[str]:
        """What was said of code that came in."""
        said = [words(m) for t in self.threads.values() for m in t.messages.values()]
        return [text for text in said if "Took" in text]

    def grading(self) -> int:
        """Runs that are asked for and not told."""
        return sum("Running" in text for text in self.taken())


def _button(message: Message, label: str) -> str:
    shown = limits.walk(message.components)
    return next(str(one["custom_id"]) for one in shown if one.get("label") == label)


async def measured(
    crowd: Crowd, people: Sequence[Person], seconds: float, seed: int
) -> list[float]:
    """Seconds to each first response, while people act at the rate."""
    draw, begun = random.Random(seed), time.monotonic()
    with answers(crowd) as waiting:
        for number in range(int(seconds * RATE)):
            await asyncio.sleep(max(0.0, begun + number / RATE - time.monotonic()))
            crowd.act(draw.choice(people), draw)
        return await waiting()


@contextlib.contextmanager
def answers(crowd: Crowd) -> Iterator[Callable[[], Awaitable[list[float]]]]:
    """Waits for the first response to everything that is done meanwhile."""
    sent, asked = len(crowd.discord.sent), len(crowd.world.interactions)

    def come() -> list[float]:
        return [one.took for one in crowd.discord.sent[sent:] if one.template == CALLBACK]

    async def waited() -> list[float]:
        await until(lambda: len(come()) >= len(crowd.world.interactions) - asked)
        return come()

    yield waited


@contextlib.asynccontextmanager
async def served(discord: Counterpart, folder: Path) -> AsyncIterator[int]:
    """`drill serve` in a process of its own, until the end; its process id."""
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder / 'drillbot.db'}",
        "DISCORD_TOKEN": TOKEN,
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.discord", "--serve", discord.world.base, discord.gateway,
        cwd=folder, env=environment, stdout=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await discord.signed_in.wait()
        await discord.taken()
        yield process.pid
    finally:
        process.terminate()
        await process.wait()


@dataclass(frozen=True)
class Run:
    rest: float  # p99 in seconds
    load: float
    burst: float  # p99 while all send code within the same second
    waiting: int  # grades that still waited at the end
    acts: float  # CPU seconds of the bot's process for each thing that people do at rest


async def run(sessions: int, seconds: float, number: int) -> Run:
    world = World(lambda: datetime.now(UTC))
    async with Counterpart(world, checked=False) as discord:
        crowd = Crowd(discord, sessions)
        with tempfile.TemporaryDirectory() as folder:
            async with served(discord, Path(folder)) as pid:
                first, *others = crowd.people
                await crowd.start(first)
                await measured(crowd, [first], 2, number)  # what is loaded at the first use
                before = cpu(pid)
                rest = await measured(crowd, [first], seconds, number)
                acts = (cpu(pid) - before) / (seconds * RATE)
                for at in range(0, len(others), OPENING):
                    await asyncio.gather(*map(crowd.start, others[at : at + OPENING]))
                codes = [solution(), ENDLESS]
                with answers(crowd) as waiting:
                    for at, person in enumerate(crowd.people):
                        crowd.send(person, f"{codes[at % 2]}# {at}\n")
                    burst = await waiting()
                await until(lambda: len(crowd.taken()) == sessions)
                load = await measured(crowd, crowd.people, seconds, number)
                return Run(p99(rest), p99(load), p99(burst), crowd.grading(), acts)


def serve(base: str, gateway: str) -> int:
    """`drill serve` with Discord at another address."""
    import discord
    import yarl

    from bot.__main__ import main as drill

    discord.http.Route.BASE = base + API
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    return drill(["serve"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=45.0, help="measured at rest, and again")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        sys.exit(serve(*chosen.serve))
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
