"""Makes a screenshot small: a PNG of 8-bit colours becomes one with a palette.

A photographed page is text on white: few colours, of which a browser's PNG says all three bytes.
Format: https://www.w3.org/TR/png-3/ (filters in section 9).
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {2: 3, 6: 4}  # colour types: RGB, RGBA

Colour = tuple[int, int, int]


def shrink(file: Path) -> None:
    """Rewrite it with its 256 most frequent colours; every other one becomes the nearest."""
    chunks = list(_chunks(file.read_bytes()))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    if depth != 8 or kind not in _CHANNELS or interlaced:
        raise ValueError(f"{file} is no plain screenshot: depth {depth}, colour type {kind}")
    size = _CHANNELS[kind]
    raw = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    rows = [
        list(zip(row[0::size], row[1::size], row[2::size], strict=True))
        for row in _unfiltered(raw, width * size, size)
    ]
    counts: Counter[Colour] = Counter()
    for row in rows:
        counts.update(row)
    palette = [colour for colour, _ in counts.most_common(256)]
    place = {colour: _nearest(colour, palette) for colour in counts}
    body = b"".join(b"\0" + bytes(map(place.__getitem__, row)) for row in rows)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [
        (b"IHDR", head),
        (b"PLTE", bytes(channel for colour in palette for channel in colour)),
        (b"IDAT", zlib.compress(body, 9)),
        (b"IEND", b""),
    ]
    file.write_bytes(_SIGNATURE + b"".join(_chunk(name, body) for name, body in parts))


def _chunks(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(raw):
        [length] = struct.unpack(">I", raw[at : at + 4])
        yield raw[at + 4 : at + 8], raw[at + 8 : at + 8 + length]
        at += length + 12  # its length, name and checksum


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _unfiltered(raw: bytes, length: int, size: int) -> Iterator[bytearray]:
    """The rows of a picture. `length` is a row's, `size` a pixel's, in bytes."""
    above = bytearray(length)
    for start in range(0, len(raw), length + 1):
        row = bytearray(raw[start + 1 : start + 1 + length])
        match raw[start]:
            case 1:
                for i in range(size, length):
                    row[i] = row[i] + row[i - size] & 255
            case 2:
                row = bytearray([a + b & 255 for a, b in zip(row, above, strict=True)])
            case 3:
                for i in range(length):
                    left = row[i - size] if i >= size else 0
                    row[i] = row[i] + (left + above[i]) // 2 & 255
            case 4:
                for i in range(length):
                    left, corner = (row[i - size], above[i - size]) if i >= size else (0, 0)
                    row[i] = row[i] + _paeth(left, above[i], corner) & 255
        yield row
        above = row


def _paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda each: abs(guess - each))


def _nearest(colour: Colour, palette: list[Colour]) -> int:
    red, green, blue = colour
    return min(
        range(len(palette)),
        key=lambda n: (
            (palette[n][0] - red) ** 2 + (palette[n][1] - green) ** 2 + (palette[n][2] - blue) ** 2
        ),
    )
