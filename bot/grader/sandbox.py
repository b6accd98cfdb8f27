"""Starts a process that can do nothing but compute and talk through two pipes.

On rungs A, B and B′ the process has locked itself down before it reads its first byte, so
whatever is sent to it runs with nothing: no files, network, processes, signals or environment.
"""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import random
import select
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.grader.inside import boot

INSIDE = Path(boot.HERE)
ROOT = INSIDE.parents[2]  # the folder of the product's own packages: the answers lie here
CAP_SETGID, CAP_SETUID, CAP_SYS_ADMIN = 6, 7, 21
THREADS = 64  # that a submission may have
STRANGERS = 256  # that the user's other programs may start while it runs


class Rung(StrEnum):
    """How much stands between submitted code and the machine, best first."""

    BUBBLEWRAP = "A"  # namespaces, and the lockdown inside them
    LOCKDOWN = "B"  # Landlock, seccomp and resource limits
    SECCOMP = "B′"  # no Landlock: nothing can be opened at all
    NONE = "none"  # nothing: for trusted code alone


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one process. `output` is for whoever reads from it to keep."""

    memory: int = 512 << 20  # bytes of address space
    cpu_seconds: int = 60  # of the whole process
    output: int = 1 << 20  # bytes


class Child:
    """A process made by `spawn`, and the two ends of its pipes.

    It dies with the thread that made it (PR_SET_PDEATHSIG), so make it where it is used.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        send_fd: int,
        recv_fd: int,
        limits: Limits,
        namespace_fd: int | None,
    ) -> None:
        self.send_fd = send_fd
        self.recv_fd = recv_fd
        self._process = process
        self._limits = limits
        self._namespace_fd = namespace_fd  # bubblewrap says there who is process 1 inside
        self._init: int | None = None
        self._seen = 0.0  # CPU seconds when they were read last
        self._dead = False
        self._killed = False
        self._complaint = b""

    @property
    def pid(self) -> int:
        """The runner's own process, also where bubblewrap stands before it."""
        return self._first_of_namespace() or self._process.pid

    def cpu_seconds(self) -> float:
        """CPU time used by all its threads so far, as the kernel counts it."""
        if not self._reap():
            with contextlib.suppress(OSError, ValueError):
                self._seen = _cpu_clock(self.pid)
        return self._seen

    def kill(self) -> None:
        """End it and whatever it started, wait for that, and close the pipes. Once is enough."""
        if not self._reap():
            self.cpu_seconds()
            self._killed = True
            self._end_namespace()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._reap(wait=True)
        self._close()

    def death(self) -> str:
        """How it ended: "memory", "cpu", "killed", "signal 11", "exit 3"; "" while it is alive.

        "memory" is said where a MemoryError left the program. A process can pretend any of these
        but "killed".
        """
        if not self._reap():
            return ""
        code = self._process.returncode
        # Bubblewrap turns a signal into an exit status, as a shell does.
        signalled = -code if code < 0 else code - 128 if self._init and code > 128 else 0
        if self._killed and signalled == signal.SIGKILL:
            return "killed"
        # Past its limit a process gets SIGXCPU, and SIGKILL a second later if it would not hear.
        spent = self.cpu_seconds() >= self._limits.cpu_seconds
        if signalled == signal.SIGXCPU or (signalled == signal.SIGKILL and spent):
            return "cpu"
        if code == boot.MEMORY:
            return "memory"
        return f"signal {signalled}" if signalled else f"exit {code}"

    def complaint(self) -> str:
        """What was written to standard error before the lockdown was complete."""
        assert self._process.stderr is not None
        if not self._process.stderr.closed:
            self._complaint += self._process.stderr.read(65536) or b""
        return self._complaint.decode(errors="replace").strip()

    def _first_of_namespace(self) -> int | None:
        if self._namespace_fd is not None:
            with open(self._namespace_fd, "rb") as answer:
                self._namespace_fd = None
                text = answer.read()
            if text:  # else bubblewrap failed
                self._init = json.loads(text)["child-pid"]
        return self._init

    def _end_namespace(self) -> None:
        """Kill process 1 of the PID namespace: the kernel ends all the others with it."""
        init = self._first_of_namespace()
        if init is None:
            return
        try:
            process = os.pidfd_open(init)
        except OSError:  # it is gone, or Linux is older than 5.3: it dies with bubblewrap
            return
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(process, signal.SIGKILL)
        ended = select.poll()
        ended.register(process, select.POLLIN)
        ended.poll()
        os.close(process)

    def _reap(self, wait: bool = False) -> bool:
        """Whether it is dead; then how, and what it used, is known."""
        if not self._dead:
            if self._init is None:
                self._first_of_namespace()
            pid, status, used = os.wait4(self._process.pid, 0 if wait else os.WNOHANG)
            if pid == 0:
                return False
            self._dead = True
            self._process.returncode = os.waitstatus_to_exitcode(status)
            # A bubblewrap that was killed did not count what ran inside it.
            self._seen = max(self._seen, used.ru_utime + used.ru_stime)
        return True

    def _close(self) -> None:
        self.complaint()
        assert self._process.stderr is not None
        self._process.stderr.close()
        for fd in (self.send_fd, self.recv_fd):
            if fd != -1:
                os.close(fd)
        self.send_fd = self.recv_fd = -1


def spawn(
    rung: Rung,
    limits: Limits,
    hash_seed: str = "0",
    *,
    main: str = "runner",
    bubblewrap: str = "bwrap",
    nice: int = 0,
) -> Child:
    """Start `inside/<main>.py`, locked down; it returns at once, before that has happened.

    `hash_seed` is PYTHONHASHSEED: "random", or a number. `nice` is that of its session, see
    `give_way`. Raises FileNotFoundError where
    `bubblewrap` is no program of the PATH and the rung wants it.
    """
    python = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    # Not -I: with it PYTHONHASHSEED is ignored. This is -I where the environment is empty.
    program = [python, "-P", "-s", "-S", "-X", "utf8", boot.__file__, main, rung]
    environment = {"PYTHONHASHSEED": hash_seed, "MALLOC_ARENA_MAX": "2"}
    locked = rung is not Rung.NONE
    uid = _unused_uid() if locked and _can(CAP_SETUID) and _can(CAP_SETGID) else -1
    processes = THREADS if uid != -1 or not locked else _tasks(os.getuid()) + THREADS + STRANGERS
    parent = 0 if rung is Rung.BUBBLEWRAP else os.getpid()
    program += [str(n) for n in (limits.memory, limits.cpu_seconds, processes, uid, parent)]
    program.append(str(ROOT))

    child_reads, send_fd = os.pipe()
    recv_fd, child_writes = os.pipe()
    told, tell = os.pipe() if rung is Rung.BUBBLEWRAP else (None, None)
    passed = () if tell is None else (tell,)
    try:
        if tell is not None:
            program = _bubblewrap(bubblewrap, tell, environment, uid != -1) + program
        process = subprocess.Popen(
            program,
            stdin=child_reads,
            stdout=child_writes,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=environment,
            cwd="/",
            pass_fds=passed,
            start_new_session=True,
        )
    except BaseException:
        for fd in (send_fd, recv_fd, told):
            if fd is not None:
                os.close(fd)
        raise
    finally:
        for fd in (child_reads, child_writes, *passed):
            os.close(fd)
    assert process.stderr is not None
    os.set_blocking(process.stderr.fileno(), False)
    if nice:
        give_way(process.pid, nice)
    return Child(process, send_fd, recv_fd, limits, told)


def give_way(pid: int, nice: int) -> None:
    """Let the session of a process have less of the cores than others, where Linux shares them
    by session first (sched(7), "The autogroup feature"): there a nice value counts only among the
    processes of one session."""
    with contextlib.suppress(OSError):  # no such kernel; or, for ordinary users, twice in 0.1 s
        Path(f"/proc/{pid}/autogroup").write_text(str(nice))


def _bubblewrap(name: str, tell: int, environment: dict[str, str], drops: bool) -> list[str]:
    """The command that starts a program in namespaces of its own, with nothing to write to."""
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(f"{name} is not installed")
    # Process 1 of the namespace is the program itself: so its CPU time and its death are seen from
    # here. Process 1 ignores signals that it has no handler for, SIGXCPU too, but not SIGKILL.
    # Real root can do without a user namespace, and so become a user that owns nothing; in one,
    # it would stay the owner of root's files.
    if drops and _can(CAP_SYS_ADMIN):
        unshare = "--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try"
        unshare += " --cap-drop ALL --cap-add CAP_SETUID --cap-add CAP_SETGID"
    else:
        unshare = "--unshare-all --cap-drop ALL"
    command = [
        path,
        *unshare.split(),
        "--as-pid-1",
        "--die-with-parent",
        "--clearenv",  # a session of its own it has already
    ]
    for variable, value in environment.items():
        command += ["--setenv", variable, value]
    command += ["--ro-bind", "/usr", "/usr"]
    for top in ("/lib", "/lib64"):
        if os.path.islink(top):
            command += ["--symlink", os.readlink(top), top]
        elif os.path.isdir(top):
            command += ["--ro-bind", top, top]
    for device in ("/dev/null", "/dev/urandom"):
        command += ["--dev-bind", device, device]
    prefix = os.path.realpath(sys.base_prefix)
    mounts = {
        prefix: _bind(prefix),
        str(ROOT): ["--tmpfs", str(ROOT)],
        str(INSIDE): _bind(str(INSIDE)),
    }
    for path in sorted(mounts, key=lambda p: p.count("/")):  # what lies in another one after it
        command += mounts[path]
    command += ["--remount-ro", str(ROOT), "--remount-ro", "/", "--chdir", "/"]
    return [*command, "--info-fd", str(tell), "--"]


def _bind(folder: str) -> list[str]:
    """Show a folder, and let another user reach it through the folders above."""
    above = [str(p) for p in reversed(Path(folder).parents)][1:]
    made = [
        word for p in above if not p.startswith("/usr") for word in ("--perms", "0755", "--dir", p)
    ]
    return [*made, "--ro-bind", folder, folder]


def _can(capability: int) -> bool:
    """Whether this process has a capability. Where there is no /proc it has none."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return False
    effective = next(line for line in status.splitlines() if line.startswith("CapEff:"))
    return bool(int(effective.split()[1], 16) >> capability & 1)


def _unused_uid() -> int:
    """A user id that nobody has, another one for each process: they share no count of threads."""
    mapped = [line.split() for line in Path("/proc/self/uid_map").read_text().splitlines()]
    highest = max(int(first) + int(count) for first, _, count in mapped)
    low, high = (1_879_048_192, 2_147_000_000) if highest > 2_147_000_000 else (20_000, 60_000)
    while True:
        uid = random.SystemRandom().randrange(low, high)
        try:
            pwd.getpwuid(uid)
        except KeyError:
            return uid


def _tasks(uid: int) -> int:
    """How many threads a user has: RLIMIT_NPROC counts them all."""
    count = 0
    for entry in os.scandir("/proc"):
        if entry.name.isdecimal():
            with contextlib.suppress(OSError, IndexError):
                if entry.stat().st_uid == uid:
                    count += int(_stat(int(entry.name))[17])
    return count


def _stat(pid: int) -> list[str]:
    """The fields of /proc/<pid>/stat from the third on; the second may hold spaces."""
    text = Path(f"/proc/{pid}/stat").read_text()
    return text[text.rindex(")") + 2 :].split()


def _cpu_clock(pid: int) -> float:
    """CPU seconds of a live process. Raises OSError when there is none."""
    if sys.platform == "linux":
        # clock_getcpuclockid(3) for another process: CPUCLOCK_SCHED is 2.
        return time.clock_gettime((~pid << 3) | 2)
    said = subprocess.run(
        ["ps", "-o", "time=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout
    return _seconds(said)


def _seconds(said: str) -> float:
    """What `ps` calls a time, [[days-]hours:]minutes:seconds, in seconds. Raises ValueError."""
    days, _, rest = said.strip().rpartition("-")
    total = 0.0
    for part in rest.split(":"):
        total = total * 60 + float(part)
    return total + 86400 * int(days or 0)
