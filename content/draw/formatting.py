"""Format drawn modules as a person would have written them, all of a draw at once."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ruff import find_ruff_bin  # type: ignore[import-untyped]

WIDTH = 80  # of a terminal, where signatures and examples are read


def formatted(sources: Sequence[str]) -> list[str]:
    """The same modules in the style of `ruff format`: names of any length leave no long line."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder, f"{at}.py") for at in range(len(sources))]
        for path, source in zip(paths, sources, strict=True):
            path.write_text(source, encoding="utf-8")
        subprocess.run(
            [
                find_ruff_bin(),
                "format",
                "--isolated",
                "--no-cache",
                "--quiet",
                "--line-length",
                str(WIDTH),
                folder,
            ],
            check=True,
            capture_output=True,
            text=True,
        )
        return [path.read_text(encoding="utf-8") for path in paths]
