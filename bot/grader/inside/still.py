"""Makes the clock stand still for a program, so that no difference of its output is one of time."""

from __future__ import annotations

import ctypes
import gc
import time
from collections.abc import Callable
from datetime import datetime

TYPE_CHECKING = False  # importing `typing` takes a tenth of the start
if TYPE_CHECKING:
    from typing import Any


def stop_clock(now: float) -> None:
    """Let whatever asks for the time be told `now`, seconds since 1970; for good.

    `time.monotonic` goes on: what waits for it to pass, such as asyncio, would wait for ever.
    """
    for name in ("time", "perf_counter", "process_time", "thread_time"):
        told = now if name == "time" else 0.0
        setattr(time, name, _always(told))
        setattr(time, f"{name}_ns", _always(int(told * 1e9)))
    for name in ("localtime", "gmtime", "ctime"):
        setattr(time, name, _by_default(getattr(time, name), now))
    strftime, localtime = time.strftime, time.localtime
    time.strftime = lambda form, at=None: strftime(form, localtime() if at is None else at)
    # The class itself stays what it is: a subclass of it would be another one to `isinstance`, to
    # sqlite3 and to a `repr`. Its dictionary is what `__dict__` gives a read-only look at.
    held: dict[str, Any] = gc.get_referents(datetime.__dict__)[0]
    held["now"] = classmethod(lambda kind, tz=None: kind.fromtimestamp(now, tz))
    held["utcnow"] = classmethod(lambda kind: kind.utcfromtimestamp(now))
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime))


def _always(told: float) -> Callable[[], float]:
    return lambda: told


def _by_default(function: Callable[[float], Any], now: float) -> Callable[..., Any]:
    return lambda seconds=None: function(now if seconds is None else seconds)
