"""A person's side of a lab in the terminal: their file is read before each word they say."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.platforms.terminal.adapter import Terminal
from bot.platforms.terminal.editing import edit
from bot.platforms.terminal.screen import INTERRUPT, Lines
from bot.platforms.terminal.workspace import shown
from drills import command, intake
from drills.effects import File, Keep
from drills.events import Commanded, Event, Pressed, Said, Submitted
from drills.kinds.lab.choices import OPEN, SURE, WRITING, begun_with
from drills.model import Person, Problem, Session
from drills.task import ACCEPTED, LabPhase


@dataclass
class LabLines:
    """Takes lines of a lab. `send` records an event and gives the session after it; `agree` asks
    once where code would run unconfined."""

    terminal: Terminal
    person: Person
    lines: Lines
    environ: Mapping[str, str]
    now: Callable[[], datetime]
    problem: Callable[[str], Problem]  # by its draw
    send: Callable[[Session, Event], Awaitable[Session]]
    agree: Callable[[], Awaitable[None]]

    async def take(self, session: Session, text: str) -> None:
        """One line. Raises StoreProblem, WorkspaceProblem."""
        assert session.lab is not None
        word = text.rstrip(".!?… ").casefold()
        word = command.lab_word(word) or word
        if text == INTERRUPT:
            self.terminal.tell("Ctrl-C ends nothing here: `quit` leaves, and stops the clock.")
        elif not text:
            pass
        elif word == "files":
            self._files(session)
        elif word in ("quit", "help", "time", "abandon"):
            await self.send(session, Commanded(self.now(), self.person, word))
        elif not session.pending and session.lab.phase in OPEN:
            await self._with_file(session, text, word)
        else:
            await self._said(session, text, word)

    async def _with_file(self, session: Session, text: str, word: str) -> None:
        """What the person wrote in their file comes before what they say."""
        asked = session.ask
        session = await self._read(session)
        if session.ask != asked:
            self.terminal.tell("Your file has changed: this is the suggestion now. Decide on it.")
        elif word == "edit":
            await self._edit(session)
        elif (sure := re.fullmatch(r"edit\W*(?:sure\W*)?([0-9]+)", word)) and not _waits(session):
            name = self.terminal.workspace(session).solution.name
            self.terminal.tell(
                f"Nothing was opened: `{word}` is how sure you are of a suggestion, and none is"
                f" shown. `edit` opens `{name}`."
            )
        elif sure and sure[1] in SURE:
            session = await self.send(session, Commanded(self.now(), self.person, sure[1]))
            await self._edit(session)
        else:
            await self._said(session, text, word)

    async def _said(self, session: Session, text: str, word: str) -> None:
        assert session.lab is not None
        event: Event
        if answer := self.terminal.answer(word):
            event = Pressed(self.now(), self.person, answer[0], answer[1].id)
        elif word.startswith("plan:") and not session.pending and _waits(session):
            event = Said(self.now(), self.person, text)  # the plan anew, as it was written
        elif word in command.LAB_WORDS or not (session.pending or session.lab.phase in WRITING):
            event = Commanded(self.now(), self.person, word)
        else:
            event = Said(self.now(), self.person, text)
        await self.send(session, event)

    async def _read(self, session: Session) -> Session:
        """Send the file in, where it is no longer as the session knows it."""
        assert session.lab is not None
        if problem := self.terminal.write_files(session):
            self.terminal.tell(problem)
            return session
        workspace = self.terminal.workspace(session)
        name = workspace.solution.name
        try:
            submission = intake.submission(workspace.read(), name)
        except FileNotFoundError:
            self.terminal.tell(f"`{name}` is not there; `files` puts it back as it was last.")
            return session
        except intake.Refused as e:
            self.terminal.tell(str(e))
            return session
        if submission.text == session.lab.file:
            return session
        await self.agree()
        return await self.send(session, Submitted(self.now(), self.person, submission))

    async def _edit(self, session: Session) -> None:
        """Open the proposal, as it was proposed, or the person's file where none is shown."""
        assert session.lab is not None
        workspace = self.terminal.workspace(session)
        if session.lab.phase is not LabPhase.BUILD:
            await self._open(workspace.solution)
            await self._read(session)
            return
        task = self.problem(session.draw).lab
        assert task is not None
        path = workspace.folder / f"suggestion-{session.lab.shown + 1}.py"
        begun = begun_with(task, session.lab.shown)
        emptied = path.exists() and not path.read_bytes().strip()
        fresh = emptied or not path.exists()
        if fresh:
            workspace.put(File(path.name, begun, Keep.WRITE))
        if emptied:
            self.terminal.tell(f"`{path.name}` was empty; it holds the proposal again.")
        before = path.read_bytes()
        trouble = await self._open(path)
        try:
            submission = intake.submission(path.read_bytes(), path.name)
        except (OSError, intake.Refused) as e:
            self.terminal.tell(f"{e} The suggestion still waits.")
            return
        decided = session.lab.standing(session.lab.shown) is not None
        if submission.text.strip() == begun.strip():  # a change may be undone
            changed = decided and not fresh and session.lab.states[session.lab.shown] != ACCEPTED
        else:  # without an editor, a version that was saved beforehand
            saved = not fresh and (trouble or not decided)
            changed = bool(saved) or path.read_bytes() != before
        if not changed:
            told = "Nothing changed, so the suggestion still waits."
            if decided:
                told = "Nothing changed, so your decision stands."
            if trouble:
                told += f" Save your version in `{shown(path)}` and say `edit` again."
            self.terminal.tell(told)
            return
        await self.agree()
        event = Submitted(self.now(), self.person, submission, ask=session.ask)
        await self.send(session, event)

    async def _open(self, path: Path) -> str:
        """What went wrong, which is told, or ""."""
        with self.terminal.screen.held(), self.lines.interrupts():
            trouble = await edit(path, self.environ, self.lines.live)
        if trouble:
            self.terminal.tell(trouble)
        return trouble

    def _files(self, session: Session) -> None:
        if told := self.terminal.restore(session):
            self.terminal.tell(told)
        workspace = self.terminal.workspace(session)
        names = sorted(p.name for p in workspace.folder.iterdir() if not p.name.startswith("."))
        self.terminal.tell(
            "Your files:\n" + "\n".join(f"- `{shown(workspace.folder / name)}`" for name in names)
        )


def _waits(session: Session) -> bool:
    """Whether a suggestion is shown."""
    return session.lab is not None and session.lab.phase is LabPhase.BUILD
