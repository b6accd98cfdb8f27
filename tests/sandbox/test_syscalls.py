"""The tables of system calls against the kernel's published ones. The arm64 table was never run."""

from pathlib import Path

import pytest
from attacks.published import numbers, parsed

from bot.grader.inside import lockdown, syscalls

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "arm64": Path("/usr/include/asm-generic/unistd.h"),
}
TABLES = {**syscalls.ALLOWED, **syscalls.OPENING, **syscalls.CONDITIONAL}
NEVER = [
    "execve",
    "execveat",
    "vfork",
    "fork",
    "clone3",
    "unshare",
    "setns",
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "io_uring_setup",
    "io_uring_enter",
    "keyctl",
    "add_key",
    "memfd_create",
    "socket",
    "connect",
    "bind",
    "listen",
    "accept4",
    "prctl",
    "seccomp",
    "personality",
    "setrlimit",
    "chmod",
    "fchmodat",
    "unlinkat",
    "renameat2",
    "linkat",
    "symlinkat",
    "mkdirat",
    "mknodat",
    "truncate",
    "ftruncate",
    "readlink",
    "readlinkat",
    "openat2",
    "open_by_handle_at",
    "pidfd_open",
    "pidfd_getfd",
    "pidfd_send_signal",
    "tkill",
    "rt_sigqueueinfo",
    "setuid",
    "setresuid",
    "setsid",
    "setpgid",
    "sched_setaffinity",
    "setpriority",
    "shmget",
    "msgget",
    "semget",
    "mq_open",
    "timer_create",
    "fallocate",
    "inotify_init1",
    "fanotify_init",
    "init_module",
    "kexec_load",
    "reboot",
    "swapon",
    "setxattr",
    "utimensat",
]


@pytest.mark.parametrize(("name", "column"), [("x86_64", 0), ("arm64", 1)])
def test_every_number_is_the_published_one(name: str, column: int) -> None:
    expected = numbers(name)
    ours = {call: row[column] for call, row in TABLES.items()}
    ours["clone3"] = syscalls.CLONE3[column]
    assert ours == {call: expected.get(call) for call in ours}
    architecture = syscalls.ARCHITECTURES["x86_64" if column == 0 else "aarch64"]
    assert architecture.column == column
    assert architecture.seccomp == expected["seccomp"]
    assert expected["close_range"] == syscalls.CLOSE_RANGE
    assert expected["landlock_create_ruleset"] == syscalls.LANDLOCK_CREATE_RULESET
    assert expected["landlock_add_rule"] == syscalls.LANDLOCK_ADD_RULE
    assert expected["landlock_restrict_self"] == syscalls.LANDLOCK_RESTRICT_SELF


@pytest.mark.parametrize("name", ["x86_64", "arm64"])
def test_the_published_tables_are_those_of_this_machines_headers(name: str) -> None:
    if not HEADERS[name].exists():
        pytest.skip("no kernel headers are installed; the tables were copied from them")
    here = parsed(HEADERS[name].read_text())
    assert {n: v for n, v in numbers(name).items() if here.get(n) != v} == {}


def test_no_call_that_reaches_outside_is_in_a_table() -> None:
    assert not [name for name in NEVER if name in TABLES]
    for name in NEVER:  # and each name is a real one, so that a slip of the pen shows
        assert name in numbers("x86_64"), name


# --- the filter, decided by an interpreter of its instructions -------------------------------

PID = 4321
KILLED, ALLOWED, EPERM, ENOSYS = "killed", "allowed", "EPERM", "ENOSYS"


def decide(
    name: str, number: int, *arguments: int, audit: int | None = None, opening: bool = True
) -> str:
    """What the filter of an architecture says of one call, run as the kernel runs it."""
    architecture = syscalls.ARCHITECTURES[name]
    words = {0: number, 4: architecture.audit if audit is None else audit}
    for index in range(6):
        value = arguments[index] if index < len(arguments) else 0
        words[16 + 8 * index] = value & 0xFFFFFFFF
        words[20 + 8 * index] = value >> 32 & 0xFFFFFFFF
    code = lockdown.program(architecture, PID, opening)
    at = accumulator = 0
    while True:
        operation, yes, no, operand = code[at]
        at += 1
        if operation == lockdown.LOAD:
            accumulator = words[operand]
        elif operation == lockdown.AND:
            accumulator &= operand
        elif operation == lockdown.EQUAL:
            at += yes if accumulator == operand else no
        elif operation == lockdown.AT_LEAST:
            at += yes if accumulator >= operand else no
        else:
            assert operation == lockdown.RETURN
            ends = {lockdown.KILL: KILLED, lockdown.ALLOW: ALLOWED}
            return ends.get(operand) or {0x50001: EPERM, 0x50026: ENOSYS}[operand]


BOTH = pytest.mark.parametrize(("name", "table"), [("x86_64", "x86_64"), ("aarch64", "arm64")])


@BOTH
def test_every_call_outside_the_tables_is_refused(name: str, table: str) -> None:
    column = syscalls.ARCHITECTURES[name].column
    listed = {row[column] for row in {**syscalls.ALLOWED, **syscalls.OPENING}.values()}
    judged = {row[column] for row in syscalls.CONDITIONAL.values()}
    for number in range(1024):
        if number == syscalls.CLONE3[column]:
            assert decide(name, number) == ENOSYS
        elif number not in judged:
            assert decide(name, number) == (ALLOWED if number in listed else EPERM), number


@BOTH
def test_conditional_calls_are_judged_by_their_arguments(name: str, table: str) -> None:
    call = numbers(table)
    thread = 0x3D0F00  # what glibc's pthread_create passes
    cases = [
        ("kill", (PID, 9), ALLOWED),
        ("kill", (PID + 1, 9), EPERM),
        ("kill", (0, 9), EPERM),
        ("kill", (-1 & 0xFFFFFFFFFFFFFFFF, 9), EPERM),
        ("tgkill", (PID, 77, 9), ALLOWED),
        ("tgkill", (1, 1, 9), EPERM),
        ("prlimit64", (0, 7, 0, 0), ALLOWED),
        ("prlimit64", (1, 7, 0, 0), EPERM),
        ("sched_getaffinity", (0,), ALLOWED),
        ("sched_getaffinity", (1,), EPERM),
        ("socketpair", (1, 1 | 0o2000000), ALLOWED),
        ("socketpair", (1, 2), EPERM),  # datagrams carry addresses
        ("socketpair", (1, 5), EPERM),
        ("socketpair", (2, 1), EPERM),
        ("sendto", (3, 1, 1, 0, 0, 0), ALLOWED),
        ("sendto", (3, 1, 1, 0, 0x7000, 16), EPERM),
        ("sendto", (3, 1, 1, 0, 0x7000_00000000, 16), EPERM),
        ("ioctl", (0, 0x5401), ALLOWED),
        ("ioctl", (0, 0x5421), ALLOWED),
        ("ioctl", (0, 0x5412), EPERM),  # TIOCSTI
        ("ioctl", (0, 0x5452), EPERM),  # FIOASYNC
        ("fcntl", (3, 1030), ALLOWED),
        ("fcntl", (3, 4), ALLOWED),
        ("fcntl", (3, 8), EPERM),  # F_SETOWN
        ("fcntl", (3, 10), EPERM),  # F_SETSIG
        ("fcntl", (3, 15), EPERM),  # F_SETOWN_EX
        ("fcntl", (3, 1031), EPERM),  # F_SETPIPE_SZ
        ("clone", (thread,), ALLOWED),
        ("clone", (thread | 0x00400000,), ALLOWED),  # as musl does
        ("clone", (17,), EPERM),  # fork
        ("clone", (0x4111,), EPERM),  # vfork
        ("clone", (thread & ~0x10000,), EPERM),  # shares memory, is a process
        ("clone", (thread | 0x10000000,), EPERM),  # a user namespace
        ("clone", (thread | 0x2000,), EPERM),  # traced
    ]
    for called, arguments, expected in cases:
        assert decide(name, call[called], *arguments) == expected, (called, arguments)


@BOTH
def test_another_architecture_and_x32_are_killed(name: str, table: str) -> None:
    read = numbers(table)["read"]
    assert decide(name, read, audit=0x40000003) == KILLED  # i386
    assert decide(name, read, audit=0x40000028) == KILLED  # 32-bit ARM
    if name == "x86_64":
        assert decide(name, 0x40000000 | read) == KILLED


@BOTH
def test_without_opening_no_file_can_be_opened(name: str, table: str) -> None:
    for call in ("open", "openat", "getdents64"):
        if call in numbers(table):
            assert decide(name, numbers(table)[call]) == ALLOWED
            assert decide(name, numbers(table)[call], opening=False) == EPERM
