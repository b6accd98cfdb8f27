"""Submissions that reach into the process above: its environment, memory and descriptors."""

import ctypes
import os


def own_environment(target, tell):
    """Looks for secrets in the environment that it was given.

    Proof: quiet. Control: none, the environment is emptied on every rung.
    """
    tell(dict(os.environ))
    pointer = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    index = 0
    while pointer and pointer[index]:
        tell(pointer[index].decode())
        index += 1
    try:
        tell(open("/proc/self/environ").read())
    except OSError:
        pass


def environment(target, tell):
    """Reads the environment of its parent, and of any process.

    Proof: quiet.
    """
    for pid in (target["victim"], target["parent"], os.getppid(), 1):
        try:
            tell(open(f"/proc/{pid}/environ").read())
        except OSError:
            continue


def memory_by_proc(target, tell):
    """Reads another process's memory as a file.

    Proof: quiet.
    """
    with open(f"/proc/{target['victim']}/maps") as maps:
        start = int(maps.readline().split("-")[0], 16)
    with open(f"/proc/{target['victim']}/mem", "rb", 0) as memory:
        memory.seek(start)
        if memory.read(4) == b"\x7fELF":
            tell("succeeded")


def memory_by_call(target, tell):
    """Reads another process's memory with process_vm_readv, at an address told from outside.

    Proof: quiet.
    """

    class Vector(ctypes.Structure):
        _fields_ = (("base", ctypes.c_void_p), ("size", ctypes.c_size_t))

    buffer = ctypes.create_string_buffer(4)
    here = Vector(ctypes.addressof(buffer), 4)
    there = Vector(target["address"], 4)
    one, none = ctypes.c_ulong(1), ctypes.c_ulong(0)
    libc = ctypes.CDLL(None)
    pid = target["victim"]
    if libc.process_vm_readv(pid, ctypes.byref(here), one, ctypes.byref(there), one, none) == 4:
        tell("succeeded")


def memory_written(target, tell):
    """Writes into another process's memory.

    Proof: quiet.
    """
    with open(f"/proc/{target['victim']}/mem", "r+b", 0):
        tell("succeeded")


def descriptors(target, tell):
    """Opens what another process has open.

    Proof: quiet.
    """
    for pid in (target["victim"], target["parent"]):
        if os.listdir(f"/proc/{pid}/fd"):
            tell("succeeded")


def stolen_descriptor(target, tell):
    """Takes a descriptor out of another process with pidfd_getfd.

    Proof: quiet.
    """
    libc = ctypes.CDLL(None)
    process = libc.syscall(434, target["victim"], 0)
    if libc.syscall(438, process, 0, 0) >= 0:
        tell("succeeded")
