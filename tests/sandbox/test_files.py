"""What stays readable after the lockdown: the standard library, and never what is hidden in it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from attacks.rungs import trouble

from bot.grader.inside import boot, lockdown
from bot.grader.sandbox import Rung


def test_a_folder_is_granted_whole_unless_something_hidden_lies_in_it(tmp_path: Path) -> None:
    for name in ("lib/json", "lib/site-packages/drill", "lib/site-packages/other"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "lib" / "os.py").write_text("")
    lib = str(tmp_path / "lib")

    def granted(hidden: str) -> set[str]:
        """What may be read; what may only be listed ends with a slash."""
        found = lockdown.readable(lib, str(tmp_path / hidden))
        return {
            os.path.relpath(path, lib) + ("" if access & lockdown.READ_FILE else "/")
            for path, access in found
        }

    assert granted("elsewhere") == {"."}
    assert granted("library") == {"."}
    assert granted("lib/site-packages") == {"./", "json", "os.py"}
    drill = granted("lib/site-packages/drill")
    assert drill == {"./", "json", "os.py", "site-packages/", "site-packages/other"}
    assert granted("lib") == set()


def test_the_product_installed_among_the_standard_library_cannot_be_read() -> None:
    """As with `pip install` into a system's Python: here the folder `email` plays the product."""
    if trouble(Rung.LOCKDOWN):
        pytest.skip(f"rung B is not there: {trouble(Rung.LOCKDOWN)}")
    hidden = os.path.join(os.path.dirname(os.path.realpath(os.__file__)), "email")
    source = """
import csv
try:
    import email.message
except (ImportError, PermissionError):
    tell("not imported")
try:
    open(hidden + "/message.py")
except PermissionError:
    tell("refused")
"""
    text = f"hidden = {hidden!r}\n{source}".encode()
    limits = [str(512 << 20), "5", "4000", "-1", str(os.getpid()), hidden]
    python = os.path.realpath(sys._base_executable)
    ran = subprocess.run(
        [python, "-P", "-s", "-S", boot.__file__, "probe", "B", *limits],
        input=len(text).to_bytes(4, "big") + text,
        capture_output=True,
        env={},
        check=True,
    )
    assert ran.stdout.splitlines() == [b'"ready"', b'"not imported"', b'"refused"']
