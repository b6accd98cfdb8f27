"""Submissions that start processes or threads beyond count."""

import ctypes
import os
import subprocess
import threading
import time


def fork(target, tell):
    """Makes a second process.

    Proof: quiet.
    """
    if os.fork() == 0:
        tell("succeeded")
        os._exit(0)
    os.wait()


def raw_clone(target, tell):
    """Makes a process with clone(2), past the C library.

    Proof: quiet.
    """
    sigchld = 17
    if ctypes.CDLL(None).syscall(target["calls"]["clone"], sigchld, 0, 0, 0, 0) == 0:
        tell("succeeded")
        os._exit(0)
    os.wait()


def raw_clone3(target, tell):
    """Makes a process with clone3(2), whose flags no filter can see.

    Proof: quiet.
    """
    arguments = (ctypes.c_uint64 * 11)()
    arguments[4] = 17  # exit_signal
    if ctypes.CDLL(None).syscall(435, arguments, 88) == 0:
        tell("succeeded")
        os._exit(0)
    os.wait()


def vfork_and_shell(target, tell):
    """Runs a shell with subprocess.

    Proof: quiet.
    """
    tell(subprocess.run(["/bin/sh", "-c", "echo succeeded"], capture_output=True).stdout.decode())


def spawn(target, tell):
    """Runs a program with posix_spawn.

    Proof: quiet.
    """
    streams = [(os.POSIX_SPAWN_DUP2, target["reply_fd"], 1)]
    os.waitpid(os.posix_spawn("/bin/echo", ["echo", "succeeded"], {}, file_actions=streams), 0)


def execute(target, tell):
    """Becomes another program, to leave the filter behind.

    Proof: quiet.
    """
    os.dup2(target["reply_fd"], 1)
    os.execv("/bin/echo", ["echo", "succeeded"])


def bomb(target, tell):
    """Forks again and again.

    Proof: quiet.
    """
    for _ in range(6):
        if os.fork() == 0:
            tell("succeeded")
            os._exit(0)
    for _ in range(6):
        os.wait()


def escape_the_session(target, tell):
    """Leaves a process behind in a session of its own, to survive the kill.

    Proof: gone.
    """
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            tell({"left behind": os.getpid()})
            os.write(writing, b"x")
            time.sleep(60)
        os._exit(0)
    os.read(reading, 1)


def thread_flood(target, tell):
    """Starts a thousand threads.

    Proof: threads.
    """
    threading.stack_size(64 << 10)
    for _ in range(1000):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
