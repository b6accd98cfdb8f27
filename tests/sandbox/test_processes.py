"""A sandboxed process from outside: its start, its CPU time, its death, and nothing left of it."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attacks.rungs import RUNGS, trouble

from bot.grader import sandbox
from bot.grader.inside import boot, lockdown, syscalls
from bot.grader.inside.probes import ORDINARY
from bot.grader.sandbox import Child, Limits, Rung, spawn
from bot.grader.selftest import run

SMALL = Limits(memory=256 << 20, cpu_seconds=1)
EVERY = [*RUNGS, Rung.NONE]


@contextmanager
def started(rung: Rung, limits: Limits = SMALL, hash_seed: str = "0") -> Iterator[Child]:
    """A probe that is locked down and waits for its source."""
    if rung is not Rung.NONE and trouble(rung):
        pytest.skip(f"rung {rung} is not there: {trouble(rung)}")
    child = spawn(rung, limits, hash_seed, main="probe")
    try:
        yield child
    finally:
        child.kill()


def told(rung: Rung, source: str, limits: Limits = SMALL, hash_seed: str = "0") -> list[object]:
    """What a source tells when it runs on a rung, after the greeting."""
    with started(rung, limits, hash_seed) as child:
        text, _ = run(child, source)
    return [json.loads(line) for line in text.splitlines()][1:]


def death(rung: Rung, source: str) -> str:
    with started(rung) as child:
        return run(child, source)[1]


def exists(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize("rung", EVERY)
def test_ordinary_code_runs(rung: Rung) -> None:
    assert told(rung, ORDINARY) == ["computed 499500"]


@pytest.mark.parametrize("rung", RUNGS)
def test_what_a_solution_may_import_can_be_imported_after_the_lockdown(rung: Rung) -> None:
    source = """
import importlib
for name in names:
    try:
        importlib.import_module(name)
    except ImportError as problem:
        tell(f"{name}: {problem}")
import asyncio, datetime, decimal, logging, sqlite3, uuid
base = sqlite3.connect(":memory:")
base.execute("create table t (x)")
async def later():
    await asyncio.sleep(0)
    return 7
tell([asyncio.run(later()), str(decimal.Decimal(1) / 8), len(str(uuid.uuid4())),
      str(datetime.datetime.strptime("2024-02-29", "%Y-%m-%d").date())])
"""
    names = f"names = {boot.LIBRARY.split()!r}\n"
    assert told(rung, names + source) == [[7, "0.125", 36, "2024-02-29"]]


@pytest.mark.parametrize("rung", RUNGS)
def test_sixteen_threads_have_room(rung: Rung) -> None:
    source = """
import threading
gate = threading.Barrier(17)
for _ in range(16):
    threading.Thread(target=gate.wait, daemon=True).start()
gate.wait(20)
tell("all are here")
"""
    assert told(rung, source, Limits(memory=512 << 20, cpu_seconds=5)) == ["all are here"]


@pytest.mark.parametrize("rung", EVERY)
def test_the_hash_seed_is_the_one_asked_for(rung: Rung) -> None:
    here = subprocess.run(
        [sys.executable, "-c", "print(hash('a word'))"],
        env={"PYTHONHASHSEED": "42"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told(rung, "tell(hash('a word'))", hash_seed="42") == [int(here.stdout)]


@pytest.mark.parametrize("rung", RUNGS)
def test_root_becomes_a_user_that_owns_nothing(rung: Rung) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can")
    ((uid, gid, groups),) = told(
        rung, "import os; tell([os.getuid(), os.getgid(), os.getgroups()])"
    )
    assert uid == gid != 0
    assert groups == []


@pytest.mark.parametrize("rung", RUNGS)
def test_only_the_two_ends_of_the_pipe_are_open(rung: Rung) -> None:
    source = """
import os
found = []
for fd in range(64):
    try:
        os.fstat(fd)
    except OSError:
        continue
    found.append(fd)
tell(found)
"""
    assert told(rung, source) == [[0, 1, 2, 3, 4]]


@pytest.mark.parametrize("rung", RUNGS)
def test_every_call_outside_the_tables_is_refused_by_the_kernel_itself(rung: Rung) -> None:
    source = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for number in range(460):
    if number not in listed:
        ctypes.set_errno(0)
        if libc.syscall(ctypes.c_long(number), *[ctypes.c_long(-1)] * 6) != -1:
            tell(f"{number} did something")
        elif ctypes.get_errno() not in (1, 38):
            tell(f"{number} reached the kernel: {ctypes.get_errno()}")
tell("done")
"""
    column = syscalls.ARCHITECTURES[lockdown.platform_machine()].column
    tables = {**syscalls.ALLOWED, **syscalls.OPENING, **syscalls.CONDITIONAL}
    listed = [row[column] for row in tables.values()]
    if column == 0:
        # uretprobe and uprobe: the kernel asks no filter, and ends who calls them with SIGILL.
        listed += [335, 336]
    assert told(rung, f"listed = {listed}\n{source}") == ["done"]


@pytest.mark.parametrize("rung", EVERY)
def test_cpu_time_is_read_from_outside_while_it_runs(rung: Rung) -> None:
    source = "import time\nwhile time.process_time() < 0.4: pass\ntell('over')\ntime.sleep(60)"
    with started(rung) as child:
        text = source.encode()
        os.write(child.send_fd, len(text).to_bytes(4, "big") + text)
        seen = b""
        while b"over" not in seen:
            piece = os.read(child.recv_fd, 100)
            assert piece
            seen += piece
        assert child.death() == ""
        used = child.cpu_seconds()
        child.kill()
        assert 0.4 <= used <= child.cpu_seconds() < 1


@pytest.mark.parametrize("rung", EVERY)
@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("tell('done')", "exit 0"),
        ("import os; os._exit(3)", "exit 3"),
        ("import ctypes; ctypes.string_at(0)", "signal 11"),
        ("import os; os.abort()", "signal 6"),
        ("raise MemoryError", "memory"),
        ("kept = bytearray(1 << 30)", "memory"),
        ("while True: pass", "cpu"),
    ],
)
def test_a_death_is_told_by_its_cause(rung: Rung, source: str, expected: str) -> None:
    found = death(rung, source)
    if expected == "signal 6" and rung is Rung.BUBBLEWRAP:
        assert found in (
            "signal 6",
            "signal 11",
        )  # process 1 of a namespace ignores its own signals
    else:
        assert found == expected


@pytest.mark.parametrize("rung", EVERY)
def test_a_kill_is_no_death_of_its_own_and_once_is_enough(rung: Rung) -> None:
    with started(rung) as child:
        pid = child.pid
        assert os.read(child.recv_fd, 100) == b'"ready"\n'
        assert child.death() == ""
        assert exists(pid)
        child.kill()
        assert child.death() == "killed"
        assert not exists(pid)
        child.kill()
        assert (child.send_fd, child.recv_fd) == (-1, -1)


@pytest.mark.parametrize("rung", RUNGS)
def test_it_dies_with_the_process_that_made_it(rung: Rung) -> None:
    if trouble(rung):
        pytest.skip(f"rung {rung} is not there: {trouble(rung)}")
    program = f"""
import os, sys
from bot.grader.sandbox import Limits, Rung, spawn
child = spawn(Rung({rung.value!r}), Limits(), main="probe")
os.read(child.recv_fd, 100)
os.set_inheritable(child.send_fd, False)
sys.stdout.write(f"{{child.pid}}\\n")
sys.stdout.flush()
os.kill(os.getpid(), 9)
"""
    keep, give = os.pipe()  # so that it does not end by itself when its pipe does
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=sandbox.ROOT, capture_output=True, check=False
    )
    os.close(keep)
    os.close(give)
    pid = int(ran.stdout)
    deadline = time.monotonic() + 20
    while exists(pid) and time.monotonic() < deadline:
        os.sched_yield()
    assert not exists(pid)


@pytest.mark.parametrize("rung", RUNGS)
def test_a_lockdown_that_fails_leaves_no_process_and_says_why(rung: Rung, tmp_path: Path) -> None:
    if trouble(rung):
        pytest.skip(f"rung {rung} is not there: {trouble(rung)}")
    child = spawn(rung, Limits(memory=1 << 100, cpu_seconds=1), main="probe")
    told, ended = run(child, "tell('ran all the same')")
    assert told == b""
    assert ended == f"exit {boot.UNLOCKED}"
    assert "Error" in child.complaint()


def test_without_bubblewrap_rung_a_says_so() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-program is not installed"):
        spawn(Rung.BUBBLEWRAP, SMALL, main="probe", bubblewrap="no-such-program")


def test_no_descriptor_is_left_behind() -> None:
    before = set(os.listdir("/proc/self/fd"))
    for rung in EVERY:
        if rung is Rung.NONE or not trouble(rung):
            told(rung, "tell(1)")
    with pytest.raises(FileNotFoundError):
        spawn(Rung.BUBBLEWRAP, SMALL, main="probe", bubblewrap="no-such-program")
    assert set(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("  0:01.50\n", 1.5), ("00:02:03", 123.0), ("1-00:00:01", 86401.0), ("12:34.00", 754.0)],
)
def test_the_times_of_ps_are_understood(said: str, seconds: float) -> None:
    assert sandbox._seconds(said) == seconds
