"""Submissions that read what is not theirs: files, secrets, the answers."""

import ctypes
import linecache
import os


def canary(target, tell):
    """Reads a file that anyone may read.

    Proof: quiet.
    """
    tell(open(target["file"]).read())


def answers(target, tell):
    """Reads the product's own sources, among which the answers lie.

    Proof: quiet.
    """
    if "SelfTest" in open(target["answers"]).read():
        tell("succeeded")


def answers_by_import(target, tell):
    """Imports the product's own sources.

    Proof: quiet.
    """
    import importlib.util

    found = importlib.util.spec_from_file_location("answers", target["answers"])
    if found.loader.get_data(target["answers"]):
        tell("succeeded")


def through_a_traceback(target, tell):
    """Lets the standard library read it, as if to show a line of a traceback.

    Proof: quiet.
    """
    tell(linecache.getlines(target["file"]))


def accounts(target, tell):
    """Reads the accounts of the machine, or its configuration.

    Proof: quiet.
    """
    for path in ("/etc/passwd", "/etc/hosts", "/etc/hostname", "/proc/mounts", "/proc/cpuinfo"):
        try:
            open(path).read()
        except OSError:
            continue
        tell("succeeded")


def listing(target, tell):
    """Lists a folder.

    Proof: quiet.
    """
    if "canary" in os.listdir(target["folder"]):
        tell("succeeded")


def openat2(target, tell):
    """Opens it with a newer call that an old filter may not know.

    Proof: quiet.
    """
    how = (ctypes.c_uint64 * 3)()
    at_cwd = -100
    fd = ctypes.CDLL(None).syscall(437, at_cwd, target["file"].encode(), how, 24)
    if fd >= 0:
        tell(os.read(fd, 100).decode())


def by_handle(target, tell):
    """Asks for a file's handle, to open it past its path.

    Proof: quiet.
    """
    handle = ctypes.create_string_buffer(128)
    ctypes.memmove(handle, (120).to_bytes(4, "little"), 4)
    mount = ctypes.c_int()
    name = target["file"].encode()
    libc = ctypes.CDLL(None)
    if libc.name_to_handle_at(-100, name, handle, ctypes.byref(mount), 0) == 0:
        tell("succeeded")


def inherited(target, tell):
    """Reads every descriptor that its parent may have left open.

    Proof: quiet. Control: none, no descriptor is passed on any rung.
    """
    for fd in range(3, 256):
        try:
            tell(os.pread(fd, 100, 0).decode(errors="replace"))
        except OSError:
            continue


def change_folder(target, tell):
    """Goes to the folder first and opens a relative path.

    Proof: quiet.
    """
    os.chdir(target["folder"])
    tell(open("canary").read())
