"""Runs a hostile submission on a rung and looks, from outside, at what it achieved."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import secrets
import select
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from bot.grader import sandbox
from bot.grader.sandbox import Limits, Rung, spawn

from .catalogue import Attack
from .published import numbers

LIMITS = Limits(memory=256 << 20, cpu_seconds=1)
UNBOUND = Limits(memory=4 << 30, cpu_seconds=3600)  # for the control, where nothing may stop it
PATIENCE = 30.0  # seconds of wall time, on a machine however busy
SHORT_PATIENCE = 1.5  # for what sleeps
CALLS = numbers("arm64" if platform.machine() == "aarch64" else "x86_64")
ECHO = "import os\nwhile said := os.read(0, 1): os.write(1, said)"

DRIVER = """
import json, time
target = json.loads({target!r})
target["reply_fd"] = reply_fd
tell("begun")
try:
    {name}(target, tell)
except BaseException as problem:
    tell(["refused", type(problem).__name__, str(problem)])
tell("over")
time.sleep(60)
"""


@dataclass
class Result:
    """What was seen. Each check is true when the attack achieved nothing of that sort."""

    told: bytes
    death: str  # "" where it had to be killed
    checks: dict[str, bool] = field(default_factory=dict)

    def stopped(self, proof: str) -> bool:
        """Whether it achieved nothing of any sort. A crash counts only where it is expected."""
        held = [ok for name, ok in self.checks.items() if name != "died" or proof == "died"]
        return b"begun" in self.told and all(held)

    def __str__(self) -> str:
        failed = [name for name, ok in self.checks.items() if not ok]
        return f"failed checks: {failed}; death {self.death!r}; told {self.told[-600:]!r}"


class Arena:
    """Lays out what an attack may go for: files, doors, a victim, a parent's secrets."""

    def __init__(self) -> None:
        self.secret = secrets.token_hex(16)
        self._folder = tempfile.TemporaryDirectory(prefix="drill-arena-")
        top = Path(self._folder.name)
        top.chmod(0o755)
        self.box, doors = top / "box", top / "doors"
        self.address = self._victim = None
        for folder in (self.box, doors):
            folder.mkdir()
            folder.chmod(0o777)
        self.doors = {
            "tcp": socket.create_server(("127.0.0.1", 0)),
            "udp": socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
            "stream": socket.socket(socket.AF_UNIX),
            "datagram": socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM),
            "abstract": socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM),
        }
        self.doors["udp"].bind(("127.0.0.1", 0))
        for name in ("stream", "datagram"):
            self.doors[name].bind(str(doors / name))
            (doors / name).chmod(0o777)
        self.doors["stream"].listen()
        self.doors["abstract"].bind(f"\0drill-arena-{self.secret[:8]}")
        # What a careless parent would leak: a variable, and an open file.
        os.environ["DRILL_ARENA_SECRET"] = self.secret
        self._leak = os.open(self._canary(), os.O_RDONLY)
        os.set_inheritable(self._leak, True)

    def close(self) -> None:
        os.close(self._leak)
        del os.environ["DRILL_ARENA_SECRET"]
        for door in self.doors.values():
            door.close()
        self._end_victim()
        self._folder.cleanup()

    def run(self, attack: Attack, rung: Rung, limits: Limits = LIMITS) -> Result:
        """Let an attack loose on a rung."""
        self._tidy()
        before = self._snapshot()
        target = self._target()
        child = spawn(rung, limits, main="probe")
        source = attack.source + DRIVER.format(target=json.dumps(target), name=attack.name)
        text = source.encode()
        told = b""
        patience = SHORT_PATIENCE if attack.name == "sleep" else PATIENCE
        deadline = time.monotonic() + patience
        cpu, peak, threads = 0.0, 0, 0
        if not select.select([child.recv_fd], [], [], PATIENCE)[0] or not os.read(child.recv_fd, 8):
            child.kill()
            raise RuntimeError(f"rung {rung} does not start: {child.complaint()}")
        os.write(child.send_fd, len(text).to_bytes(4, "big") + text)
        while time.monotonic() < deadline and len(told) <= LIMITS.output:
            if select.select([child.recv_fd], [], [], 0.01)[0]:
                piece = os.read(child.recv_fd, 65536)
                if not piece:
                    break
                told += piece
            seen = _status(child.pid)
            peak = max(peak, seen.get("VmPeak", 0) << 10)
            threads = max(threads, seen.get("Threads", 0))
            cpu = max(cpu, child.cpu_seconds())
            if b'"over"' in told or cpu > LIMITS.cpu_seconds + 2:
                break
        else:
            child.kill()
        waited = time.monotonic() + 1.0 if b'"over"' not in told else 0.0
        while not child.death() and time.monotonic() < waited:
            time.sleep(0.002)
        death = child.death()
        cpu = max(cpu, child.cpu_seconds())
        everyone = {child.pid, child._process.pid, *_left_behind(told)}
        child.kill()
        result = Result(told, "" if death == "killed" else death)
        allowed = sandbox.THREADS + sandbox.STRANGERS + sandbox._tasks(os.getuid())
        result.checks = {
            "quiet": b"succeeded" not in told and self.secret.encode() not in told,
            "unwritten": self._snapshot() == before,
            "unheard": not select.select(list(self.doors.values()), [], [], 0)[0],
            "alive": self._alive(),
            "cpu": cpu <= LIMITS.cpu_seconds + 1.5,
            "memory": peak <= LIMITS.memory + (1 << 20),
            "threads": threads <= allowed and threads < 500,
            "output": len(told) <= LIMITS.output + 65536,
            "gone": not [pid for pid in everyone if _state(pid) not in "-Z"],
            "died": death.startswith("signal"),
        }
        for pid in _left_behind(told):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, 9)
        return result

    def _canary(self) -> Path:
        path = self.box / "canary"
        if not path.exists():
            path.write_text(self.secret)
            path.chmod(0o666)
        return path

    def _tidy(self) -> None:
        """Put back what an attack that succeeded has taken."""
        for path in list(self.box.iterdir()):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        self._canary()
        for name, door in self.doors.items():
            while select.select([door], [], [], 0)[0]:
                door.accept()[0].close() if name in ("tcp", "stream") else door.recv(100)
        if self._victim is not None and self._alive():
            return
        self._end_victim()
        self._victim = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", ECHO],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={"SECRET": self.secret},
        )
        self._alive()  # its own program runs by now
        maps = Path(f"/proc/{self._victim.pid}/maps").read_text()
        self.address = int(maps.split("-")[0], 16)

    def _alive(self) -> bool:
        """Whether the victim answers: it never does once it was sent a signal to kill it."""
        try:
            self._victim.stdin.write(b"x")
        except BrokenPipeError:
            return False
        if not select.select([self._victim.stdout], [], [], PATIENCE)[0]:
            return False  # it was stopped
        return self._victim.stdout.read(1) == b"x"

    def _end_victim(self) -> None:
        if self._victim is not None:
            with self._victim:
                self._victim.kill()

    def _snapshot(self) -> list[tuple[object, ...]]:
        seen = []
        for path in sorted(self.box.iterdir()):
            stat = path.lstat()
            text = path.read_text() if path.name == "canary" else ""
            seen.append((path.name, text, stat.st_mode, stat.st_mtime_ns, stat.st_nlink))
        return seen

    def _target(self) -> dict[str, object]:
        return {
            "file": str(self.box / "canary"),
            "folder": str(self.box),
            "answers": str(sandbox.ROOT / "bot" / "grader" / "selftest.py"),
            "tcp": self.doors["tcp"].getsockname()[1],
            "udp": self.doors["udp"].getsockname()[1],
            "stream": self.doors["stream"].getsockname(),
            "datagram": self.doors["datagram"].getsockname(),
            "abstract": self.doors["abstract"].getsockname().decode(),
            "victim": self._victim.pid,
            "address": self.address,
            "parent": os.getpid(),
            "calls": CALLS,
        }


def _status(pid: int) -> dict[str, int]:
    """The numbers of /proc/<pid>/status, sizes in KiB; empty when there is no such process."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return {}
    words = [line.split() for line in lines]
    return {w[0][:-1]: int(w[1]) for w in words if len(w) > 1 and w[1].isdecimal()}


def _state(pid: int) -> str:
    """R, S, Z, … of a process; "-" where there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
    except OSError:
        return "-"


def _left_behind(told: bytes) -> list[int]:
    """The processes that an attack says it left. It is ours, so it says so truly."""
    found = []
    for line in told.splitlines():
        with contextlib.suppress(ValueError, TypeError, KeyError):
            found.append(int(json.loads(line)["left behind"]))
    return found
