"""A check that is stopped says so in a sentence, and leaves no process behind."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

CHECK = "import sys; from bot.check import main; sys.exit(main(sys.argv[1:]))"


def heard() -> None:
    """A shell lets what it starts in the background ignore interrupts, the tests themselves too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("processes", ["1", "2"])
def test_an_interrupt_ends_a_check_with_one_sentence(processes: str) -> None:
    asked = ["kv-store", "--draws", "3", "--jobs", processes]
    with subprocess.Popen(
        [sys.executable, "-c", CHECK, *asked],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heard,
    ) as check:
        assert check.stdout is not None
        assert check.stdout.readline() == "kv-store: 3 draws …\n"
        check.send_signal(signal.SIGINT)
        said, complained = check.communicate()  # both end only when the last process is gone
    assert said == "Stopped: the problem that was being checked has no report.\n"
    assert complained == ""
    assert check.returncode == 130
