"""What the self-test tries inside the sandbox: each probe's source, by what it would mean.

A source runs in `probe`, with `tell`, `reply_fd` and the `bait` that was laid out for it: a file
and its folder, a port, a process that waits, and the process that runs the test.
"""

from __future__ import annotations

ORDINARY = """
import collections, dataclasses, decimal, heapq, json, re, threading
total = []
thread = threading.Thread(target=lambda: total.append(sum(range(1000))))
thread.start(); thread.join()
tell(f"computed {total[0]}")
"""

PROBES = {
    "read a file": """
tell(open(bait["file"]).read())
""",
    "write a file": """
open(bait["folder"] + "/written", "w").write("x")
""",
    "reach a port": """
import socket
socket.create_connection(("127.0.0.1", bait["port"]), timeout=2).send(b"x")
""",
    "read another process's environment": """
for pid in (bait["victim"], bait["parent"]):
    open(f"/proc/{pid}/environ", "rb").read()
    tell("succeeded")
""",
    "start a process": """
import os
tell("succeeded") if os.fork() == 0 else os.wait()
""",
    "run a program": """
import os, sys
os.dup2(reply_fd, 1)
os.execv(sys.executable, [sys.executable, "-S", "-c", "print('succeeded')"])
""",
    "kill a process": """
import os
os.kill(bait["victim"], 9)
""",
    "kill a process through fcntl": """
import fcntl, os
reading, writing = os.pipe()
fcntl.fcntl(reading, 8, bait["victim"])  # F_SETOWN
fcntl.fcntl(reading, 10, 9)  # F_SETSIG
fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
os.write(writing, b"x")
""",
    "trace a process": """
import ctypes
libc = ctypes.CDLL(None)
zero = ctypes.c_void_p(0)
if libc.ptrace(ctypes.c_long(0x4206), ctypes.c_long(bait["victim"]), zero, zero) == 0:  # SEIZE
    tell("succeeded")
""",
    "make a namespace": """
import ctypes
if ctypes.CDLL(None).unshare(0x10000000) == 0:  # CLONE_NEWUSER
    tell("succeeded")
""",
    "take too much memory": """
kept = bytearray(1 << 30)
tell("succeeded")
""",
    "take too much time": """
while True:
    pass
""",
}
