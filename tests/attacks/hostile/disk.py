"""Submissions that write to the disk, or change what is there."""

import ctypes
import os
import sqlite3


def new_file(target, tell):
    """Writes a file into a folder that anyone may write to.

    Proof: unwritten.
    """
    with open(target["folder"] + "/new", "w") as file:
        file.write("x")


def anywhere(target, tell):
    """Writes a file wherever programs usually may.

    Proof: quiet.
    """
    for folder in ("/tmp", "/dev/shm", "/var/tmp", "/run", "/", ".", target["folder"]):
        path = f"{folder}/drill-attack-{os.getpid()}"
        try:
            open(path, "w").close()
        except OSError:
            continue
        os.unlink(path)
        tell("succeeded")


def append(target, tell):
    """Appends to the canary.

    Proof: unwritten.
    """
    with open(target["file"], "a") as file:
        file.write("x")


def truncate(target, tell):
    """Empties the canary by its path, without opening it.

    Proof: unwritten.
    """
    os.truncate(target["file"], 0)


def delete(target, tell):
    """Deletes the canary.

    Proof: unwritten.
    """
    os.unlink(target["file"])


def rename(target, tell):
    """Moves the canary away.

    Proof: unwritten.
    """
    os.rename(target["file"], target["folder"] + "/moved")


def folder(target, tell):
    """Makes a folder.

    Proof: unwritten.
    """
    os.mkdir(target["folder"] + "/made")


def mode(target, tell):
    """Changes who may read the canary.

    Proof: unwritten.
    """
    os.chmod(target["file"], 0o600)


def times(target, tell):
    """Changes the canary's times.

    Proof: unwritten.
    """
    os.utime(target["file"], (1, 1))


def nameless(target, tell):
    """Writes to a file without a name, which nobody would find.

    Proof: quiet.
    """
    fd = os.open(target["folder"], os.O_TMPFILE | os.O_WRONLY)
    os.write(fd, b"x")
    tell("succeeded")


def database(target, tell):
    """Lets a library of C write: an SQLite database.

    Proof: unwritten.
    """
    sqlite3.connect(target["folder"] + "/base").execute("create table t (x)")


def fifo(target, tell):
    """Makes a named pipe.

    Proof: unwritten.
    """
    os.mkfifo(target["folder"] + "/fifo")


def allocate(target, tell):
    """Reserves space on the disk through the raw call.

    Proof: quiet.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    fd = libc.open(target["file"].encode(), os.O_RDWR)
    if libc.fallocate(fd, 1, ctypes.c_long(0), ctypes.c_long(1 << 20)) == 0:  # KEEP_SIZE
        tell("succeeded")
