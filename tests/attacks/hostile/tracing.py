"""Submissions that watch or steer another process as a debugger does."""

import ctypes

SEIZE, ATTACH, TRACEME = 0x4206, 16, 0


def ptrace(request, pid):
    zero = ctypes.c_void_p(0)
    return ctypes.CDLL(None).ptrace(ctypes.c_long(request), ctypes.c_long(pid), zero, zero)


def seize(target, tell):
    """Traces another process without stopping it.

    Proof: quiet.
    """
    if ptrace(SEIZE, target["victim"]) == 0:
        tell("succeeded")


def attach(target, tell):
    """Attaches to another process.

    Proof: quiet.
    """
    if ptrace(ATTACH, target["victim"]) == 0:
        tell("succeeded")


def be_traced(target, tell):
    """Asks its parent to trace it.

    Proof: quiet.
    """
    if ptrace(TRACEME, 0) == 0:
        tell("succeeded")


def compare(target, tell):
    """Asks the kernel whether two processes share an object.

    Proof: quiet. Control: none, not every kernel has the call.
    """
    import os

    number = target["calls"]["kcmp"]
    if ctypes.CDLL(None).syscall(number, os.getpid(), target["victim"], 1, 0, 0) >= 0:
        tell("succeeded")


def count_events(target, tell):
    """Counts another process's events with perf_event_open.

    Proof: quiet. Control: none, not every kernel has the call.
    """
    attributes = (ctypes.c_uint32 * 32)()
    attributes[1] = 128
    number = target["calls"]["perf_event_open"]
    if ctypes.CDLL(None).syscall(number, attributes, target["victim"], -1, -1, 0) >= 0:
        tell("succeeded")
