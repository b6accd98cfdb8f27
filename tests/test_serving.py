"""`drill serve` as a process: a platform that cannot be reached is waited for, a signal ends it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

DRILL = str(Path(sys.executable).with_name("drill"))


def environment(folder: Path, api: str, token: str = "xoxb-1") -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG")}
    return {
        **kept,
        "HOME": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'drillbot.db'}",
        "SLACK_BOT_TOKEN": token,
        "SLACK_APP_TOKEN": "xapp-1",
        "SLACK_API_URL": api,
    }


def closed_port() -> str:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}/api/"


def test_a_platform_that_does_not_answer_is_waited_for_and_a_signal_still_ends_it(
    tmp_path: Path,
) -> None:
    with subprocess.Popen(
        [DRILL, "serve"],
        cwd=tmp_path,
        env=environment(tmp_path, closed_port()),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert "Slack does not answer" in process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=120) == 0


def test_settings_that_cannot_be_are_told_and_nothing_is_served(tmp_path: Path) -> None:
    done = subprocess.run(
        [DRILL, "serve"],
        cwd=tmp_path,
        env=environment(tmp_path, closed_port(), token="xapp-2"),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 2
    assert "belongs into SLACK_APP_TOKEN" in done.stderr
    assert "xapp-2" not in done.stdout + done.stderr
