"""The command line as a person meets it: a program that is started, and what it prints."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

DRILL = Path(sys.executable).with_name("drill")


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    url = f"sqlite:///{tmp_path}/drill.db"
    return {**kept, "DATABASE_URL": url, "XDG_CACHE_HOME": str(tmp_path / "cache"), **more}


def drill(
    tmp_path: Path, *words: str, typed: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [DRILL, *words],
        cwd=tmp_path,
        env=environment(tmp_path, **more),
        input=typed,
        text=True,
        capture_output=True,
        timeout=120,
        check=False,
    )


def test_help_teaches_with_examples(tmp_path: Path) -> None:
    said = drill(tmp_path, "--help")
    assert said.returncode == 0
    assert "drill play --domain kv-store" in said.stdout
    assert drill(tmp_path).stdout == said.stdout


def test_play_help_lists_every_word(tmp_path: Path) -> None:
    said = drill(tmp_path, "play", "--help").stdout
    for word in ("run", "done", "stub", "edit", "files"):
        assert f"`{word}`: " in said
    for option in ("--domain NAME", "--seed N", "--continue", "--folder DIR"):
        assert f"`{option}`: " in said


def test_the_menu_shows_what_there_is_and_leaves_nothing_behind(tmp_path: Path) -> None:
    said = drill(tmp_path, "play")
    assert said.returncode == 0
    assert "kv-store" in said.stdout
    assert "play --domain " in said.stdout
    assert "\x1b" not in said.stdout
    assert not (tmp_path / "practice").exists()


@pytest.mark.parametrize(
    "words",
    [["--status"], ["--continue"], ["--continue", "--folder", "other"], ["--domain", "kv-stor"],
     ["--custom", "a chat room"]],
)  # fmt: skip
def test_what_starts_nothing_makes_no_folder(tmp_path: Path, words: list[str]) -> None:
    drill(tmp_path, "play", *words)
    assert {path.name for path in tmp_path.iterdir()} <= {"drill.db", "cache"}


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["--domian", "kv-store"], "Did you mean `--domain`?"),
        (["--next", "--random"], "exclude each other"),
        (["--domain", "kv-store", "--seed", "x"], "is no seed"),
        (["labs"], "I don't know `labs`"),
        (["lab", "--level", "expert"], "There is no level `expert`"),
        (["lab", "--nxt"], "Did you mean `--next`?"),
        (["--repo"], "not available"),
        (["--folder"], "needs the name of a folder"),
        (["--foldre", "x"], "Did you mean `--folder`?"),
        (["kv-store"], "play --domain kv-store"),
    ],
)
def test_what_is_not_understood_is_said_in_a_sentence(
    tmp_path: Path, words: list[str], fragment: str
) -> None:
    said = drill(tmp_path, "play", *words)
    assert said.returncode == 2
    assert fragment in said.stdout + said.stderr


def test_an_unknown_domain_offers_the_nearest(tmp_path: Path) -> None:
    said = drill(tmp_path, "play", "--domain", "kv-stor")
    assert said.returncode == 1
    assert "Did you mean kv-store?" in said.stdout


def test_a_damaged_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "drill.db").write_bytes(b"this was never a database" * 100)
    for words in (["play"], ["notes"]):
        said = drill(tmp_path, *words)
        assert said.returncode == 2
        assert "is damaged" in " ".join(said.stderr.split())
        aside = f"mv '{tmp_path}/drill.db' '{tmp_path}/drill.damaged'"
        assert aside in said.stderr  # in one line, to be copied
        assert "Traceback" not in said.stderr
    assert (tmp_path / "drill.db").read_bytes().startswith(b"this was never")


def test_a_practice_folder_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "practice").write_text("a file of that name")
    said = drill(tmp_path, "play", "--next")
    assert said.returncode == 2
    assert "`practice` cannot be used" in said.stderr
    assert max(map(len, said.stderr.splitlines())) <= 80
    assert "Traceback" not in said.stderr


def test_without_notes_it_says_so(tmp_path: Path) -> None:
    said = drill(tmp_path, "notes")
    assert (said.returncode, said.stdout) == (0, "")
    assert "no notes yet" in said.stderr


def test_the_doctor_names_python_database_content_and_sandbox(tmp_path: Path) -> None:
    said = drill(tmp_path, "doctor")
    for subject in ("Python:", "database:", "content:", "sandbox: rung"):
        assert subject in said.stdout
    assert said.returncode == (1 if "rung none" in said.stdout else 0)


def test_serve_stops_at_a_signal(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [DRILL, "serve"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert "No chat platform" in process.stdout.readline()
    assert "Serving" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 0
    process.stdout.close()


def test_the_help_of_sessions_lists_their_options_and_words(tmp_path: Path) -> None:
    said = drill(tmp_path, "play", "session", "--help")
    assert said.returncode == 0
    for word in ("--time MINUTES", "--ai", "go", "done", "reset"):
        assert f"`{word}`" in said.stdout
