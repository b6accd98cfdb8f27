"""The numbers of Linux's system calls, as Debian's kernel headers publish them."""

import re
from pathlib import Path


def numbers(architecture: str) -> dict[str, int]:
    """Name to number, for "x86_64" or "arm64"."""
    return parsed(Path(__file__).with_name(f"{architecture}.txt").read_text())


def parsed(header: str) -> dict[str, int]:
    """Name to number, from the lines `#define __NR_name number` of a header."""
    found = dict(re.findall(r"#define __NR_(\w+)\s+(\S+)", header))
    shared = dict(re.findall(r"#define (__NR3264_\w+)\s+(\d+)", header))
    resolved = {name: shared.get(number, number) for name, number in found.items()}
    return {name: int(number) for name, number in resolved.items() if number.isdecimal()}
