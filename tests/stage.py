"""Plays a written conversation against the real app, store, grader and content.

Only the wire and the clock are fakes. What the person holds in hand is a `Client`: `Bare`, which
gives events to the app, or one that speaks a chat platform's protocol. A scenario is a text file:

    # What it shows, in a sentence.
    progressive --domain kv-store --seed 7     the request that opens it
    < PART 1 of 4                               the bot said this, somewhere in one message
    <! expire                                   and this stood in none of the messages just said
    <? does nothing any more                    the bot may say this: a chat tells the person alone
    > (reference 1)                             the person sends code: see `Stage.code`
    > done                                      says a word
    > press Yes                                 presses a button; `press Yes again`: the same one
    ~ 25m                                       time passes (s, m, h, d)
    ~ 25m down                                  time passes while the process is not running
    ^                                           the process is killed and started again

Every message must be mentioned by at least one line. Marks of emphasis and of code do not count.
Two spaces stand between the cells of a row, which a platform may label, or leave out where they
hold nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Protocol
from uuid import uuid4

from rich.console import Console

from bot.app import App
from bot.platforms.terminal import render
from bot.platforms.terminal.screen import STYLES, Screen
from bot.platforms.terminal.spelling import Spelling
from bot.ports import Grader, Store
from content.catalog import Catalog
from content.draw.drawing import Draw
from drills.command import control_word
from drills.effects import (
    Announce,
    Block,
    Code,
    Command,
    Fields,
    InsertStub,
    Option,
    Say,
    Sending,
    Settle,
    Table,
    Token,
    spell,
)
from drills.events import Commanded, Pressed, Said, Submitted
from drills.model import Person, Place, Session, Submission
from drills.presentation import unwritten
from drills.task import Task

ANA = Person("script", "team", "ana")
THREAD = Place("script", "team", "thread-1")
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid4().hex  # the same for every worker
SEED = int(os.environ.get("SCENARIO_SEED") or int(RUN[:6], 16))  # of samples; shown at the end
LONG = ("bad-code", "untouched")  # scenarios that wait for time limits, whatever the client


class Killed(BaseException):
    """The process died in the middle of a send."""


@dataclass
class StageClock:
    """A clock that moves only when the scenario says so."""

    at: datetime = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at


@dataclass
class Wire:
    """The far end of a platform: remembers what was said, and may die before saying it."""

    name: str = "script"
    said: list[Say] = field(default_factory=list)
    settled: list[Settle] = field(default_factory=list)
    left: int = 0
    dying: bool = False
    died: bool = False
    sent: set[str] = field(default_factory=set)

    async def say(self, session: Session, say: Say, key: str, receipt: str) -> str:
        if self.dying and key not in self.sent:
            self.sent.add(key)
            self.died = True
            raise Killed
        shown_whole(say)
        standing = [s for s in self.said if not (s.name and s.name == say.name and s.progress)]
        self.said = [*standing, say]
        return key

    async def settle(self, session: Session, settle: Settle) -> None:
        self.settled.append(settle)

    async def announce(
        self, session: Session, announce: Announce, key: str, receipt: str
    ) -> tuple[Place, str]:
        raise AssertionError("no session of this stage has a room")

    async def insert_stub(self, session: Session, stub: InsertStub) -> Say:
        return Say((f"Signatures of {stub.required} inserted.",))

    async def leave(self, session: Session) -> None:
        self.left += 1


def slash(token: Token) -> str:
    match token:
        case Command():
            words = [token.drill, *(f"--{k} {v}".strip() for k, v in token.options)]
            return " ".join(["/drill", *words])
        case Option():
            return token.typed
        case Sending():
            return "Send your code as a file or a block."
        case _:
            return ""


def plain(say: Say, spelled: Callable[[Token], str] = slash) -> str:
    """A message as its words alone."""

    def one(block: Block) -> str:
        match block:
            case str():
                return block
            case Code(text=text):
                return text
            case Table(columns=columns, rows=rows):
                return "\n".join("  ".join(row) for row in (columns, *rows))
            case Fields(rows=rows):
                return "\n".join(f"{label}  {text}" for label, text in rows)

    parts = [*map(one, say.blocks), *(f"[{c.label}]" for c in say.choices)]
    parts += [f"({file.name})" for file in say.files]
    return spell("\n".join(parts), spelled)


def shown_whole(say: Say) -> None:
    """No word of a message is lost where a terminal of 60 columns shows it."""
    out = io.StringIO()
    Screen(Console(file=out, width=60, theme=STYLES)).show(render.message(say, Spelling()))
    shown = "".join(out.getvalue().split())
    text = plain(replace(say, files=()), spelled=lambda command: "")
    words = re.findall(r"\w+", re.sub(r"```\w*", "", text))
    lost = [word for word in words if word.casefold() not in shown.casefold()]
    assert not lost, f"not shown in a terminal: {lost}"


def lab_code(task: Task, kind: str, name: str) -> str:
    """A fragment of a lab, as somebody sends it who has copied it and changed nothing but that."""
    [suggestion] = [s for s in task.suggestions if s.name == name]
    return {"proposed": suggestion.proposed, "corrected": suggestion.corrected}[kind]


class Client(Protocol):
    """What the person holds in hand: says things to the bot, and shows what it says."""

    async def command(self, line: str) -> None:
        """A command line outside of every session: `progressive --next`."""

    async def say(self, text: str) -> None: ...

    async def send(self, code: str) -> None: ...

    async def press(self, label: str, again: bool) -> None:
        """The button that was shown last under a label; `again`: the one pressed before."""

    async def wait(self, time: timedelta, down: bool) -> None:
        """Time passes, with the bot's process not running if `down`."""

    async def restart(self) -> None:
        """The bot's process is killed and started again."""

    async def close(self) -> None: ...

    def heard(self) -> list[str]:
        """What was said since this was last asked: the words of each message, labels included."""

    def session(self) -> Session | None:
        """The session that the person opened last."""


class Bare:
    """A client without a platform: it gives events to the app, and hears what is said as it is."""

    def __init__(self, store: Store, grader: Grader, crashing: bool = False) -> None:
        self.store, self.grader = store, grader
        self.catalog, self.clock, self.wire = Catalog(), StageClock(), Wire(dying=crashing)
        self.app = self._process()
        self.opened: Session | None = None
        self.events = 0
        self.shown: list[Say] = []
        self.pressed: dict[str, Pressed] = {}

    def _process(self) -> App:
        platforms = {"script": self.wire}
        app = App(self.store, self.catalog, self.grader, self.clock, platforms, "stage")
        app.probe_step = 0.1  # nobody looks at a clock here
        return app

    def session(self) -> Session | None:
        return self.opened

    def heard(self) -> list[str]:
        fresh, self.wire.said = self.wire.said, []
        self.shown += fresh
        return [plain(say) for say in fresh]

    async def close(self) -> None:
        await self.app.close()

    async def command(self, line: str) -> None:
        self.events += 1
        words = re.findall(r'"[^"]*"|\S+', line)
        request = (f"script:{self.events}", ANA, THREAD, [w.strip('"') for w in words])
        try:
            answer = await self.app.request(*request)
        except Killed:
            await self._settled()
            answer = await self.app.request(*request)  # the platform delivers it again
        if answer.say is not None:
            self.wire.said.append(answer.say)
        self.opened = answer.session or self.opened

    async def say(self, text: str) -> None:
        at, word = self.clock.now(), control_word(text)
        await self._surviving(Commanded(at, ANA, word) if word else Said(at, ANA, text))

    async def send(self, code: str) -> None:
        id = hashlib.sha256(code.encode()).hexdigest()
        submission = Submission(id, "solution.py", code)
        await self._surviving(Submitted(self.clock.now(), ANA, submission))

    async def press(self, label: str, again: bool) -> None:
        if not again:
            asks = [(s.ask, c) for s in self.shown for c in s.choices if c.label == label]
            assert asks, f"there is no button {label!r}"
            ask, choice = asks[-1]
            self.pressed[label] = Pressed(self.clock.now(), ANA, ask, choice.id)
        await self._surviving(self.pressed[label])

    async def _surviving(self, event: Commanded | Pressed | Said | Submitted) -> None:
        assert self.opened is not None, "no session is open"
        self.events += 1
        key, session = f"script:{self.events}", self.opened.id
        try:
            await self.app.receive(key, session, event)
        except Killed:
            await self._settled()
            await self.app.receive(key, session, event)  # the platform delivers it again
        await self._settled()

    async def _settled(self) -> None:
        """Wait for grades; a process that died while telling one is started again."""
        await self.app.idle()
        while self.wire.died:
            await self._start_again()

    async def restart(self) -> None:
        await self._start_again()
        await self._settled()

    async def _start_again(self) -> None:
        await self.app.close()
        self.wire.died = False
        self.app = self._process()
        with contextlib.suppress(Killed):
            await self.app.resume()
        await self.app.idle()

    async def wait(self, time: timedelta, down: bool) -> None:
        target = self.clock.at + time
        if down:
            self.clock.at = target
            await self.restart()
        while (due := self.store.next_due(["script"])) is not None and due <= target:
            self.clock.at = max(self.clock.at, due)
            for timer in self.store.claim_timers("stage", ["script"], self.clock.at):
                with contextlib.suppress(Killed):
                    await self.app.fire(timer)
            await self._settled()
        self.clock.at = target


class Stage:
    """One scenario in play."""

    def __init__(self, client: Client, store: Store, catalog: Catalog) -> None:
        self.client, self.store, self.catalog = client, store, catalog
        self.draw: Draw | None = None
        self.waiting: list[str] = []  # said, and not yet mentioned
        self.current = ""

    async def play(self, text: str) -> None:
        lines = [line for line in text.splitlines() if line.strip() and line[0] != "#"]
        for number, line in enumerate(lines, 1):
            mark, rest = (line[0], line[1:].strip()) if line[0] in "<>~^" else ("$", line)
            try:
                if mark == "<":
                    self._expect(rest)
                else:
                    self._all_mentioned()
                    await self._act(mark, rest)
            except AssertionError as e:
                raise AssertionError(f"line {number}: {line}\n{e}") from e
        self._all_mentioned()
        await self.client.close()

    # --- what the person and the world do ----------------------------------------------------

    async def _act(self, mark: str, rest: str) -> None:
        self.current = ""
        match mark:
            case "$":
                await self.client.command(rest)
            case "^":
                await self.client.restart()
            case "~":
                await self.client.wait(*passed(rest))
            case _ if code := re.fullmatch(r"\((.*)\)", rest):
                await self.client.send(self.code(code[1]))
            case _ if press := re.fullmatch(r"press (.+?)( again)?", rest):
                await self.client.press(press[1], bool(press[2]))
            case _:
                await self.client.say(rest)
        self.waiting += self.client.heard()

    def code(self, what: str) -> str:
        """`reference 2`, `second 4`, `stub 1` (as given), `wrong Name at 2`; `code: a\\nb`.

        Of a lab `proposed NAME` and `corrected NAME`, the assistant's fragments.
        """
        kind, _, of = what.partition(" ")
        if kind == "code:":
            return of.replace("\\n", "\n")
        session = self.client.session()
        assert session is not None, "no problem is drawn"
        problem = self.store.problem(session.draw)
        if problem.lab is not None:
            return lab_code(problem.lab, kind, of)
        if kind == "stub":
            return unwritten(problem.parts[int(of) - 1])
        if self.draw is None:
            author = self.catalog.author(problem.id)
            self.draw = Draw(author, dict(problem.knobs), problem.skin, problem.seed)
        match kind:
            case "reference":
                return self.draw.reference(int(of))
            case "second":
                return self.draw.second(int(of))
            case "wrong":
                name, _, part = of.partition(" at ")
                [wrong] = [w for w in self.draw.authored.wrongs if w.name == name]
                return self.draw.wrong(replace(wrong, part=int(part or wrong.part)))
        raise AssertionError(f"there is no code {what!r}")

    # --- what the bot said -------------------------------------------------------------------

    def _expect(self, fragment: str) -> None:
        if fragment.startswith("! "):
            said = [self.current, *self.waiting]
            assert not any(holds(text, fragment[2:]) for text in said), "\n---\n".join(said)
            return
        if fragment.startswith("? "):
            if self.waiting and holds(self.waiting[0], fragment[2:]):
                self.current = self.waiting.pop(0)
            return
        if holds(self.current, fragment):
            return
        assert self.waiting, f"nothing more was said after:\n{self.current}"
        self.current = self.waiting.pop(0)
        assert holds(self.current, fragment), f"the bot said:\n{self.current}"

    def _all_mentioned(self) -> None:
        assert not self.waiting, "never mentioned:\n" + "\n---\n".join(self.waiting)


def passed(text: str) -> tuple[timedelta, bool]:
    """How much time `25m` or `1h 2m down` lets pass, and whether the process is down meanwhile."""
    found = re.fullmatch(r"((?:\d+[smhd] ?)+?)( down)?", text)
    assert found is not None, f"{text!r} is no time"
    amount, down = found.groups()
    seconds = sum(int(n) * UNITS[u] for n, u in re.findall(r"(\d+)([smhd])", amount))
    return timedelta(seconds=seconds), bool(down)


def holds(text: str, fragment: str) -> bool:
    """Whether a fragment stands in a text, as a reader sees both."""
    seen, wanted = (re.sub(r"[*`]", "", one) for one in (text, fragment))
    cells = [re.escape(cell) for cell in re.split(r"  +", wanted.strip()) if cell != "—"]
    return re.search(".*?".join(cells), seen) is not None
