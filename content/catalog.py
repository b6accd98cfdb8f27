"""The authored problems by name: the menu's entries, fresh seeds, and draws."""

from __future__ import annotations

import gc
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from content.codebase import Codebase
from content.draw.authored import Authored
from content.draw.broken import BrokenContent
from content.draw.saved import SavedDraws
from content.lab import HEAD, Lab
from content.session_folder import HEAD as WORKING_HEAD
from content.session_folder import toml
from content.working import Working
from drills.model import Entry, Problem
from drills.task import LEVELS, LabEntry

PROGRESSIVE = Path(__file__).with_name("progressive")
LABS = Path(__file__).with_name("labs")
WORKING = Path(__file__).with_name("working_sessions")
SKELETON = Path(__file__).with_name("skeleton")  # what a new problem begins as
_SEEDS = 1_000_000  # short enough to be typed
_TRIES = 20_000


@contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage collection meanwhile: a draw makes a great many nodes and drops them all at once.

    That is a tenth of the time, which a person waits for.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


class Catalog:
    """The problems in a folder, loaded lazily. A folder added is a problem added.

    `labs` is the folder of the labs' tasks and `working` that of the working sessions, by default
    the product's own. `saved` is where
    rendered draws are kept for the next time; by default in the user's cache.
    Every method raises BrokenContent where a folder cannot be used, and KeyError for an unknown
    problem.
    """

    def __init__(
        self,
        root: Path | None = None,
        saved: SavedDraws | None = None,
        chance: random.Random | None = None,
        labs: Path | None = None,
        working: Path | None = None,
    ) -> None:
        self._root = root or PROGRESSIVE
        self._lab_root = labs or LABS
        self._labs: dict[str, Lab] = {}
        self._working_root = working or WORKING
        self._working: dict[str, Working | Codebase] = {}
        self._saved = saved or SavedDraws()
        self._chance = chance or random.SystemRandom()
        self._authored: dict[str, Authored] = {}

    def ids(self) -> list[str]:
        """Every problem's name, in order; a lab is none, nor is a working session."""
        others = (HEAD, WORKING_HEAD)
        return [
            id
            for id in _folders(self._root)
            if not any((self._root / id / head).exists() for head in others)
        ]

    def author(self, id: str) -> Authored:
        """The folder as its author wrote it."""
        if id not in self._authored:
            if id not in self.ids():
                raise KeyError(id)
            self._authored[id] = Authored(self._root / id)
        return self._authored[id]

    def entries(self) -> list[Entry]:
        """What the menu shows; reads each problem.toml and nothing else."""
        return [self._entry(self.author(id)) for id in self.ids()]

    def _entry(self, authored: Authored) -> Entry:
        told = [authored.id, authored.title, *authored.everyday]
        text = " ".join([*told, *authored.skins.all_text()])
        words = frozenset(re.findall(r"[a-z]{3,}", text.lower()))
        return Entry(authored.id, authored.title, authored.seniority, authored.minutes, words)

    def prepare(self) -> None:
        """Import the renderer, so that a first draw need not: half the time of one."""
        import content.draw.drawing  # noqa: F401

    def draw(self, problem: str, seed: int) -> Problem:
        """Render one draw, or take it from where an earlier render was saved."""
        authored = self.author(problem)
        saved = self._saved.find(authored, seed)
        if saved is not None:
            return saved
        with _uncollected():
            from content.draw.drawing import Draw  # libcst and Jinja: only to render something

            knobs, skin = authored.choose(seed)
            drawn = Draw(authored, knobs, skin, seed).problem()
        self._saved.keep(authored, drawn)
        return drawn

    def fresh_seed(self, problem: str, earlier: Sequence[tuple[str, Mapping[str, str]]]) -> int:
        """A seed whose (skin, knobs) differ from all the earlier ones, an unseen skin first.

        Once every combination was drawn, any seed will do.
        """
        authored = self.author(problem)
        unseen = set(authored.skins.columns) - {skin for skin, _ in earlier}
        wanted = unseen or set(authored.skins.columns)
        seed = 0
        for _ in range(_TRIES):
            seed = self._chance.randrange(1, _SEEDS)
            knobs, skin = authored.choose(seed)
            if skin in wanted and (skin, knobs) not in earlier:
                break
        return seed

    # --- labs --------------------------------------------------------------------------------

    def lab_ids(self) -> list[str]:
        """Every task's name, in order."""
        return [id for id in _folders(self._lab_root) if (self._lab_root / id / HEAD).exists()]

    def lab(self, id: str) -> Lab:
        """A task's folder as its author wrote it."""
        if id not in self._labs:
            if id not in self.lab_ids():
                raise KeyError(id)
            self._labs[id] = Lab(self._lab_root / id)
        return self._labs[id]

    def labs(self) -> list[LabEntry]:
        """What the labs' menu shows, by level; reads of each task its head and its tests."""
        entries = [self.lab(id).entry for id in self.lab_ids()]
        return sorted(entries, key=lambda entry: (LEVELS.index(entry.level), entry.title))

    def task(self, id: str) -> Problem:
        """A lab's problem; there is one draw of it alone."""
        return self.lab(id).problem()

    # --- working sessions --------------------------------------------------------------------

    def working_ids(self) -> list[str]:
        """The name of every domain and every codebase kind, in order."""
        root = self._working_root
        return [id for id in _folders(root) if (root / id / WORKING_HEAD).exists()]

    def session(self, id: str) -> Working | Codebase:
        """A working session's folder as its author wrote it."""
        if id not in self._working:
            if id not in self.working_ids():
                raise KeyError(id)
            folder = self._working_root / id
            kind = Codebase if "codebase" in toml(folder / WORKING_HEAD) else Working
            self._working[id] = kind(folder)
        return self._working[id]

    def working(self) -> list[Entry]:
        """What the working sessions' menu shows, repositories last; draws nothing."""
        entries = [self.session(id).entry for id in self.working_ids()]
        return sorted(entries, key=lambda entry: entry.codebase)

    def work(self, id: str, seed: int) -> Problem:
        """One draw of a working session."""
        return self.session(id).problem(seed)


def _folders(root: Path) -> list[str]:
    try:
        folders = [path for path in root.iterdir() if path.is_dir()]
    except OSError as error:
        raise BrokenContent(root, str(error)) from error
    return sorted(path.name for path in folders if path.name[0] not in "._")
