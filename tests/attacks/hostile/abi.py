"""Submissions that enter the kernel by another door than the filter's table knows."""

import ctypes
import os


def thirty_two_bits(target, tell):
    """Makes a 32-bit call (int 0x80) out of machine code of its own.

    Proof: quiet. Only: x86_64.
    """
    import mmap

    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20 (getpid); int 0x80; ret
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    if ctypes.CFUNCTYPE(ctypes.c_int)(address)() == os.getpid():
        tell("succeeded")


def thirty_two_bits_without_mmap(target, tell):
    """The same with memory that the C library maps, where nothing can be imported.

    Proof: quiet. Only: x86_64.
    """
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    size = ctypes.c_size_t(4096)
    address = libc.mmap(None, size, 7, 0x22, -1, ctypes.c_long(0))
    ctypes.memmove(address, b"\xb8\x14\x00\x00\x00\xcd\x80\xc3", 8)
    if ctypes.CFUNCTYPE(ctypes.c_int)(address)() == os.getpid():
        tell("succeeded")


def x32(target, tell):
    """Makes a call by its x32 number, which a table of x86_64 does not hold.

    Proof: died. Only: x86_64. Control: none, few kernels have x32.
    """
    ctypes.CDLL(None).syscall(0x40000000 + 39)
    tell("succeeded")


def upper_half(target, tell):
    """Hides a forbidden argument in the upper half of a register.

    Proof: alive.
    """
    number = ctypes.c_long(target["calls"]["kill"])
    ctypes.CDLL(None).syscall(number, ctypes.c_long(target["victim"] | (1 << 32)), 9)
