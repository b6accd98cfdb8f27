"""A person's side of a working session in the terminal: their folder is what they send."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.platforms.terminal.adapter import Terminal
from bot.platforms.terminal.editing import edit
from bot.platforms.terminal.screen import INTERRUPT, Lines
from bot.platforms.terminal.workspace import WorkspaceProblem, shown
from drills import command, intake
from drills.events import Changed, Commanded, Event, Pressed, Said, Submitted
from drills.folder import MOST, submission
from drills.kinds.session.wording import START
from drills.model import Person, Scope, Session, Submission
from drills.working import DATA, ENTRY
from drills.working_state import LOG, WorkPhase

LOOK = 1.0  # seconds between two looks at the solution file
_OWN = ("out", "__pycache__")  # folders that hold nothing of the person's own
_WRITING = (WorkPhase.BRIEF, WorkPhase.BLOCK)


@dataclass
class SessionLines:
    """Takes lines of a working session. `send` records an event and gives the session after it;
    `agree` asks once where code would run unconfined."""

    terminal: Terminal
    person: Person
    lines: Lines
    environ: Mapping[str, str]
    now: Callable[[], datetime]
    send: Callable[[Session, Event], Awaitable[Session]]
    agree: Callable[[], Awaitable[None]]
    told_of_data: bool = False

    async def take(self, session: Session, text: str) -> None:
        """One line. Raises StoreProblem, WorkspaceProblem."""
        assert session.work is not None
        word = command.session_word(text) or text.rstrip(".!?… ").casefold()
        if text == INTERRUPT:
            self.terminal.tell("Ctrl-C ends nothing here: `quit` leaves, and stops the clock.")
        elif not text:
            pass
        elif word == "files":
            self._files(session)
        elif word == "edit":
            await self._edit(session)
        else:
            session = await self._look(session)
            await self._said(session, text, word)

    async def _said(self, session: Session, text: str, word: str) -> None:
        assert session.work is not None
        writing = session.work.phase in _WRITING and not session.pending
        if answer := self.terminal.answer(word):
            ask, choice = answer
            await self.send(session, Pressed(self.now(), self.person, ask, choice.id))
        elif writing and word in ("run", "done"):
            await self._work(session, Scope(word))
        elif writing:
            await self.send(session, Commanded(self.now(), self.person, text))
        else:
            await self.send(session, Said(self.now(), self.person, text))

    # --- the person's files ------------------------------------------------------------------

    async def watch(self, session: Session, receive: Callable[[Event], Awaitable[object]]) -> None:
        """Wait until the solution file is first changed, and tell of it."""
        seen = 0
        while True:
            try:
                stamp = self._stamp(session)
                if stamp != seen and self._changed(session):
                    await receive(Changed(self.now(), self.person))
                    return
                seen = stamp
            except (OSError, WorkspaceProblem):
                pass  # it is told where a word needs the file
            await asyncio.sleep(LOOK)

    def _stamp(self, session: Session) -> int:
        """When the person's code was last touched. Raises OSError, WorkspaceProblem."""
        workspace = self.terminal.workspace(session)
        given = self.terminal.given(session)
        paths = _python(workspace.folder) if given else [workspace.solution]
        return max((path.stat().st_mtime_ns for path in paths), default=0)

    def _changed(self, session: Session) -> bool:
        if given := self.terminal.given(session):
            folder = self.terminal.workspace(session).folder
            return any(
                path.read_bytes() != given.get(path.relative_to(folder).as_posix(), "").encode()
                for path in _python(folder)
            )
        text = self.terminal.workspace(session).solution.read_bytes()
        return bool(text.strip()) and text.strip() != START.strip().encode()

    async def _look(self, session: Session) -> Session:
        """The first change of the solution file begins the clock, before what is said next."""
        assert session.work is not None
        if session.work.coded or session.work.phase not in _WRITING:
            return session
        try:
            changed = self._changed(session)
        except OSError:
            return session
        if not changed:
            return session
        return await self.send(session, Changed(self.now(), self.person))

    async def _work(self, session: Session, then: Scope) -> None:
        """Send the folder as it is now; where nothing changed since, the word alone."""
        assert session.work is not None
        if problem := self.terminal.write_files(session):
            self.terminal.tell(problem)
        workspace = self.terminal.workspace(session)
        given = self.terminal.given(session)
        if not given and not workspace.solution.exists():
            self.terminal.tell(
                f"There is no `{shown(workspace.solution)}`, so nothing ran. Say `files` to have"
                " it back as you sent it last."
            )
            return
        try:
            first, *more = (
                _repository(workspace.folder, given) if given else _program(workspace.folder)
            )
        except intake.Refused as e:
            self.terminal.tell(str(e))
            return
        if not self.told_of_data and workspace.changed_tests(DATA):
            self.told_of_data = True
            self.terminal.tell(
                f"`{DATA}` is not as it was written. That is fine for trying things out; `run` and"
                " `done` use the bot's own copy."
            )
        await self.agree()
        sent = {each.name: each.text for each in (first, *more)}
        untouched = bool(given) and not self._changed(session) and not session.work.coded
        if sent == session.work.files or untouched:
            await self.send(session, Commanded(self.now(), self.person, then.value))
            return
        event = Submitted(self.now(), self.person, first, then=then, more=tuple(more))
        await self.send(session, event)

    # --- what is answered here ---------------------------------------------------------------

    async def _edit(self, session: Session) -> None:
        path = self.terminal.workspace(session).solution
        with self.terminal.screen.held(), self.lines.interrupts():
            if trouble := await edit(path, self.environ, self.lines.live):
                self.terminal.tell(trouble)
        await self._look(session)

    def _files(self, session: Session) -> None:
        if told := self.terminal.restore(session):
            self.terminal.tell(told)
        if problem := self.terminal.write_files(session):
            self.terminal.tell(problem)
        folder = self.terminal.workspace(session).folder
        names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
        listed = "\n".join(f"- `{shown(folder / name)}`" for name in names)
        self.terminal.tell(f"Your files:\n{listed}")


def _program(folder: Path) -> list[Submission]:
    """The solution, then the log, then what else is Python. Raises Refused."""
    others = [path for path in _python(folder) if path.name not in (DATA, ENTRY)
              or path.parent != folder]  # fmt: skip
    return [_submission(folder / ENTRY, folder), _log(folder), *_sent(others, folder)]


def _repository(folder: Path, given: Mapping[str, str]) -> list[Submission]:
    """The log, then each file that is not as it was given. Raises Refused."""
    texts = [folder / name for name in given if not name.endswith(".py")]
    sent = _sent([*_python(folder), *(path for path in texts if path.is_file())], folder)
    changed = [each for each in sent if each.text != given.get(each.name)]
    return [_log(folder), *(changed or sent[:1])]  # several files are all that there is


def _python(folder: Path) -> list[Path]:
    """The files of Python that are the person's to write."""
    parts = {path: path.relative_to(folder).parts for path in sorted(folder.rglob("*.py"))}
    hidden = {
        path for path, its in parts.items() if any(part[0] == "." or part in _OWN for part in its)
    }
    return [path for path in parts if path not in hidden and path.is_file()]


def _sent(paths: Sequence[Path], folder: Path) -> list[Submission]:
    if len(paths) > MOST:
        raise intake.Refused(f"There are {len(paths)} files; {MOST} can be sent.")
    return [_submission(path, folder) for path in paths]


def _log(folder: Path) -> Submission:
    log = folder / LOG
    return _submission(log, folder) if log.is_file() else submission(LOG, b"")


def _submission(path: Path, folder: Path) -> Submission:
    """A file of the person's; an empty one is one too. Raises Refused."""
    name = path.relative_to(folder).as_posix()
    try:
        raw = path.read_bytes()
    except OSError as e:
        raise intake.Refused(f"`{name}` cannot be read: {e.strerror}.") from None
    return submission(name, raw)
