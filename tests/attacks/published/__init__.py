"""The numbers of Linux's system calls, as Debian's kernel headers publish them."""

import re
from pathlib import Path


def numbers(architecture: str) -> dict[str, int]:
    """Name to number, for "x86_64" or "arm64"."""
    text = Path(__file__).with_name(f"{architecture}.txt").read_text()
    found = dict(re.findall(r"#define __NR_(\w+)\s+(\S+)", text))
    shared = dict(re.findall(r"#define (__NR3264_\w+)\s+(\d+)", text))
    resolved = {name: shared.get(number, number) for name, number in found.items()}
    return {name: int(number) for name, number in resolved.items() if number.isdecimal()}
