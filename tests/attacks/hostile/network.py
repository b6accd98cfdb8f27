"""Submissions that talk to anyone but the referee."""

import ctypes
import socket


def tcp(target, tell):
    """Connects to a port of this machine.

    Proof: unheard.
    """
    socket.create_connection(("127.0.0.1", target["tcp"]), timeout=2).send(b"x")


def udp(target, tell):
    """Sends a datagram to a port of this machine.

    Proof: unheard.
    """
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", target["udp"]))


def raw_socket_call(target, tell):
    """Asks for a socket past the library.

    Proof: quiet.
    """
    if ctypes.CDLL(None).syscall(target["calls"]["socket"], 2, 1, 0) >= 0:
        tell("succeeded")


def unix_stream(target, tell):
    """Connects to a socket of the file system, such as Docker's.

    Proof: unheard.
    """
    socket.socket(socket.AF_UNIX).connect(target["stream"])


def unix_datagram(target, tell):
    """Sends from a pair of datagram sockets to a socket of the file system, such as the log's.

    Proof: unheard.
    """
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    pair[0].sendto(b"x", target["datagram"])


def unix_datagram_message(target, tell):
    """The same with sendmsg, whose address no filter can see.

    Proof: unheard.
    """
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    pair[0].sendmsg([b"x"], [], 0, target["datagram"])


def abstract(target, tell):
    """Sends to an abstract socket, which no folder's permissions protect.

    Proof: unheard.
    """
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    pair[0].sendto(b"x", target["abstract"])


def listen(target, tell):
    """Listens, to be called from outside.

    Proof: quiet.
    """
    socket.create_server(("127.0.0.1", 0))
    tell("succeeded")


def netlink(target, tell):
    """Talks to the kernel about its network.

    Proof: quiet.
    """
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).bind((0, 0))
    tell("succeeded")


def inet_pair(target, tell):
    """Asks socketpair for families other than its own, in the hope of a socket.

    Proof: quiet. Control: none, the kernel itself refuses them.
    """
    for family in (2, 10, 16, 17, 30, 38, 40):
        try:
            socket.socketpair(family, socket.SOCK_STREAM)
        except (OSError, ValueError):
            continue
        tell("succeeded")
