"""Submissions that take memory: their own, their children's, the kernel's."""

import ctypes
import os
import resource
import socket
import threading
import time


def heap(target, tell):
    """Fills lists without end.

    Proof: memory.
    """
    kept = []
    for _ in range(100):
        kept.append(list(range(500_000)))


def one_block(target, tell):
    """Takes 400 MB in one piece and writes to all of it.

    Proof: memory.
    """
    bytearray(b"x") * (400 << 20)


def children(target, tell):
    """Takes it in children, each with a limit of its own.

    Proof: quiet.
    """
    for _ in range(3):
        if os.fork() == 0:
            kept = bytearray(b"x") * (100 << 20)
            tell(f"succeeded with {len(kept)} bytes")
            os._exit(0)
    for _ in range(3):
        os.wait()


def memory_file(target, tell):
    """Takes it in a file that lives in memory and counts for no limit of the process.

    Proof: quiet.
    """
    fd = os.memfd_create("hoard")
    os.write(fd, b"x" * (1 << 20))
    tell("succeeded")


def thread_stacks(target, tell):
    """Takes it as the stacks of threads.

    Proof: memory.
    """
    threading.stack_size(64 << 20)
    for _ in range(16):
        threading.Thread(target=time.sleep, args=(2,), daemon=True).start()


def raise_the_limit(target, tell):
    """Lifts its own limit first.

    Proof: memory.
    """
    try:
        unlimited = resource.RLIM_INFINITY
        resource.setrlimit(resource.RLIMIT_AS, (unlimited, unlimited))
    except (OSError, ValueError):
        pass
    bytearray(b"x") * (400 << 20)


def shared_mapping(target, tell):
    """Maps it shared and anonymous, where it is charged elsewhere.

    Proof: memory.
    """
    import mmap

    mapped = mmap.mmap(-1, 400 << 20)
    for page in range(0, len(mapped), 4096):
        mapped[page] = 1


def socket_buffers(target, tell):
    """Fills the kernel's buffers through many sockets.

    Proof: quiet.
    """
    pairs, stuffed = [], 0
    for _ in range(400):
        pairs.append(socket.socketpair())
        pairs[-1][0].setblocking(False)
        try:
            while True:
                stuffed += pairs[-1][0].send(b"x" * 65536)
        except BlockingIOError:
            pass
        if stuffed > 32 << 20:
            tell("succeeded")
            return


def larger_pipes(target, tell):
    """Makes the kernel's buffer of a pipe larger.

    Proof: quiet.
    """
    import fcntl

    fcntl.fcntl(os.pipe()[1], 1031, 1 << 20)  # F_SETPIPE_SZ
    tell("succeeded")


def locked(target, tell):
    """Locks memory, so that it cannot be swapped out.

    Proof: quiet.
    """
    block = ctypes.create_string_buffer(1 << 20)
    if ctypes.CDLL(None).mlock(block, ctypes.c_size_t(1 << 20)) == 0:
        tell("succeeded")


def system_v(target, tell):
    """Takes a System V segment, which would stay when the process is gone.

    Proof: quiet.
    """
    libc = ctypes.CDLL(None)
    segment = libc.shmget(0, ctypes.c_size_t(4096), 0o1600)
    if segment != -1:
        libc.shmctl(segment, 0, None)  # IPC_RMID
        tell("succeeded")
