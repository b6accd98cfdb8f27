"""A message's files as attachments: a chat knows no folders, so that these go as a zip."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

from drills.effects import File, Keep

MOST = 5  # files out of folders that are sent one by one
REPOSITORY, WRITTEN = "repository.zip", "out.zip"
_WHEN = (2000, 1, 1, 0, 0, 0)  # the same zip each time that it is sent
_MODE = 0o644 << 16


def attached(files: Sequence[File]) -> list[tuple[str, str | bytes]]:
    """The name of each attachment, and its text or its bytes.

    A repository that is handed over is one zip of all that a person begins with. A few files that
    a program wrote go by themselves, more as a zip.
    """
    folders = [file for file in files if "/" in file.name]
    begins = any(file.keep is Keep.CREATE for file in folders)
    inside = [file for file in files if file.keep is Keep.CREATE] if begins else folders
    if not begins and len(folders) <= MOST:
        return [(file.name.rpartition("/")[2], file.text) for file in files]
    named = REPOSITORY if begins else WRITTEN
    beside: list[tuple[str, str | bytes]] = [(f.name, f.text) for f in files if f not in inside]
    return [*beside, (named, _zip(inside))]


def _zip(files: Sequence[File]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            entry = zipfile.ZipInfo(file.name, _WHEN)
            entry.external_attr, entry.compress_type = _MODE, zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.text.encode("utf-8", "replace"))
    return made.getvalue()
