"""Slack in Ana's hands, as the client of a scenario."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from drills.model import Session
from drills.working_state import WorkPhase
from tests.slack.counterpart import reading
from tests.slack.counterpart.server import AFTER, BEFORE
from tests.slack.counterpart.state import BOT, Json, Post
from tests.slack.practice import Practice

FORM = 2_900  # characters; what is longer is no longer pasted into a window


class SlackClient:
    """Implements `tests.stage.Client`.

    Code is sent in every way that Slack has, one after another. With `crashing` the bot's process
    dies at everything that it sends, once before it is there and once before it is answered, and
    at everything that comes to it, once as it comes and once as it is acknowledged. Who then hears
    nothing at all does it once more.
    """

    def __init__(self, practice: Practice, crashing: bool = False) -> None:
        self.practice, self.crashing = practice, crashing
        self.heard_of: dict[tuple[str, str], str] = {}
        self.sent = 0
        self.actions = 0
        self.deaths: set[str] = set()
        self.repeats = 0
        if crashing:
            practice.slack.interrupt = self._dies

    def session(self) -> Session | None:
        return self.practice.session()

    async def close(self) -> None:
        self.practice.slack.interrupt = None
        self.practice.slack.check()
        self._each_was_said_once()
        self._the_channel_has_the_line_alone()

    # --- what Ana does -----------------------------------------------------------------------

    async def command(self, line: str) -> None:
        practice = self.practice
        await self._do(lambda: practice.ana.command(practice.channel, line))

    async def say(self, text: str) -> None:
        await self._do(lambda: self._write(text))

    async def send(self, code: str) -> None:
        self.sent += 1
        walk = session_phase(self.session()) is WorkPhase.WALK  # a block is an answer there
        match 1 if walk else self.sent % 4:
            case 1:
                await self._do(lambda: self._write("", ("solution.py", code.encode())))
            case 2:
                await self._do(lambda: self._write(f"This should do:\n```\n{code}\n```"))
            case 3:
                await self._do(lambda: self._write("", ("Untitled", code.encode())))
            case _:
                await self._do(lambda: self._by_form(code))

    async def _by_form(self, code: str) -> None:
        """Open the window, and send it with the code, or with a file where that is too long."""
        await self.practice.ana.press("Send code")
        await self.practice.bot.idle()
        if len(code) <= FORM:
            await self.practice.ana.submit(code)
        else:
            await self.practice.ana.submit("", [("solution.py", code.encode())])

    async def press(self, label: str, again: bool) -> None:
        await self._do(lambda: self.practice.ana.press(label, again))

    async def _write(self, text: str, *files: tuple[str, bytes]) -> Post:
        practice, session = self.practice, self.session()
        assert session is not None, "no session is open"
        channel, thread = practice.where(session)
        return await practice.ana.write(channel, text, thread, files)

    async def _do(self, action: Callable[[], Awaitable[Any]]) -> None:
        """Do something and wait for what follows; who dies of it is asked again, if need be."""
        self.actions += 1
        while True:
            restarts = self.practice.restarts
            await self.practice.surviving(action())
            if self.practice.restarts == restarts or self._fresh():
                return
            self.repeats += 1

    async def restart(self) -> None:
        await self.practice.restart()
        await self.practice.settled()

    async def wait(self, time: timedelta, down: bool) -> None:
        practice, clock = self.practice, self.practice.clock
        target = clock.at + time
        if down:
            clock.at = target
            await self.restart()
        store = practice.store
        while (due := store.next_due(["slack"])) is not None and due <= target:
            clock.at = max(clock.now(), due)
            for timer in store.claim_timers("practice", ["slack"], clock.now()):
                with practice.life.within():
                    await practice.surviving(practice.bot.app.fire(timer))
        clock.at = target

    # --- what Ana reads ----------------------------------------------------------------------

    def heard(self) -> list[str]:
        said = []
        for post, text in self._fresh():
            alone = post.files and not post.text and not post.blocks
            if alone and said:
                said[-1] += f"\n{text}"  # the files of the message before
            else:
                said.append(text)
            self.heard_of[post.channel, post.ts] = text
        return said

    def _fresh(self) -> list[tuple[Post, str]]:
        """What is new, or says more than that an answer was taken, with its words."""
        practice = self.practice
        fresh = []
        for post in practice.workspace.posts:
            if post.user != BOT or post.to not in ("", practice.ana.user.id) or self._line(post):
                continue
            text = reading.words(post, practice.workspace)
            before = self.heard_of.get((post.channel, post.ts))
            if before is None or not text.startswith(_without_buttons(before)):
                fresh.append((post, text))
        return fresh

    def _line(self, post: Post) -> bool:
        """The line in the channel under which a thread hangs."""
        return not post.thread and not post.to and post.channel == self.practice.channel.id

    # --- how the bot dies --------------------------------------------------------------------

    def _dies(self, when: str, what: str, args: Json) -> bool:
        """At each thing once: what is done again after a restart is let through. What people do
        again is another thing each time, so of what comes in once for each that they do."""
        thing = _sent(what, args) if when in (BEFORE, AFTER) else str(self.actions)
        moment = f"{when} {what} {thing}"
        if moment in self.deaths:
            return False
        self.deaths.add(moment)
        return True

    # --- what must hold at the end -----------------------------------------------------------

    def _each_was_said_once(self) -> None:
        keys = [
            json.dumps(post.metadata, sort_keys=True)
            for post in self.practice.workspace.posts
            if post.metadata
        ]
        twice = {key for key in keys if keys.count(key) > 1}
        assert not twice, f"said twice: {twice}"

    def _the_channel_has_the_line_alone(self) -> None:
        """One line a session; of one that is over it says how it ended."""
        practice = self.practice
        lines = [post for post in practice.workspace.posts if self._line(post)]
        bot = [post for post in lines if post.user == BOT]
        sessions = practice.store.attempts(practice.person(practice.ana))
        assert len(bot) == len(sessions), [post.text for post in bot]
        for post, attempt in zip(bot, sessions, strict=True):
            text = reading.words(post, practice.workspace)
            assert text.startswith("@ana started" if attempt.open else "@ana · "), text


def session_phase(session: Session | None) -> WorkPhase | None:
    return session.work.phase if session is not None and session.work is not None else None


def _without_buttons(text: str) -> str:
    lines = text.split("\n")
    while lines and lines[-1].startswith("["):
        lines.pop()
    return "\n".join(lines)


def _sent(what: str, args: Json) -> str:
    """What makes one thing sent another: not the ids that Slack gives anew each time."""
    kept = {name: value for name, value in args.items() if name != "trigger_id"}
    if what == "files.completeUploadExternal":
        files = args["files"]
        found = json.loads(files) if isinstance(files, str) else files
        kept["files"] = [one.get("title") for one in found]
    return json.dumps(kept, sort_keys=True, default=str)
