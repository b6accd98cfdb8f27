"""How soon Discord is answered: p99 of the first response, at rest and with everything busy.

    python -m bench.discord --runs 5

A real `drill serve` meets a Discord on loopback. At rest one drill is open. Under load 200 are,
and each has just sent code, so that more grades wait than the machine can run for as long as is
measured. In both the same people press buttons, use commands and write at the same rate.
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
from datetime import UTC, datetime
from pathlib import Path

from tests.discord import limits
from tests.discord.counterpart import API, TOKEN, Counterpart
from tests.discord.person import Button, Person, words
from tests.discord.world import EVERYBODY, PUBLIC, Channel, Message, World
from tests.slack.solutions import solution

WANTED, RATIO = 0.5, 5.0  # seconds at most; and of the p99 at rest
RATE = 20.0  # a second: what people do
OPENING = 8  # sessions that are opened at once
SEED = 7
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
        while True:
            if (thread := self._thread(person)) is not None:
                self.threads[person.user.id] = thread
                return
            await asyncio.sleep(0.05)

    def _thread(self, person: Person) -> Channel | None:
        mine = (
            channel
            for channel in self.world.channels.values()
            if channel.kind == PUBLIC and person.user.id in channel.people
        )
        return next((thread for thread in mine if thread.messages), None)

    def send(self, person: Person, code: str) -> None:
        person.write(self.threads[person.user.id], "", [("solution.py", code.encode())])

    def act(self, person: Person, draw: random.Random) -> None:
        """One thing that people do, whatever the grader does."""
        thread = self.threads[person.user.id]
        match draw.random():
            case chance if chance < 0.6:
                part = thread.messages[min(thread.messages)]
                person.press(Button(part, _button(part, "Time"), "Time"))
            case chance if chance < 0.9:
                person.slash(thread, ("drill", "help"))
            case _:
                person.write(thread, "hm, let me think")

    def grading(self) -> int:
        """Runs that are asked for and not told."""
        said = [words(m) for t in self.threads.values() for m in t.messages.values()]
        return sum("Running" in text for text in said)


def _button(message: Message, label: str) -> str:
    shown = limits.walk(message.components)
    return next(str(one["custom_id"]) for one in shown if one.get("label") == label)


async def measured(
    crowd: Crowd, people: Sequence[Person], seconds: float, seed: int
) -> list[float]:
    """Seconds to each first response, while people act at the rate."""
    draw, begun = random.Random(seed), time.monotonic()
    before = len(crowd.discord.sent)
    asked = len(crowd.world.interactions)
    for number in range(int(seconds * RATE)):
        await asyncio.sleep(max(0.0, begun + number / RATE - time.monotonic()))
        crowd.act(draw.choice(people), draw)
    asked = len(crowd.world.interactions) - asked
    while True:
        answered = _answers(crowd, before)
        if len(answered) >= asked:
            return answered
        await asyncio.sleep(0.05)


def _answers(crowd: Crowd, since: int) -> list[float]:
    return [sent.took for sent in crowd.discord.sent[since:] if sent.template == CALLBACK]


@contextlib.asynccontextmanager
async def served(discord: Counterpart, folder: Path) -> AsyncIterator[None]:
    """`drill serve` in a process of its own, until the end."""
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
        yield
    finally:
        process.terminate()
        await process.wait()


async def run(sessions: int, seconds: float, number: int) -> tuple[float, float, int]:
    """(p99 at rest, p99 under load, grades that still waited at its end) of one run."""
    world = World(lambda: datetime.now(UTC))
    async with Counterpart(world, checked=False) as discord:
        crowd = Crowd(discord, sessions)
        with tempfile.TemporaryDirectory() as folder:
            async with served(discord, Path(folder)):
                first, *others = crowd.people
                await crowd.start(first)
                await measured(crowd, [first], 2, number)  # what is loaded at the first use
                rest = p99(await measured(crowd, [first], seconds, number))
                for at in range(0, len(others), OPENING):
                    await asyncio.gather(*map(crowd.start, others[at : at + OPENING]))
                for at, person in enumerate(crowd.people):
                    crowd.send(person, f"{solution()}\n# {at}\n")
                load = p99(await measured(crowd, crowd.people, seconds, number))
                return rest, load, crowd.grading()


def p99(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=100, method="inclusive")[98]


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
    parser.add_argument("--seconds", type=float, default=20.0, help="measured at rest, and again")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        sys.exit(serve(*chosen.serve))
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
