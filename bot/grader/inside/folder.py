"""The folder of a program in the sandbox: its files are in memory, what it writes too."""

from __future__ import annotations

import builtins
import importlib.machinery
import io
import os
import stat
import sys
import weakref
from collections.abc import Callable, Sequence
from types import ModuleType

TYPE_CHECKING = False  # importing `typing` takes a tenth of the start
if TYPE_CHECKING:
    from typing import Any

_open, _stat, _listdir, _mkdir = io.open, os.stat, os.listdir, os.mkdir


def named(path: Any) -> str:
    """A path as the name of a file in the folder, which is both `/` and the current one."""
    return os.path.normpath("/" + os.fsdecode(path)).lstrip("/")


class Room:
    """What all that a program says and writes may take together. `full` is called past that."""

    def __init__(self, size: int, full: Callable[[], None]) -> None:
        self._left = size
        self._full = full

    def take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            self._full()


class Kept(io.BytesIO):
    """Bytes in memory, paid for with room; `keep` gets them when it is closed."""

    name: Any = None

    def __init__(
        self, room: Room, begins: bytes = b"", keep: Callable[[bytes], None] | None = None
    ):
        super().__init__(begins)
        self._room = room
        self._keep = keep

    def write(self, written: Any) -> int:
        count = super().write(written)
        self._room.take(count)
        return count

    def close(self) -> None:
        if not self.closed and self._keep is not None:
            self._keep(self.getvalue())
        super().close()


class Folder:
    """`given` are files by name; `written` has those that the program made or changed."""

    def __init__(self, given: dict[str, str], room: Room) -> None:
        self._room = room
        self._files = {name: text.encode(errors="replace") for name, text in given.items()}
        self._folders = {"", *(up for name in given for up in _above(name))}
        self._opened: weakref.WeakSet[Any] = weakref.WeakSet()
        self.written: dict[str, bytes] = {}

    def install(self, roots: Sequence[str]) -> None:
        """Let the program open and import from here; modules are looked for in `roots`."""
        builtins.open = io.open = self.open
        os.stat, os.listdir, os.mkdir = self.stat, self.listdir, self.mkdir  # type: ignore[assignment]
        os.remove = os.unlink = self.remove
        os.replace = os.rename = self.replace  # type: ignore[assignment]
        sys.meta_path.insert(0, Importer(self, roots))

    def source(self, name: str) -> str | None:
        held = self._files.get(name)
        return None if held is None else held.decode(errors="replace")

    def settle(self) -> None:
        """Close what the program left open."""
        for file in list(self._opened):
            file.close()

    # --- in the place of functions of `io` and `os`, with their arguments ---------------------

    def open(
        self,
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        closefd: bool = True,
        opener: Any = None,
    ) -> Any:
        writes = bool(set("wax+") & set(mode))
        if isinstance(file, int) or (not writes and named(file) not in self._files):
            return _open(file, mode, buffering, encoding, errors, newline, closefd, opener)
        name = named(file)
        if "x" in mode and name in self._files:
            raise FileExistsError(17, os.strerror(17), file)
        if "r" in mode and name not in self._files:
            raise FileNotFoundError(2, os.strerror(2), file)
        if os.path.dirname(name) not in self._folders and not os.path.isabs(file):
            raise FileNotFoundError(2, os.strerror(2), file)
        begins = b"" if "w" in mode else self._files.get(name, b"")
        raw = Kept(self._room, begins, (lambda held: self._keep(name, held)) if writes else None)
        raw.name = file
        if "a" in mode:
            raw.seek(0, os.SEEK_END)
        if writes:
            self._keep(name, begins)
            self._opened.add(raw)
        if "b" in mode:
            return raw
        text = io.TextIOWrapper(raw, encoding or "utf-8", errors, newline)
        self._opened.discard(raw)
        self._opened.add(text)
        return text

    def stat(self, path: Any, *others: Any, **options: Any) -> os.stat_result:
        if not isinstance(path, int):
            name = named(path)
            if name in self._files:
                size = len(self._files[name])
                return os.stat_result((stat.S_IFREG | 0o644, 0, 0, 1, 0, 0, size, 0, 0, 0))
            if name in self._folders:
                return os.stat_result((stat.S_IFDIR | 0o755, 0, 0, 1, 0, 0, 0, 0, 0, 0))
        return _stat(path, *others, **options)

    def listdir(self, path: Any = ".") -> list[str]:
        if isinstance(path, int) or named(path) not in self._folders:
            return _listdir(path)
        within = [*self._files, *self._folders - {""}]
        return sorted(
            os.path.basename(each) for each in within if os.path.dirname(each) == named(path)
        )

    def mkdir(self, path: Any, *others: Any, **options: Any) -> None:
        if named(path) in self._folders:
            raise FileExistsError(17, os.strerror(17), path)
        self._folders |= {named(path), *_above(named(path))}

    def remove(self, path: Any, **options: Any) -> None:
        if named(path) not in self._files:
            raise FileNotFoundError(2, os.strerror(2), path)
        del self._files[named(path)]
        self.written.pop(named(path), None)

    def replace(self, source: Any, target: Any, **options: Any) -> None:
        held = self._files.get(named(source))
        self.remove(source)
        assert held is not None
        self._keep(named(target), held)

    def _keep(self, name: str, held: bytes) -> None:
        self._files[name] = self.written[name] = held


def _above(name: str) -> set[str]:
    parts = name.split("/")[:-1]
    return {"/".join(parts[: n + 1]) for n in range(len(parts))}


class Importer:
    """Finds modules among the files of a folder, before all others."""

    def __init__(self, folder: Folder, roots: Sequence[str]) -> None:
        self._folder = folder
        self._roots = roots

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        # A part of a package is looked for where the package is.
        places = self._roots if path is None else [named(each) for each in path]
        for place in places:
            base = os.path.join(place, name.rpartition(".")[2])
            for file, package in ((f"{base}/__init__.py", True), (f"{base}.py", False)):
                if self._folder.source(file) is not None:
                    loader: Any = self
                    spec = importlib.machinery.ModuleSpec(
                        name, loader, origin=file, is_package=package
                    )
                    spec.has_location = True
                    if package:
                        spec.submodule_search_locations = ["/" + base]
                    return spec
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        assert module.__spec__ is not None
        assert module.__spec__.origin is not None
        execute(self._folder, module.__spec__.origin, module)


def execute(folder: Folder, file: str, module: ModuleType) -> None:
    """Execute a file of the folder as a module. Raises whatever it raises."""
    source = folder.source(file) or ""
    exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)
