"""Submissions that make raw system calls by ctypes."""

import ctypes


def made(target, tell, name, *arguments):
    """Makes one call and tells whether it did anything but fail."""
    if ctypes.CDLL(None).syscall(target["calls"][name], *arguments) >= 0:
        tell("succeeded")


def new_user(target, tell):
    """Makes a user namespace, to be root in it.

    Proof: quiet.
    """
    made(target, tell, "unshare", 0x10000000)


def new_mounts(target, tell):
    """Makes a user and a mount namespace at once.

    Proof: quiet.
    """
    made(target, tell, "unshare", 0x10000000 | 0x00020000)


def ring(target, tell):
    """Sets up io_uring, which makes calls that no filter sees.

    Proof: quiet.
    """
    made(target, tell, "io_uring_setup", 4, (ctypes.c_uint32 * 30)())


def keyring(target, tell):
    """Makes a keyring in the kernel.

    Proof: quiet. Control: none, not every kernel has the call.
    """
    made(target, tell, "keyctl", 0, -3, 1)


def anonymous_file(target, tell):
    """Makes a file in memory, to execute it.

    Proof: quiet.
    """
    made(target, tell, "memfd_create", b"x", 0)


def personality(target, tell):
    """Switches protections of memory off for itself.

    Proof: quiet.
    """
    made(target, tell, "personality", 0x0040000)


def faults(target, tell):
    """Handles its own page faults, to stop the kernel half-way.

    Proof: quiet. Control: none, not every kernel has the call.
    """
    made(target, tell, "userfaultfd", 1)


def new_session(target, tell):
    """Leaves its session and group, so as not to be found by them.

    Proof: quiet. Control: none, on every rung it leads its session already.
    """
    made(target, tell, "setsid")


def survive_the_parent(target, tell):
    """Takes back that it dies with its parent.

    Proof: quiet.
    """
    made(target, tell, "prctl", 1, 0, 0, 0, 0)


def watch_files(target, tell):
    """Watches files being used.

    Proof: quiet.
    """
    made(target, tell, "inotify_init1", 0)


def other_user(target, tell):
    """Becomes another user, or root again.

    Proof: quiet.
    """
    import os

    made(target, tell, "setresuid", os.getuid(), os.getuid(), os.getuid())
    made(target, tell, "setresuid", 0, 0, 0)


def larger_filter(target, tell):
    """Lays a second filter over the first.

    Proof: quiet.
    """
    allow = (ctypes.c_uint64 * 1)(0x7FFF000000000006)
    filter_program = (ctypes.c_uint64 * 2)(1, ctypes.addressof(allow))
    made(target, tell, "prctl", 38, 1, 0, 0, 0)
    made(target, tell, "seccomp", 1, 0, filter_program)


def timer(target, tell):
    """Makes a timer that the kernel keeps.

    Proof: quiet.
    """
    made(target, tell, "timer_create", 0, 0, (ctypes.c_int * 1)())


def queue(target, tell):
    """Opens a message queue, which would stay when the process is gone.

    Proof: quiet.
    """
    queue = ctypes.CDLL(None).syscall(target["calls"]["msgget"], 0, 0o600)
    if queue >= 0:
        ctypes.CDLL(None).syscall(target["calls"]["msgctl"], queue, 0, 0)
        tell("succeeded")
