"""Submissions that signal or steer other processes."""

import ctypes
import os
import resource
import signal


def kill(target, tell):
    """Kills another process.

    Proof: alive.
    """
    os.kill(target["victim"], signal.SIGKILL)


def kill_the_parent(target, tell):
    """Asks whether it could signal its parent.

    Proof: quiet.
    """
    os.kill(target["parent"], 0)
    tell("succeeded")


def kill_everyone(target, tell):
    """Asks whether it could signal every process at once.

    Proof: quiet.
    """
    os.kill(-1, 0)
    tell("succeeded")


def kill_the_group(target, tell):
    """Asks whether it could signal a process group.

    Proof: quiet.
    """
    os.kill(0, 0)
    tell("succeeded")


def one_thread(target, tell):
    """Kills another process through one of its threads.

    Proof: alive.
    """
    victim = target["victim"]
    ctypes.CDLL(None).syscall(target["calls"]["tgkill"], victim, victim, 9)


def any_thread(target, tell):
    """The same with the older call that names no process.

    Proof: alive.
    """
    ctypes.CDLL(None).syscall(target["calls"]["tkill"], target["victim"], 9)


def queued(target, tell):
    """Queues a signal with a value.

    Proof: alive.
    """
    details = (ctypes.c_int * 32)()
    details[0], details[2] = 9, -1  # SIGKILL, SI_QUEUE
    ctypes.CDLL(None).syscall(target["calls"]["rt_sigqueueinfo"], target["victim"], 9, details)


def by_descriptor(target, tell):
    """Signals through a descriptor of the process.

    Proof: alive.
    """
    signal.pidfd_send_signal(os.pidfd_open(target["victim"]), signal.SIGKILL)


def by_pipe(target, tell):
    """Makes the kernel send it: F_SETOWN and F_SETSIG on a pipe.

    Proof: alive.
    """
    import fcntl

    reading, writing = os.pipe()
    fcntl.fcntl(reading, 8, target["victim"])  # F_SETOWN
    fcntl.fcntl(reading, 10, 9)  # F_SETSIG
    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writing, b"x")


def by_reply_pipe(target, tell):
    """The same on the pipe that it was given, with F_SETOWN_EX.

    Proof: alive.
    """
    import fcntl
    import socket
    import struct

    owner = struct.pack("ii", 1, target["victim"])  # F_OWNER_PID
    one, other = socket.socketpair()
    fcntl.fcntl(one, 15, owner)
    fcntl.fcntl(one, 10, 9)
    fcntl.fcntl(one, fcntl.F_SETFL, os.O_ASYNC)
    other.send(b"x")


def by_ioctl(target, tell):
    """The same with ioctl: FIOSETOWN and FIOASYNC on a socket.

    Proof: alive.
    """
    import fcntl
    import socket
    import struct

    one, other = socket.socketpair()
    fcntl.ioctl(one, 0x8901, struct.pack("i", target["victim"]))  # FIOSETOWN
    fcntl.ioctl(one, 0x5452, struct.pack("i", 1))  # FIOASYNC
    other.send(b"x")


def limit_another(target, tell):
    """Lowers the limits of another process.

    Proof: quiet.
    """
    resource.prlimit(target["victim"], resource.RLIMIT_CORE, (0, 0))
    tell("succeeded")


def slow_another(target, tell):
    """Makes another process wait for all the rest.

    Proof: quiet.
    """
    os.setpriority(os.PRIO_PROCESS, target["victim"], 19)
    tell("succeeded")


def pin_another(target, tell):
    """Reads and sets where another process may run.

    Proof: quiet.
    """
    os.sched_getaffinity(target["victim"])
    tell("succeeded")
