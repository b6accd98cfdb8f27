"""The program that a sandboxed process starts with: it locks itself down, then runs `main`.

    python -P -s -S boot.py MODULE RUNG MEMORY CPU PROCESSES UID PARENT HIDDEN

MODULE stands in this folder and has `main(read_fd, write_fd)`; the two are what standard input
and output were. RUNG is A, B, B′ or none; MEMORY bytes; CPU seconds; UID the user to become, or
-1; PARENT the process to die with; HIDDEN a folder of which nothing is to be read. No submitted
code is here yet: it comes through `read_fd` when nothing more can be done with it.
"""

from __future__ import annotations

import importlib
import os
import sys

TYPE_CHECKING = False  # not worth importing `typing`
READ_FD, WRITE_FD = 3, 4
UNLOCKED = 120  # exit status: the lockdown failed, standard error says why
MEMORY = 121  # exit status: a MemoryError that nobody caught

HERE = os.path.dirname(os.path.abspath(__file__))

# What a solution may reasonably import, for where nothing can be opened after the lockdown.
LIBRARY = (
    "abc array asyncio base64 bisect calendar cmath collections collections.abc "
    "concurrent.futures contextlib contextvars copy csv ctypes dataclasses datetime decimal "
    "difflib enum fractions functools graphlib hashlib heapq hmac inspect io ipaddress "
    "itertools json locale logging math numbers operator os pathlib pprint queue random re "
    "secrets shlex sqlite3 statistics string struct sys textwrap threading time timeit "
    "traceback types typing unicodedata unittest urllib.parse uuid warnings weakref zlib "
    "zoneinfo _strptime encodings.idna encodings.latin_1 encodings.ascii encodings.utf_16 "
)


def preload() -> None:
    """Import the standard library as far as a solution may want it; a part of it may be absent."""
    for name in LIBRARY.split():
        try:
            importlib.import_module(name)
        except ImportError:
            continue


def anyone_may_read(path: str) -> bool:
    """Whether a user that owns nothing can reach into this folder."""
    while os.stat(path).st_mode & 0o001:
        if path == "/":
            return True
        path = os.path.dirname(path)
    return False


def lock(
    rung: str, memory: int, cpu: int, processes: int, uid: int, parent: int, hide: str
) -> None:
    """Give up what the rung says, for good."""
    if TYPE_CHECKING:
        from . import lockdown
    else:
        import lockdown

    os.environ.clear()
    stdlib = os.path.dirname(os.path.realpath(os.__file__))
    opening = rung != "B′"
    if not opening or (uid != -1 and not anyone_may_read(stdlib)):
        preload()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    if uid != -1:
        lockdown.drop_to(uid)
    lockdown.die_with(parent)
    lockdown.limit(memory, cpu, processes)
    if rung == "B" or (rung == "A" and lockdown.landlock_abi() > 0):
        lockdown.restrict_files(hide, also=[HERE])
    os.dup2(nowhere, 2)
    lockdown.close_from(WRITE_FD + 1)
    lockdown.restrict_calls(opening)


def bound(memory: int, cpu: int) -> None:
    """For trusted code, which is not locked down: as far as the platform can, stop an accident."""
    import resource

    for name, value in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, cpu)):
        try:
            resource.setrlimit(name, (value, resource.getrlimit(name)[1]))
        except (OSError, ValueError):  # macOS has no limit of the address space
            continue


def start(arguments: list[str]) -> int:
    module, rung, memory, cpu, processes, uid, parent, hidden = arguments
    sys.path.append(HERE)
    # The pipe moves away from the standard streams, where a stray print would break it.
    os.dup2(0, READ_FD, inheritable=False)
    os.dup2(1, WRITE_FD, inheritable=False)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    main = importlib.import_module(module).main
    try:
        if rung == "none":
            bound(int(memory), int(cpu))
        else:
            lock(rung, int(memory), int(cpu), int(processes), int(uid), int(parent), hidden)
    except Exception as problem:
        print(f"{type(problem).__name__}: {problem}", file=sys.stderr)  # noqa: T201
        return UNLOCKED
    try:
        main(READ_FD, WRITE_FD)
    except MemoryError:
        return MEMORY
    return 0


if __name__ == "__main__":
    os._exit(start(sys.argv[1:]))
