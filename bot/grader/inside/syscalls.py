"""The system calls that locked-down code may make, by number, for x86_64 and arm64.

The numbers are the kernel's own, from `arch/x86/entry/syscalls/syscall_64.tbl` and
`include/uapi/asm-generic/unistd.h` (Linux 6.1); they never change. None: the architecture has
no such call.
"""

from __future__ import annotations


class Architecture:
    """What a seccomp filter must know of a machine."""

    def __init__(self, audit: int, column: int, seccomp: int, x32: bool) -> None:
        self.audit = audit  # AUDIT_ARCH_…: what the kernel puts in seccomp_data.arch
        self.column = column  # of the tables below
        self.seccomp = seccomp  # the number of seccomp(2) itself
        self.x32 = x32  # numbers from 0x40000000 are a second ABI under the same audit value


ARCHITECTURES = {
    "x86_64": Architecture(audit=0xC000003E, column=0, seccomp=317, x32=True),
    "aarch64": Architecture(audit=0xC00000B7, column=1, seccomp=277, x32=False),
}

# The same on every architecture.
CLOSE_RANGE = 436
LANDLOCK_CREATE_RULESET = 444
LANDLOCK_ADD_RULE = 445
LANDLOCK_RESTRICT_SELF = 446

# Allowed whatever the arguments. What a program does most stands first.
ALLOWED: dict[str, tuple[int | None, int | None]] = {
    "read": (0, 63),
    "write": (1, 64),
    "futex": (202, 98),
    "mmap": (9, 222),
    "munmap": (11, 215),
    "mremap": (25, 216),
    "mprotect": (10, 226),
    "madvise": (28, 233),
    "brk": (12, 214),
    "close": (3, 57),
    "lseek": (8, 62),
    "fstat": (5, 80),
    "stat": (4, None),
    "lstat": (6, None),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "getcwd": (79, 17),
    "readv": (19, 65),
    "writev": (20, 66),
    "pread64": (17, 67),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "nanosleep": (35, 101),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "times": (100, 153),
    "getrusage": (98, 165),
    "getrandom": (318, 278),
    "sched_yield": (24, 124),
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "epoll_create": (213, None),
    "epoll_create1": (291, 20),
    "epoll_ctl": (233, 21),
    "epoll_wait": (232, None),
    "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441),
    "eventfd": (284, None),
    "eventfd2": (290, 19),
    "pipe": (22, None),
    "pipe2": (293, 59),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "close_range": (436, 436),
    "recvfrom": (45, 207),
    "recvmsg": (47, 212),
    "sendmsg": (46, 211),
    "shutdown": (48, 210),
    "getsockname": (51, 204),
    "getpeername": (52, 205),
    "getsockopt": (55, 209),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "rt_sigpending": (127, 136),
    "rt_sigsuspend": (130, 133),
    "rt_sigtimedwait": (128, 137),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "pause": (34, None),
    "alarm": (37, None),
    "getitimer": (36, 102),
    "setitimer": (38, 103),
    "wait4": (61, 260),
    "getpid": (39, 172),
    "gettid": (186, 178),
    "getppid": (110, 173),
    "getpgrp": (111, None),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getresuid": (118, 148),
    "getresgid": (120, 150),
    "getgroups": (115, 158),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "rseq": (334, 293),
    "set_robust_list": (273, 99),
    "exit": (60, 93),
    "exit_group": (231, 94),
}

# Allowed only where something else says what may be opened: Landlock, or a mount namespace.
OPENING: dict[str, tuple[int | None, int | None]] = {
    "open": (2, None),
    "openat": (257, 56),
    "getdents64": (217, 61),
}

# Allowed only with certain arguments: see `lockdown.conditions`.
CONDITIONAL: dict[str, tuple[int | None, int | None]] = {
    "kill": (62, 129),
    "tgkill": (234, 131),
    "prlimit64": (302, 261),
    "sched_getaffinity": (204, 123),
    "socketpair": (53, 199),
    "sendto": (44, 206),
    "ioctl": (16, 29),
    "fcntl": (72, 25),
    "clone": (56, 220),
}

# Refused with ENOSYS, so that the C library falls back to `clone`, whose flags a filter can see.
CLONE3 = (435, 435)
