"""A person's side of a session in the terminal: each line becomes an event, or is answered here."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TypeGuard

from bot.app import App
from bot.grader.pool import GraderPool
from bot.grader.sandbox import Rung
from bot.platforms.terminal.adapter import WAY_OUT, Terminal, pick
from bot.platforms.terminal.editing import edit
from bot.platforms.terminal.lab import LabLines
from bot.platforms.terminal.screen import INTERRUPT, Lines
from bot.platforms.terminal.session import SessionLines
from bot.platforms.terminal.workspace import SOLUTION, WorkspaceProblem, lock, shown
from bot.ports import StoreProblem
from drills import command, intake
from drills.effects import Choice, Command, Say
from drills.events import Commanded, Event, Pressed, Said, Submitted
from drills.model import Person, Place, Scope, Session, Submission

UNSANDBOXED = "unsandboxed"  # the setting that remembers the answer
YES, NO = Choice("yes", "Yes", answer=True), Choice("no", "No", answer=True)


@dataclass
class Conversation:
    """One person in one practice folder, from the command line to the end of a session.

    `during(session)` keeps the session's timers while it is open.
    """

    app: App
    pool: GraderPool
    terminal: Terminal
    person: Person
    practice: Path
    lines: Lines
    environ: Mapping[str, str]
    during: Callable[[Session], AbstractAsyncContextManager[None]]
    told_of_tests: bool = False
    declined: bool = False  # to run code without a sandbox

    @property
    def place(self) -> Place:
        return Place("terminal", "local", str(self.practice))

    # --- a command line ----------------------------------------------------------------------

    async def start(self, words: Sequence[str]) -> int:
        """Answer a command line and go on into the session that it opens; returns the exit code.

        Raises Busy, WorkspaceProblem and StoreProblem.
        """
        with ExitStack() as held:
            locked = False
            while True:
                request = command.parse(words)
                if not locked and self._needs_folder(request):
                    held.enter_context(lock(self.practice, self._wanted(request)))
                    locked = True
                    await self._resume()
                told = self._restored(request)
                if locked:
                    self.terminal.screen.busy("Opening the session …")
                answer = await self.app.request(self._key(), self.person, self.place, words)
                if answer.say is None:
                    assert answer.session is not None
                    await self.play(answer.session, told=told)
                    return 0
                self.terminal.show(answer.say)
                offered = () if self.lines.unseen else answer.say.choices
                if offered and self.lines.live:
                    self.app.prepare()
                choice = await self._choose(offered)
                if choice is None:
                    return 1 if _opens(request) else 0
                if answer.session is None:
                    words = command.picked(choice.id)
                elif choice.id == "continue":
                    words = ["--continue"]
                else:  # finish or abandon it, then start what was asked for
                    ended = await self.play(answer.session, choice.id)
                    if not ended or self.terminal.left or not await self._read_on():
                        return 0

    async def _read_on(self) -> bool:
        """Let a person read what ended before the next clock starts; False: they leave instead."""
        return (
            not self.lines.live or await self.lines.read("Enter starts the new one: ") is not None
        )

    def _needs_folder(self, request: command.Request | Say) -> bool:
        """Whether a session is to be started or continued here. Nothing else makes a folder."""
        attempts = self.app.store.attempts(self.person)
        if not _opens(request):
            return False
        if request.resume:
            here = [attempt for attempt in attempts if attempt.place == self.place]
            return any(attempt.open or self.practice.exists() for attempt in here)
        return isinstance(self.app.pick(request, attempts, 0), str)

    def _wanted(self, request: command.Request | Say) -> Command:
        """The command line that has the same in another folder, where there is nothing to continue:
        what is open here is begun there."""
        assert isinstance(request, command.Request)
        drill, id = request.drill, request.task or request.domain
        session = self.app.store.session_at(self.place) if request.resume else None
        if session is not None:
            drill, id = session.drill, self.app.store.problem(session.draw).id
        if id:
            return Command(drill, (("task" if drill == "lab" else "domain", id),))
        picked = {"next": request.next, "random": request.random}
        return Command(drill, tuple((name, "") for name, said in picked.items() if said))

    async def _resume(self) -> None:
        """Perform what an interrupted process of this folder had decided and not yet done."""
        here = [a for a in self.app.store.attempts(self.person) if a.place == self.place]
        if not here:
            return
        session = self.app.store.session(here[-1].session)
        if session.grading:
            part = f"the grade of part {session.stage.number}"
            what = "the run of the tests" if session.done_elapsed is None else part
            what = "the run of your program" if session.work is not None else what
            self.terminal.screen.busy(f"Finishing {what} …", WAY_OUT)
        with self.lines.interrupts() as interrupted:
            await self.app.resume(session.id)
            if session.work is None:
                await self._graded(interrupted)
            elif session.grading:
                await self._ran(session, interrupted)
        self.terminal.screen.quiet()

    def _restored(self, request: command.Request | Say) -> str:
        """Put back what is gone of the files of the session that goes on; what was done."""
        if not isinstance(request, command.Request) or not request.resume:
            return ""
        session = self.app.store.session_at(self.place)
        try:
            return self.terminal.restore(session) if session is not None else ""
        except WorkspaceProblem as e:
            return str(e)

    async def _choose(self, offered: Sequence[Choice]) -> Choice | None:
        """A number or a name from what is offered; None where the person leaves."""
        while offered:
            self.terminal.offer(offered)
            line = await self.lines.read()
            if line is None or line.strip() in ("", INTERRUPT):
                return None
            if command.control_word(line) == "quit":
                return None
            if choice := pick(offered, line.strip()):
                return choice
            self.terminal.tell("Type one of the numbers or names, or press Enter to leave.")
        return None

    # --- a session ---------------------------------------------------------------------------

    async def play(self, session: Session, word: str | None = None, told: str = "") -> bool:
        """Take the person's lines, `word` first, until they leave or the session ends: True.

        `told`: what became of its files.
        """
        self.terminal.ended.clear()
        try:
            self.terminal.tell_folder(session)
        except WorkspaceProblem as e:
            told = told or str(e)
        if told:
            self.terminal.tell(told)
        async with self.during(session), self._watching(session):
            while session.open and not self.terminal.left:
                line = word or await self._line()
                word = None
                if line is None:
                    self.terminal.tell("The input ended here, so you leave as with `quit`.")
                try:
                    await self._take(session, "quit" if line is None else line.strip())
                    session = self.app.store.session(session.id)
                except (StoreProblem, WorkspaceProblem) as e:
                    self.terminal.tell(str(e))
                    if line is None:
                        break
        return not session.open

    async def _line(self) -> str | None:
        """The next line, "" where the session ended meanwhile: a grade came while one waited."""
        reading = asyncio.create_task(self.lines.read())
        ended = asyncio.create_task(self.terminal.ended.wait())
        await asyncio.wait({reading, ended}, return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if reading.done():
            return reading.result()
        reading.cancel()
        await asyncio.wait({reading})  # the prompt puts the terminal back as it was
        await self.app.idle()
        return ""

    async def _take(self, session: Session, text: str) -> None:
        if session.lab is not None:
            await self._lab.take(session, text)
            return
        if session.work is not None:
            await self._work.take(session, text)
            return
        word = command.control_word(text) or text.rstrip(".!?… ").casefold()
        if text == INTERRUPT:
            self.terminal.tell("Ctrl-C ends nothing here: `quit` leaves, and stops the clock.")
        elif answer := self.terminal.answer(word):
            ask, choice = answer
            await self._send(session, Pressed(self._now(), self.person, ask, choice.id))
        elif word == "edit":
            await self._edit(session)
        elif word == "files":
            self._files(session)
        elif word in ("run", "done"):
            await self._code(session, Scope(word))
        elif word in command.WORDS:
            await self._send(session, Commanded(self._now(), self.person, word))
        elif word == "continue":
            self.terminal.tell(
                f"Part {session.stage.number} is open and its clock runs, so there is nothing to"
                f" continue. After `quit` you come back with {command.CONTINUE}"
            )
        elif text and session.pending:
            await self._send(session, Said(self._now(), self.person, text))
        elif text:
            self._unknown(text)

    # --- what becomes an event ---------------------------------------------------------------

    async def _code(self, session: Session, scope: Scope) -> None:
        """Take the solution file as it is now; unchanged since it was sent, the word alone."""
        workspace = self.terminal.workspace(session)
        if problem := self.terminal.write_files(session):
            self.terminal.tell(problem)
        try:
            raw = workspace.read()
            submission = intake.submission(raw, SOLUTION)
        except FileNotFoundError:
            self.terminal.tell(
                f"There is no `{shown(workspace.solution)}`, so nothing ran. Put the file back, or"
                " say `stub` to have it written anew from the code you sent last."
            )
            return
        except intake.Refused as e:
            anew = "" if raw.strip() else " Say `stub` to have it written anew."
            self.terminal.tell(f"{e}{anew}")
            return
        if not self.told_of_tests and workspace.changed_tests("tests_visible.py"):
            self.told_of_tests = True
            self.terminal.tell(
                "`tests_visible.py` is not as it was written. That is fine: keep tests of your own"
                " in it and run them with pytest. `run` and `done` use the bot's own copy."
            )
        await self._agree()
        await self._send(session, self._submitted(session, submission, scope))

    def _submitted(self, session: Session, submission: Submission, scope: Scope) -> Event:
        now = self._now()
        if submission.id == session.submission:
            return Commanded(now, self.person, scope.value)
        return Submitted(now, self.person, submission, then=scope)

    async def _send(self, session: Session, event: Event) -> Session:
        """Record an event. Where it began a grade, wait for that; for an older one nobody waits."""
        with self.lines.interrupts() as interrupted:
            after = await self.app.receive(self._key(session.id), session.id, event)
            if after.grading and after.grading != session.grading:
                if after.work is not None:
                    await self._ran(after, interrupted)
                else:
                    await self._graded(interrupted)
        return self.app.store.session(session.id)

    @cached_property
    def _lab(self) -> LabLines:
        return LabLines(
            self.terminal,
            self.person,
            self.lines,
            self.environ,
            self._now,
            self.app.problem,
            self._send,
            self._agree,
        )

    @cached_property
    def _work(self) -> SessionLines:
        return SessionLines(
            self.terminal,
            self.person,
            self.lines,
            self.environ,
            self._now,
            self._send,
            self._agree,
        )

    @asynccontextmanager
    async def _watching(self, session: Session) -> AsyncIterator[None]:
        """Look whether the person begins to write, where a clock waits for that."""
        if session.work is None or session.work.coded:
            yield
            return

        async def receive(event: Event) -> None:
            await self.app.receive(self._key(session.id), session.id, event)

        watching = asyncio.create_task(self._work.watch(session, receive))
        try:
            yield
        finally:
            watching.cancel()
            await asyncio.wait({watching})

    async def _ran(self, session: Session, interrupted: asyncio.Event) -> None:
        """Wait for what the program shows, and not for what is found out behind it."""
        came = asyncio.create_task(self.terminal.came(session, session.grading).wait())
        idle = asyncio.create_task(self.app.idle())
        pressed = asyncio.create_task(interrupted.wait())
        try:
            done, _ = await asyncio.wait({came, idle, pressed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            came.cancel()
            pressed.cancel()
        if done == {pressed}:
            self.terminal.tell("It goes on; what it shows comes here when it is there.")

    async def _graded(self, interrupted: asyncio.Event) -> None:
        """Wait for the result, or for Ctrl-C; the grade itself goes on."""
        idle = asyncio.create_task(self.app.idle())
        pressed = asyncio.create_task(interrupted.wait())
        try:
            await asyncio.wait({idle, pressed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pressed.cancel()
        if not idle.done():
            self.terminal.tell("The tests go on; their result comes here when it is there.")

    async def _agree(self) -> None:
        """Where no sandbox works, ask whether this person's own code may run without.

        A yes is remembered for good, a no until the program ends.
        """
        if self.pool.allow_unsandboxed or self.declined:
            return
        self.terminal.screen.busy("Looking for a sandbox on this machine …")
        if (await self.pool.selftest()).rung is not Rung.NONE:
            return
        self.terminal.tell(
            "No sandbox works on this machine, so your code would run as any program that you"
            " start: with your rights, your files and your network. Run your own code so?"
        )
        choice = await self._choose((YES, NO))
        if choice is YES:
            self.app.store.set_setting(self.person, UNSANDBOXED, YES.id)
            self.pool.allow_unsandboxed = True
        else:
            self.declined = True

    # --- what is answered here ---------------------------------------------------------------

    def _files(self, session: Session) -> None:
        if told := self.terminal.restore(session):
            self.terminal.tell(told)
        if problem := self.terminal.write_files(session):
            self.terminal.tell(problem)
        workspace = self.terminal.workspace(session)
        names = sorted(p.name for p in workspace.folder.iterdir() if not p.name.startswith("."))
        listed = "\n".join(f"- `{shown(workspace.folder / name)}`" for name in names)
        self.terminal.tell(f"Your files:\n{listed}" if names else "There is no file any more.")

    async def _edit(self, session: Session) -> None:
        path = self.terminal.workspace(session).solution
        with self.terminal.screen.held(), self.lines.interrupts():
            if trouble := await edit(path, self.environ, self.lines.live):
                self.terminal.tell(trouble)

    def _unknown(self, text: str) -> None:
        if "\n" in text:
            self.terminal.tell(f"Code is taken from `{SOLUTION}`, not from here: say `edit`.")
            return
        near = command.suggested(text, [*command.WORDS, *command.TERMINAL_WORDS])
        hint = f"Did you mean `{near}`?" if near else "`help` lists what I understand."
        short = text if len(text) <= 40 else text[:39] + "…"
        quoted = short.replace("`", "'")
        self.terminal.tell(f"I don't know `{quoted}`. {hint}")

    def _key(self, session: str = "") -> str:
        return f"terminal:{session}:{uuid.uuid4().hex}"

    def _now(self) -> datetime:
        return self.app.clock.now()


def _opens(request: command.Request | Say) -> TypeGuard[command.Request]:
    """Whether a request is for a session, and not for something to read."""
    return isinstance(request, command.Request) and request.opens
