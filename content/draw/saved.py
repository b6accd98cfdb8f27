"""Rendered draws, kept on disk so that the same draw again takes no rendering."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

from drills.model import Part, Problem, Test

if TYPE_CHECKING:
    from content.draw.authored import Authored

_KEPT = 64  # draws a problem; about 60 kB each


class SavedDraws:
    """A cache folder: losing it, or being unable to write it, costs time and nothing else."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def _path(self, authored: Authored, seed: int) -> Path:
        if self._folder is None:
            import platformdirs

            self._folder = platformdirs.user_cache_path("drillbot", appauthor=False) / "draws"
        digest = hashlib.sha256(f"{authored.digest}{_renderer()}".encode()).hexdigest()[:16]
        return self._folder / authored.id / f"{digest}-{seed}.json"

    def find(self, authored: Authored, seed: int) -> Problem | None:
        """The draw if it was rendered before, by this renderer from this very content."""
        try:
            return _problem(json.loads(self._path(authored, seed).read_bytes()))
        except (OSError, ValueError, KeyError, TypeError):  # none there, or a damaged one
            return None

    def keep(self, authored: Authored, problem: Problem) -> None:
        path = self._path(authored, problem.seed)
        with suppress(OSError):  # no room, no rights: it is rendered again next time
            path.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
                json.dump(asdict(problem), file)
            os.replace(file.name, path)
            kept = sorted(path.parent.iterdir(), key=lambda other: other.stat().st_mtime)
            for other in kept[:-_KEPT]:
                other.unlink()


@cache
def _renderer() -> str:
    """A digest of the renderer's own code and of the model that it fills."""
    code = sorted(Path(__file__).parent.glob("*.py"))
    import drills.model

    model = Path(drills.model.__file__)
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in [*code, model])).hexdigest()


def _problem(table: dict[str, Any]) -> Problem:
    parts = tuple(
        Part(
            **{
                **part,
                "added": tuple(part["added"]),
                "follow_ups": tuple(part["follow_ups"]),
                "tests": tuple(Test(**test) for test in part["tests"]),
            }
        )
        for part in table["parts"]
    )
    return Problem(**{**table, "parts": parts})
