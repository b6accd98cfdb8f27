"""Lets a process give up, for good, everything that submitted code must not have.

Resource limits, then Landlock, then seccomp, all by ctypes on the running process: nothing of
it can be undone, and threads made later inherit it. Linux on x86_64 and arm64.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import struct
import sys
from collections.abc import Iterable, Iterator

# Not `typing`: importing it would take a tenth of a runner's start.
TYPE_CHECKING = False
if TYPE_CHECKING or __package__:
    from . import syscalls
else:  # in the sandbox, where this folder alone is on the path
    import syscalls

libc = ctypes.CDLL(None, use_errno=True)


class Refused(Exception):
    """This machine cannot do what the rung needs."""


def call(number: int, *arguments: object) -> int:
    """A raw system call; its arguments are ctypes values or None. Raises OSError."""
    result: int = libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def prctl(option: int, value: int) -> None:
    zero = ctypes.c_ulong(0)
    if libc.prctl(ctypes.c_int(option), ctypes.c_ulong(value), zero, zero, zero) != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"prctl({option}): {os.strerror(code)}")


PR_SET_PDEATHSIG = 1
PR_SET_NO_NEW_PRIVS = 38


# --- who, and with whom ----------------------------------------------------------------------


def drop_to(uid: int) -> None:
    """Become a user that owns nothing. Only root can."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def die_with(parent: int, by: int = 9) -> None:
    """Get a signal when the parent dies, by default the one that kills.

    The kernel sends it only where the parent's user could have: not from a bubblewrap that has
    given up root's capabilities to a process that became another user. Raises Refused when the
    parent died before this could be said.
    """
    prctl(PR_SET_PDEATHSIG, by)
    if os.getppid() != parent:
        raise Refused("the process that asked for this one has gone")


def close_from(first: int) -> None:
    """Close every descriptor from `first` on."""
    last = 0xFFFFFFFF
    try:
        call(syscalls.CLOSE_RANGE, ctypes.c_uint(first), ctypes.c_uint(last), ctypes.c_uint(0))
    except OSError:  # before Linux 5.9
        os.closerange(first, resource.getrlimit(resource.RLIMIT_NOFILE)[1])


def limit(memory: int, cpu: int, processes: int) -> None:
    """Bound what is left. `memory` in bytes of address space, `cpu` in seconds.

    `processes` counts every thread of the user, so it is that many and some.
    """
    bounds = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_NPROC: processes,
        resource.RLIMIT_STACK: 8 << 20,
        resource.RLIMIT_AS: memory,
    }
    for name, bound in bounds.items():
        hard = resource.getrlimit(name)[1]
        value = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(name, (value, value))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))  # a signal, then the end


# --- Landlock --------------------------------------------------------------------------------

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
LANDLOCK_RULE_PATH_BENEATH = 1


def landlock_abi() -> int:
    """The kernel's version of Landlock; 0 where there is none."""
    size, version = ctypes.c_size_t(0), ctypes.c_uint(1)
    try:
        return call(syscalls.LANDLOCK_CREATE_RULESET, None, size, version)
    except OSError:
        return 0


def readable(path: str, hidden: str) -> Iterator[tuple[str, int]]:
    """What to grant so that all of `path` is readable but nothing in `hidden`.

    Landlock grants whole folders and takes nothing back; so a folder with something hidden in it is
    granted piece by piece, and of the hidden the names alone can be listed.
    """
    if path == hidden or not os.path.exists(path):
        return
    if not hidden.startswith(path.rstrip("/") + "/"):
        yield path, READ_FILE | READ_DIR
        return
    yield path, READ_DIR
    for name in os.listdir(path):
        yield from readable(os.path.join(path, name), hidden)


def standard_library() -> list[str]:
    """What must stay readable for the standard library to be imported piece by piece."""
    stdlib = os.path.dirname(os.path.realpath(os.__file__))
    private = os.path.join(os.path.realpath(sys.base_prefix), "lib")
    shared = [os.path.realpath(p) for p in ("/lib", "/lib64", "/usr/lib", "/usr/lib64")]
    return [stdlib, *dict.fromkeys([*shared, private]), "/usr/share/zoneinfo"]


def restrict_files(hidden: str, also: Iterable[str] = ()) -> None:
    """Leave only the standard library and `also` to read, never anything below `hidden`.

    Raises Refused where there is no Landlock.
    """
    abi = landlock_abi()
    if abi < 1:
        raise Refused("this kernel has no Landlock (Linux 5.13 with it switched on)")
    files = (1 << 13) - 1  # everything of version 1
    files |= (1 << 13 if abi >= 2 else 0) | (1 << 14 if abi >= 3 else 0)  # moving, truncating
    files |= 1 << 15 if abi >= 5 else 0  # ioctl on devices
    # TCP bind and connect from version 4; abstract sockets and signals from version 6.
    words = [files] + [3] * (abi >= 4) + [3] * (abi >= 6)
    ruleset = struct.pack(f"={len(words)}Q", *words)
    fd = call(
        syscalls.LANDLOCK_CREATE_RULESET,
        ctypes.c_char_p(ruleset),
        ctypes.c_size_t(len(ruleset)),
        ctypes.c_uint(0),
    )
    grants = [grant for top in standard_library() for grant in readable(top, hidden)]
    for path in (*also, "/dev/urandom", "/etc/ld.so.cache"):
        grants.append((path, READ_FILE | READ_DIR))
    grants.append(("/dev/null", READ_FILE | WRITE_FILE))
    for path, access in grants:
        allow_beneath(fd, path, access)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    call(syscalls.LANDLOCK_RESTRICT_SELF, ctypes.c_int(fd), ctypes.c_uint(0))
    os.close(fd)


def allow_beneath(ruleset: int, path: str, access: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # it is not there, or not for this user: nothing to grant
        return
    if not os.path.isdir(path):
        access &= ~READ_DIR
    rule = struct.pack("=Qi", access, fd)
    call(
        syscalls.LANDLOCK_ADD_RULE,
        ctypes.c_int(ruleset),
        ctypes.c_int(LANDLOCK_RULE_PATH_BENEATH),
        ctypes.c_char_p(rule),
        ctypes.c_uint(0),
    )
    os.close(fd)


# --- seccomp ---------------------------------------------------------------------------------

ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
LOAD, AND, EQUAL, AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
X32 = 0x40000000
EVERY_BIT = 0xFFFFFFFF
Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, operand


class Condition:
    """One word of one argument must, after masking, be one of these values."""

    def __init__(
        self, argument: int, values: tuple[int, ...], mask: int = EVERY_BIT, high: bool = False
    ) -> None:
        self.argument = argument
        self.values = values
        self.mask = mask
        self.high = high  # the upper half of the argument


# What a thread is made with: share everything (VM, FS, FILES, SIGHAND, THREAD) and the words
# that a C library adds for its own sake. Any other flag makes a process, or a namespace.
CLONE_VM_THREAD = 0x00000100 | 0x00010000
CLONE_HARMLESS = 0x00000600 | 0x00000800 | 0x00040000 | 0x00080000 | 0x00700000
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC = 0, 1, 2, 3, 4, 1030
TCGETS, FIONREAD, FIONBIO, FIOCLEX = 0x5401, 0x541B, 0x5421, 0x5451
AF_UNIX, SOCK_STREAM = 1, 1


def conditions(pid: int) -> dict[str, tuple[Condition, ...]]:
    """For each conditional call, what must all hold. Only process `pid` may be signalled."""
    return {
        "kill": (Condition(0, (pid,)),),
        "tgkill": (Condition(0, (pid,)),),
        "prlimit64": (Condition(0, (0,)),),
        "sched_getaffinity": (Condition(0, (0,)),),
        # Only streams: a datagram may be sent to any socket of the file system.
        "socketpair": (Condition(0, (AF_UNIX,)), Condition(1, (SOCK_STREAM,), mask=0xF)),
        "sendto": (Condition(4, (0,)), Condition(4, (0,), high=True)),  # no address
        "ioctl": (Condition(1, (TCGETS, FIONREAD, FIOCLEX, FIONBIO)),),
        # Not F_SETOWN and F_SETSIG: they send signals to other processes.
        "fcntl": (Condition(1, (F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC)),),
        "clone": (Condition(0, (CLONE_VM_THREAD,), mask=EVERY_BIT & ~CLONE_HARMLESS),),
    }


def compiled(number: int, checks: tuple[Condition, ...]) -> list[Instruction]:
    """Instructions that decide call `number` and let every other call fall through."""
    body: list[Instruction] = []
    for check in checks:
        # seccomp_data: number, architecture, instruction pointer, then six 64-bit arguments.
        body.append((LOAD, 0, 0, 16 + 8 * check.argument + (4 if check.high else 0)))
        if check.mask != EVERY_BIT:
            body.append((AND, 0, 0, check.mask))
        for left, value in zip(range(len(check.values), 0, -1), check.values, strict=True):
            body.append((EQUAL, left, 0, value))
        body.append((RETURN, 0, 0, REFUSE | errno.EPERM))
    body.append((RETURN, 0, 0, ALLOW))
    return [(EQUAL, 0, len(body), number), *body]


def program(architecture: syscalls.Architecture, pid: int, opening: bool) -> list[Instruction]:
    """The whole filter: an allow-list for the process `pid`; every other call gets EPERM."""
    column = architecture.column
    allowed = {**syscalls.ALLOWED, **(syscalls.OPENING if opening else {})}
    code: list[Instruction] = [
        (LOAD, 0, 0, 4),
        (EQUAL, 1, 0, architecture.audit),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, 0),
    ]
    if architecture.x32:
        code += [(AT_LEAST, 0, 1, X32), (RETURN, 0, 0, KILL)]
    for numbers in allowed.values():
        number = numbers[column]
        if number is not None:
            code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
    for name, checks in conditions(pid).items():
        number = syscalls.CONDITIONAL[name][column]
        if number is not None:
            code += compiled(number, checks)
    code += [
        (EQUAL, 0, 1, syscalls.CLONE3[column]),
        (RETURN, 0, 0, REFUSE | errno.ENOSYS),
        (RETURN, 0, 0, REFUSE | errno.EPERM),
    ]
    return code


def restrict_calls(opening: bool) -> None:
    """Leave only the allow-list of system calls; without `opening`, no file is opened again.

    Raises Refused on another architecture, OSError where the kernel has no seccomp filters.
    """
    machine = platform_machine()
    if machine not in syscalls.ARCHITECTURES:
        raise Refused(f"there is no table of system calls for {machine}")
    architecture = syscalls.ARCHITECTURES[machine]
    code = program(architecture, os.getpid(), opening)
    packed = b"".join(struct.pack("=HBBI", *instruction) for instruction in code)
    buffer = ctypes.create_string_buffer(packed, len(packed))
    filter_program = struct.pack("@HP", len(code), ctypes.addressof(buffer))
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    set_mode_filter = ctypes.c_uint(1)
    call(architecture.seccomp, set_mode_filter, ctypes.c_uint(0), ctypes.c_char_p(filter_program))


def platform_machine() -> str:
    """x86_64, aarch64, … of this very process: a 32-bit one has another table."""
    machine = os.uname().machine
    if sys.maxsize <= 2**32:
        return f"a 32-bit process on {machine}"
    return "aarch64" if machine == "arm64" else machine
