"""Finds the best rung that works here, by trying on each what submitted code might try.

It never guesses from the platform's name: a probe runs through the rung, and whether it was
stopped is seen from outside. A rung is used only when every probe was.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import secrets
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.grader.inside.probes import ORDINARY, PROBES
from bot.grader.sandbox import INSIDE, Child, Limits, Rung, spawn

LIMITS = Limits(memory=256 << 20, cpu_seconds=1)
ECHO = "import os\nwhile said := os.read(0, 1): os.write(1, said)"
TOO_MUCH_TIME = "take too much time"
PATIENCE = 30.0  # seconds of wall time for one probe, on a machine however busy
OURS = [
    Path(__file__),
    Path(__file__).with_name("sandbox.py"),
    *(INSIDE / f"{name}.py" for name in ("boot", "lockdown", "probe", "probes", "syscalls")),
]
TITLES = {
    Rung.BUBBLEWRAP: "bubblewrap, and in it seccomp, resource limits and, where present, Landlock",
    Rung.LOCKDOWN: "Landlock, seccomp and resource limits",
    Rung.SECCOMP: "seccomp and resource limits; nothing can be opened",
    Rung.NONE: "no sandbox",
}
INSTALL = {
    "debian": "sudo apt install bubblewrap",
    "ubuntu": "sudo apt install bubblewrap",
    "fedora": "sudo dnf install bubblewrap",
    "arch": "sudo pacman -S bubblewrap",
    "alpine": "sudo apk add bubblewrap",
    "suse": "sudo zypper install bubblewrap",
}


@dataclass(frozen=True, slots=True)
class Probe:
    """One thing tried inside a rung."""

    name: str  # "read a file"
    stopped: bool

    @property
    def sentence(self) -> str:
        return f"{'could not' if self.stopped else 'COULD'} {self.name}"


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one rung. `trouble` says why ordinary code could not run there, if so."""

    rung: Rung
    probes: tuple[Probe, ...] = ()
    trouble: str = ""

    @property
    def passed(self) -> bool:
        return not self.trouble and all(probe.stopped for probe in self.probes)


@dataclass(frozen=True, slots=True)
class SelfTest:
    """The rung to use, and how it was found: the trials stand in the order they were made."""

    rung: Rung
    trials: tuple[Trial, ...]
    advice: tuple[str, ...] = ()  # what would reach a better rung

    def lines(self) -> list[str]:
        """The result as a person reads it, one fact a line."""
        said = [f"sandbox: rung {self.rung} ({TITLES[self.rung]})"]
        for trial in self.trials:
            verdict = "works" if trial.passed else "is not used"
            said.append(f"rung {trial.rung} {verdict}: {TITLES[trial.rung]}")
            if trial.trouble:
                said.append(f"  ✗ could not run ordinary code: {trial.trouble}")
            said += [f"  {'✓' if p.stopped else '✗'} {p.sentence}" for p in trial.probes]
        return said + list(self.advice)


def cache_file() -> Path:
    """Where this user's self-test is remembered."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("drillbot", appauthor=False)) / "sandbox.json"


def choose(
    cache: Path,
    *,
    forced: Rung | None = None,
    fresh: bool = False,
    bubblewrap: str = "bwrap",
) -> SelfTest:
    """The best rung that works, remembered in the file `cache` for this very machine.

    It takes about two seconds when nothing is remembered. `forced` tries that rung alone and
    remembers nothing; `fresh` tries again whatever is remembered.
    """
    if forced is not None:
        trials = (try_rung(forced, bubblewrap),) if forced is not Rung.NONE else ()
        passed = all(trial.passed for trial in trials)
        return SelfTest(forced if passed else Rung.NONE, trials)
    key = _machine(bubblewrap)
    if not fresh and (known := _remembered(cache, key)):
        return known
    tried: list[Trial] = []
    for rung in (Rung.BUBBLEWRAP, Rung.LOCKDOWN, Rung.SECCOMP):
        tried.append(try_rung(rung, bubblewrap))
        if tried[-1].passed:
            break
    rung = tried[-1].rung if tried[-1].passed else Rung.NONE
    found = SelfTest(rung, tuple(tried), tuple(_advice(rung, tried, bubblewrap)))
    if rung is not Rung.NONE:  # what did not work is tried again: it may have been repaired
        _remember(cache, key, found)
    return found


# --- trying ----------------------------------------------------------------------------------


class Bait:
    """What a probe may reach for, laid out by the side that is to see whether it did."""

    def __init__(self, folder: Path) -> None:
        self.secret = secrets.token_hex(16)
        self.folder = folder
        self.file = folder / "canary"
        self.file.write_text(self.secret)
        self.file.chmod(0o666)
        folder.chmod(0o777)  # whatever user the probe is, only the sandbox stands in its way
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.victim = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", ECHO],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={},
        )

    def _alive(self) -> bool:
        """Whether the victim still answers: once a signal to kill it is sent, it never does."""
        assert self.victim.stdin is not None
        assert self.victim.stdout is not None
        try:
            self.victim.stdin.write(b"x")
        except BrokenPipeError:
            return False
        return self.victim.stdout.read(1) == b"x"

    def laid_out(self) -> str:
        """The bait as an assignment that a probe's source begins with."""
        if not self._alive():
            self._end_victim()
            self.victim = self._start()
        values = {
            "file": str(self.file),
            "folder": str(self.folder),
            "port": self.listener.getsockname()[1],
            "victim": self.victim.pid,
            "parent": os.getpid(),
        }
        return f"bait = {values!r}\n"

    def taken(self, told: bytes) -> bool:
        """Whether any of it was, since it was laid out. `told` is what came back."""
        with contextlib.suppress(BlockingIOError):
            self.listener.accept()[0].close()
            return True
        return (
            b"succeeded" in told
            or self.secret.encode() in told
            or not self._alive()
            or {entry.name for entry in self.folder.iterdir()} != {"canary"}
        )

    def tidy(self) -> None:
        """Remove what was written, so that the next probe is judged by itself."""
        for entry in self.folder.iterdir():
            if entry != self.file:
                entry.unlink()

    def clear(self) -> None:
        self.listener.close()
        self._end_victim()

    def _end_victim(self) -> None:
        with self.victim:
            self.victim.kill()


@contextlib.contextmanager
def bait() -> Iterator[Bait]:
    with tempfile.TemporaryDirectory(prefix="drill-probe-") as folder:
        laid = Bait(Path(folder))
        try:
            yield laid
        finally:
            laid.clear()


def try_rung(rung: Rung, bubblewrap: str = "bwrap") -> Trial:
    """Run ordinary code on a rung and then every probe. Raises nothing."""

    def probe(source: str) -> Child:
        child = spawn(rung, LIMITS, main="probe", bubblewrap=bubblewrap)
        send(child, source)
        return child

    try:
        with bait() as laid:
            child = probe(ORDINARY)
            told, ended = hear(child)
            if b"computed 499500" not in told:
                return Trial(rung, trouble=child.complaint() or f"it ended with {ended}")
            endless = probe(PROBES[TOO_MUCH_TIME])  # beside the others: it takes a second at least
            stopped = {}
            for name, source in PROBES.items():
                if name != TOO_MUCH_TIME:
                    told, ended = hear(probe(laid.laid_out() + source))
                    stopped[name] = b"ready" in told and bool(ended) and not laid.taken(told)
                    laid.tidy()
            stopped[TOO_MUCH_TIME] = hear(endless)[1] == "cpu"
            return Trial(rung, tuple(Probe(name, stopped[name]) for name in PROBES))
    except OSError as problem:
        return Trial(rung, trouble=str(problem))


def run(child: Child, source: str) -> tuple[bytes, str]:
    """Let a `probe` child run a source: the bytes that it told and its death, "" if it hung."""
    send(child, source)
    return hear(child)


def send(child: Child, source: str) -> None:
    text = source.encode()
    with contextlib.suppress(BrokenPipeError):
        os.write(child.send_fd, len(text).to_bytes(4, "big") + text)


def hear(child: Child) -> tuple[bytes, str]:
    """What a `probe` child tells until it ends, and its death, "" if it had to be killed."""
    told = b""
    deadline = time.monotonic() + PATIENCE
    while (left := deadline - time.monotonic()) > 0 and len(told) < LIMITS.output:
        if select.select([child.recv_fd], [], [], left)[0]:
            piece = os.read(child.recv_fd, 65536)
            if not piece:
                break
            told += piece
    # The pipe closes a moment before the process can be waited for.
    while not (death := child.death()) and time.monotonic() < deadline:
        time.sleep(0.001)
    child.kill()
    return told, death


# --- remembering -----------------------------------------------------------------------------


def _machine(bubblewrap: str) -> str:
    """What the result depends on: kernel, Python, the sandbox's own sources, rights, bubblewrap."""
    facts: list[object] = [platform.uname()[2:5], sys.version, sys.base_prefix, os.geteuid()]
    facts += [hashlib.sha256(path.read_bytes()).hexdigest() for path in OURS]
    if path := shutil.which(bubblewrap):
        facts += [path, os.stat(path).st_mtime_ns]
    for switch in (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "/proc/sys/kernel/unprivileged_userns_clone",
        "/proc/sys/user/max_user_namespaces",
    ):
        facts.append(_read(switch))
    rights = ("CapEff", "Seccomp:", "NoNewPrivs")
    facts += [line for line in _read("/proc/self/status").splitlines() if line.startswith(rights)]
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def _read(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""


def _remembered(cache: Path, key: str) -> SelfTest | None:
    """Nothing where the file is missing, damaged, or about another machine."""
    try:
        saved = json.loads(cache.read_text())
        if saved["machine"] != key:
            return None
        trials = tuple(
            Trial(Rung(t["rung"]), tuple(Probe(**p) for p in t["probes"]), t["trouble"])
            for t in saved["trials"]
        )
        return SelfTest(Rung(saved["rung"]), trials, tuple(saved["advice"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _remember(cache: Path, key: str, found: SelfTest) -> None:
    text = json.dumps({"machine": key, **asdict(found)}, indent=1)
    with contextlib.suppress(OSError):  # a full disk costs a self-test at the next start
        cache.parent.mkdir(parents=True, exist_ok=True)
        partial = cache.with_name(f"{cache.name}.{os.getpid()}")
        partial.write_text(text)
        partial.replace(cache)


def _advice(rung: Rung, tried: list[Trial], bubblewrap: str) -> Iterator[str]:
    """What a person can do to reach a better rung; nothing when there is none."""
    if rung is Rung.BUBBLEWRAP:
        return
    if shutil.which(bubblewrap) is None:
        known = _read("/etc/os-release").lower()
        command = next((line for name, line in INSTALL.items() if name in known), None)
        if command:
            yield f"For a stronger sandbox: {command}"
        elif rung is Rung.NONE:
            yield "Submitted code can be run safely on Linux, with bubblewrap installed."
    elif _read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
        yield (
            "bubblewrap is installed but AppArmor keeps it from making namespaces. For a stronger "
            "sandbox: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"
        )
    else:
        yield (
            "bubblewrap is installed but cannot be used here, as in most containers: "
            f"{tried[0].trouble or 'see its probes above'}"
        )
