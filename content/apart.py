"""The catalog of a long-lived process: what renders, and all its memory, is another process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path

from content.catalog import Catalog
from content.draw.broken import BrokenContent
from drills.model import Problem


class CatalogApart(Catalog):
    """Draws in a process of its own: a draw takes a third of a second of a core, and memory that
    a server would keep. Safe to use from several threads."""

    def __init__(self) -> None:
        super().__init__()
        self._renderer: ProcessPoolExecutor | None = None
        self._changing = threading.Lock()

    def prepare(self) -> None:
        self._started().submit(os.getpid).result()

    def draw(self, problem: str, seed: int) -> Problem:
        self.author(problem)  # raises KeyError and BrokenContent here
        try:
            return self._drawn(problem, seed)
        except BrokenProcessPool:  # it was ended from outside; a fresh one does it
            self.close()
            return self._drawn(problem, seed)

    def close(self) -> None:
        """End the process; the next draw starts another."""
        with self._changing:
            renderer, self._renderer = self._renderer, None
        if renderer is not None:
            renderer.shutdown(cancel_futures=True)

    def _drawn(self, problem: str, seed: int) -> Problem:
        drawn = self._started().submit(_draw, problem, seed).result()
        if isinstance(drawn, Problem):
            return drawn
        raise BrokenContent(*drawn)

    def _started(self) -> ProcessPoolExecutor:
        with self._changing:
            if self._renderer is None:
                # Spawned, not forked: a fork of a process with threads may hang.
                spawned = multiprocessing.get_context("spawn")
                self._renderer = ProcessPoolExecutor(1, spawned, _begin)
            return self._renderer


# --- in the other process --------------------------------------------------------------------


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's Ctrl-C is for the server
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _catalog().prepare()


def _end_with_parent() -> None:
    """The pool's own pipe never closes for a worker, so that a killed server would leave it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


@cache
def _catalog() -> Catalog:
    return Catalog()


def _draw(problem: str, seed: int) -> Problem | tuple[Path, str]:
    try:
        return _catalog().draw(problem, seed)
    except BrokenContent as error:  # it does not come through a pipe as it is
        return error.path, error.cause
