"""The terminal as the app sees it: prints what is said and keeps the files of each session."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from rich.text import Text

from bot.platforms.terminal import render
from bot.platforms.terminal.screen import Screen
from bot.platforms.terminal.spelling import Spelling
from bot.platforms.terminal.workspace import (
    SOLUTION,
    Workspace,
    WorkspaceProblem,
    belongs,
    find_folder,
    make_folder,
    shown,
)
from bot.ports import Store
from drills import presentation
from drills.effects import Announce, Choice, File, InsertStub, Keep, Say, Settle
from drills.kinds.lab import wording as lab_wording
from drills.kinds.session import wording as session_wording
from drills.model import Place, Session
from drills.task import LabPhase
from drills.working_state import LOG

CLOSED = (LabPhase.EXPLAIN, LabPhase.MARK)  # where a lab's file is closed
WAY_OUT = "Ctrl-C: do not wait"


class Terminal:
    """One person's terminal. Implements `ports.Platform`."""

    name = "terminal"

    def __init__(self, store: Store, screen: Screen, spelled: Spelling) -> None:
        self.screen = screen
        self.left = False
        self.ended = asyncio.Event()  # the session is over, also while a line is awaited
        self.spelled = spelled
        self._store = store
        self._problem = lru_cache(maxsize=8)(store.problem)  # large, looked at each second
        self._workspaces: dict[str, Workspace] = {}
        self._unwritten: list[tuple[str, File]] = []  # of a session, after a full disk
        self._asked: Say | None = None
        self._listed: frozenset[str] = frozenset()  # the choices that the last message numbered
        self._told: set[str] = set()  # the sessions whose folder was shown
        self._came: dict[tuple[str, str], asyncio.Event] = {}

    # --- what the app calls ------------------------------------------------------------------

    async def say(self, session: Session, say: Say, key: str, receipt: str) -> str:
        if say.progress:
            self.screen.busy(str(say.blocks[0]).partition("\n")[0].replace("`", ""), WAY_OUT)
            return ""
        self._unwritten += [(session.id, file) for file in say.files]
        problem = self.write_files(session)
        folder = opens = ""
        news = any(file.keep is not Keep.WRITE for file in say.files) or not session.open
        if say.files and news and not problem:
            workspace = self.workspace(session)
            folder, opens = shown(workspace.folder), _opens(session, workspace)
            self._told.add(session.id)
        if any(choice.answer for choice in say.choices):
            self._asked = say
        if say.name:
            self.came(session, say.name).set()
        if say.mention:
            self.screen.bell()
        self.screen.show(render.message(say, self.spelled, folder, opens))
        if problem:
            self.tell(problem)
        if not session.open:
            self.ended.set()
        return ""

    async def settle(self, session: Session, settle: Settle) -> None:
        asked, self._asked = self._asked, None
        if asked is not None and asked.ask == settle.ask:
            for choice in asked.choices:
                if choice.id == settle.choice:
                    self.tell(" · ".join(filter(None, [f"→ {choice.label}", settle.said])))

    async def announce(
        self, session: Session, announce: Announce, key: str, receipt: str
    ) -> tuple[Place, str]:
        raise AssertionError("a terminal has no channel, so no session of it has a room")

    async def insert_stub(self, session: Session, stub: InsertStub) -> Say:
        def revision() -> str:
            return self._store.submission(stub.submission).text if stub.submission else ""

        try:
            workspace = self.workspace(session)
            gone = workspace.restore(self._files_so_far(session))
            told = f" {_put_back(gone)}" if gone else ""
            return Say((workspace.insert_stub(stub, revision) + told,))
        except WorkspaceProblem as e:
            return Say((str(e),))

    async def leave(self, session: Session) -> None:
        self.left = True

    # --- what the conversation calls ---------------------------------------------------------

    def show(self, say: Say) -> None:
        """A message outside any session; its choices are put by `offer`. Those that its tables
        list have their numbers there."""
        blocks, self._listed = render.with_numbers(say.blocks, say.choices)
        self.screen.show(render.message(replace(say, blocks=blocks, choices=()), self.spelled))

    def offer(self, choices: Sequence[Choice]) -> None:
        left = render.numbered(choices, but=self._listed)
        ways = "   Enter leaves"
        if any(choice.label in self._listed for choice in choices):
            ways = f"{'   ' if left else ''}Type a number or a name   Enter leaves"
        self.screen.show(Text.assemble(left, ways))

    def came(self, session: Session, name: str) -> asyncio.Event:
        """Set once the message of a name is there that a progress line stands for."""
        return self._came.setdefault((session.id, name), asyncio.Event())

    def tell_folder(self, session: Session) -> None:
        """Where the files are, once."""
        if session.id not in self._told:
            self._told.add(session.id)
            workspace = self.workspace(session)
            opens = _opens(session, workspace)
            self.screen.show(render.path(shown(workspace.folder), opens))

    def tell(self, sentence: str) -> None:
        """A sentence of the terminal itself."""
        self.screen.show(render.sentence(sentence, self.spelled))

    def workspace(self, session: Session, anew: bool = False) -> Workspace:
        """The session's folder, wherever it was renamed to.

        Raises WorkspaceProblem; also where the folder is gone, unless it is to be made `anew`.
        """
        known = self._workspaces.get(session.id)
        if known is not None and belongs(known.folder, session.id):
            return known
        practice = Path(session.place.thread)
        folder = find_folder(practice, session.id)
        if folder is None and not anew:
            raise WorkspaceProblem(
                f"This session's folder is gone from `{shown(practice)}`. Put it back, or say"
                " `files` to have it made anew."
            )
        if folder is None:
            started = session.started_at.astimezone().date()
            title = self._problem(session.draw).title
            folder = make_folder(practice, session.id, started, title)
        self._workspaces[session.id] = Workspace(folder, self._main_file(session))
        return self._workspaces[session.id]

    def _main_file(self, session: Session) -> str:
        """The file that `edit` opens; of a repository that is the log."""
        lab = self._problem(session.draw).lab if session.lab else None
        if session.work is not None and session.work.codebase:
            return LOG
        return lab.file if lab else SOLUTION

    def given(self, session: Session) -> Mapping[str, str]:
        """The files of the repository that a working session began with; none for others."""
        work = self._problem(session.draw).work
        return work.given if work is not None else {}

    def restore(self, session: Session) -> str:
        """Put back what is gone of the bot's files; returns what was done and what still lacks.

        The person's own file is never written here. Raises WorkspaceProblem.
        """
        lost = find_folder(Path(session.place.thread), session.id) is None
        workspace = self.workspace(session, anew=True)
        gone = workspace.restore(self._files_so_far(session))
        told = [_put_back(gone)] if gone else []
        if lost:
            told = [f"This session's folder was gone, so it is made anew, with {_named(gone)}."]
        if session.lab is not None and not workspace.solution.exists():
            workspace.put(File(workspace.solution.name, session.lab.file, Keep.WRITE))
        elif session.work is not None and session.work.codebase:
            back = self._put_repository_back(session, workspace)
            told += [f"{_put_back(back)} As you sent it last, where you sent it."] if back else []
        elif session.work is not None and not workspace.solution.exists():
            text = session.work.files.get(SOLUTION, session_wording.START)
            workspace.put(File(SOLUTION, text, Keep.WRITE))
            told.append(f"`{SOLUTION}` was gone and put back as you sent it last.")
        elif not workspace.solution.exists():
            source = "the code you sent last" if session.submission else "this part's signatures"
            told.append(f"`{SOLUTION}` is not there; say `stub` to have it written from {source}.")
        return " ".join(told)

    def _put_repository_back(self, session: Session, workspace: Workspace) -> list[str]:
        assert session.work is not None
        back = []
        for name, text in {LOG: "", **self.given(session), **session.work.files}.items():
            if not (workspace.folder / name).exists():
                workspace.put(File(name, text, Keep.WRITE))
                back.append(name)
        return back

    def _files_so_far(self, session: Session) -> tuple[File, ...]:
        problem = self._problem(session.draw)
        if session.lab is not None:
            return lab_wording.files(session, problem)
        if session.work is not None:
            files = session_wording.files(session, problem)
            return tuple(file for file in files if file.keep is Keep.APPEND)
        return presentation.files_so_far(session, problem)

    def write_files(self, session: Session) -> str:
        """Write the files that wait. What cannot be written waits on, and the problem is told."""
        waiting, self._unwritten = self._unwritten, []
        first = any(file.keep is Keep.CREATE for _, file in waiting)  # there is no folder yet
        for number, (owner, file) in enumerate(waiting):
            if owner != session.id:
                continue
            try:
                self.workspace(session, anew=first).put(file)
            except WorkspaceProblem as e:
                self._unwritten = waiting[number:]
                return f"{e} Then say `files` to have them written."
        return ""

    def answer(self, text: str) -> tuple[int, Choice] | None:
        """What a number or a word answers of the question that waits: its `ask`, and the choice."""
        if self._asked is None:
            return None
        choice = pick(self._asked.choices, text, self._asked.words)
        return (self._asked.ask, choice) if choice is not None else None


def _opens(session: Session, workspace: Workspace) -> str:
    """What `edit` opens at this moment, "" where it opens nothing."""
    if not session.open or (session.lab is not None and session.lab.phase in CLOSED):
        return ""
    if session.lab is not None and session.lab.phase is LabPhase.BUILD:
        return "the suggestion that is shown"
    return f"`{workspace.solution.name}`"


def _put_back(names: Sequence[str]) -> str:
    return f"{_named(names)} {'were' if len(names) > 1 else 'was'} gone and put back."


def _named(names: Sequence[str]) -> str:
    return " and ".join(f"`{name}`" for name in names)


def pick(offered: Sequence[Choice], text: str, words: bool = False) -> Choice | None:
    """The choice that a person means by its number, its label or its id; with `words` by no
    number."""
    for number, choice in enumerate(offered, 1):
        named = (choice.label.casefold(), choice.id.casefold())
        if text.casefold() in (named if words else (str(number), *named)):
            return choice
    return None
