"""A codebase kind of working sessions: a sound repository, and faults that are planted in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from content.draw.broken import BrokenContent
from content.session_folder import SessionFolder, text, trap_said
from drills.model import Problem
from drills.working import Repository, Trap, Work, is_test

Files = Mapping[str, str]  # path -> text
EMPTY: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Fault:
    """A difficulty in the code: one passage of one file that gives way to another.

    `shows` are the repository's own tests that fail because of it: none for a latent one. `patch`
    are passages, of the repository with the fault, that give way in a fix of the symptom alone.
    """

    name: str
    file: str
    sound: str
    faulty: str
    patch: tuple[tuple[str, str, str], ...]  # file, passage, what takes its place
    shows: tuple[str, ...] = ()


class Codebase(SessionFolder):
    """A folder with sound/, faults.py and checks.py."""

    keys: ClassVar[Mapping[str, type]] = {"codebase": bool, "draws": int, "names": list}

    @cached_property
    def sound(self) -> Files:
        """The repaired repository, with its first names."""
        root = self.folder / "sound"
        paths = sorted(path for path in root.rglob("*") if path.is_file())
        kept = [path for path in paths if path.suffix != ".pyc"]
        return {path.relative_to(root).as_posix(): text(path) for path in kept}

    @cached_property
    def faults(self) -> Mapping[str, Fault]:
        """By name, in the order of the files and of their places in them."""
        found: Sequence[Fault] = self.module("faults").FAULTS
        for fault in found:
            self._once(fault.name, self.sound, fault.file, fault.sound)
        places = {fault.name: self.sound[fault.file].index(fault.sound) for fault in found}
        return {
            fault.name: fault
            for fault in sorted(found, key=lambda each: (each.file, places[each.name]))
        }

    @cached_property
    def walk(self) -> Mapping[str, Mapping[str, Any]]:
        """What is said of each fault."""
        return self.said_of(self.faults, "faults.py")

    @cached_property
    def submissions(self) -> Mapping[str, Files]:
        """Whole files that lie over the repository with every fault, by the submission's name."""
        root = self.folder / "submissions"
        return {
            folder.name: {
                path.relative_to(folder).as_posix(): text(path)
                for path in sorted(folder.rglob("*"))
                if path.is_file() and path.suffix != ".pyc"
            }
            for folder in sorted(root.iterdir())
            if folder.is_dir() and folder.name != "__pycache__"
        }

    # --- what is drawn -----------------------------------------------------------------------

    def chosen(self, seed: int) -> list[str]:
        """The faults of a draw, in the order of the files."""
        count: int = self.head["draws"]
        drawn = Random(f"faults {self.id} {seed}").sample(sorted(self.faults), count)
        return [name for name in self.faults if name in drawn]

    def skin(self, seed: int) -> dict[str, str]:
        """The words that stand for others in this draw."""
        chance = Random(f"names {self.id} {seed}")
        return {its[0]: chance.choice(its) for its in self.head["names"]}

    def planted(self, names: Iterable[str]) -> Files:
        """The sound repository with these faults."""
        files = dict(self.sound)
        for name in names:
            fault = self.faults[name]
            self._once(name, files, fault.file, fault.sound)
            files[fault.file] = files[fault.file].replace(fault.sound, fault.faulty)
        return files

    def patched(self, files: Files, name: str) -> Files:
        """A faulty repository in which the symptom of one fault alone was mended."""
        mended = dict(files)
        for file, old, new in self.faults[name].patch:
            self._once(f"{name}: patch", mended, file, old)
            mended[file] = mended[file].replace(old, new)
        return mended

    def _once(self, name: str, files: Files, file: str, passage: str) -> None:
        path = self.folder / "faults.py"
        if file not in files:
            raise BrokenContent(path, f"{name}: there is no {file}")
        if (count := files[file].count(passage)) != 1:
            raise BrokenContent(path, f"{name}: its passage is {count} times in {file}")

    def traps(self, names: Iterable[str], skin: Mapping[str, str] = EMPTY) -> tuple[Trap, ...]:
        """What is said of these faults, with a draw's names."""
        return tuple(
            trap_said(name, self._said(name, skin), (self.faults[name].file,)) for name in names
        )

    def _said(self, name: str, skin: Mapping[str, str]) -> Mapping[str, Any]:
        said = self.walk[name]
        return {
            key: [_named(each, skin) for each in value]
            if isinstance(value, list)
            else _named(value, skin)
            for key, value in said.items()
        }

    def problem(self, seed: int) -> Problem:
        """All that a session of one draw needs."""
        names, skin = self.chosen(seed), self.skin(seed)
        failing = {test for name in names for test in self.faults[name].shows}
        files = named(self.planted(names), skin)
        repository = Repository(
            files=files,
            checks=_named(self.text("checks.py"), skin),
            tests=tuple(test for test in own_tests(self.sound) if test not in failing),
        )
        work = Work(
            brief=_named(self.text("brief.md"), skin),
            data="",
            minutes=self.minutes,
            traps=self.traps(names, skin),
            books=(),
            repository=repository,
        )
        return self.made(seed, _named(self.title, skin), " ".join(skin.values()), work)


def named(files: Files, skin: Mapping[str, str]) -> Files:
    """Files with a draw's names in their texts; their paths stay."""
    return {path: _named(text, skin) for path, text in files.items()}


def _named(text: str, skin: Mapping[str, str]) -> str:
    """A text with whole words replaced; one in small letters stays in small letters."""
    for word, other in skin.items():
        text = re.sub(rf"\b{re.escape(word)}\b", other, text)
        text = re.sub(rf"\b{re.escape(word.lower())}\b", other.lower(), text)
    return text


def own_tests(files: Files) -> list[str]:
    """The names of a repository's own tests, as unittest has them."""
    found = []
    for path, source in files.items():
        if is_test(path):
            module = path.removesuffix(".py").replace("/", ".")
            for node in ast.parse(source).body:
                if isinstance(node, ast.ClassDef):
                    found += [
                        f"{module}.{node.name}.{method.name}"
                        for method in node.body
                        if isinstance(method, ast.FunctionDef) and method.name.startswith("test")
                    ]
    return found
