"""What a message looks like: nothing is cut, and colour is never needed to read it."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest
from rich.console import Console
from rich.spinner import Spinner

from bot.platforms.terminal import render
from bot.platforms.terminal.screen import STYLES, Progress, Screen
from bot.platforms.terminal.spelling import Spelling, spelling
from drills import command
from drills.effects import Choice, Code, Command, Fields, File, Keep, Say, Table

ANSI = re.compile(r"\x1b\[[0-9;]*m")
COMMANDS = [
    Command(),
    command.CONTINUE,
    command.NEXT,
    command.RANDOM,
    command.STATUS,
    command.domain("kv-store"),
    Command(options=(("domain", "kv-store"), ("seed", "7"))),
    Command(options=(("custom", "a chat room"),)),
    Command(options=(("continue", ""), ("folder", "/some where/else"))),
]


def printed(say: Say, width: int = 80, colour: bool = False, folder: str = "") -> str:
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=colour, theme=STYLES)
    Screen(console).show(render.message(say, Spelling(), folder))
    return out.getvalue()


def test_without_a_terminal_there_is_no_escape_sequence() -> None:
    say = Say(("**Bold** and `code`\n\n```python\nx = 1\n```", Code("+a\n", "diff")))
    assert "\x1b" not in printed(say)
    assert "\x1b" in printed(say, colour=True)


def test_colour_changes_no_word() -> None:
    say = Say(("# Title\n\n- one\n- two", Code("x = [1]"), Fields((("FIX", "line 3"),))))
    assert ANSI.sub("", printed(say, colour=True)) == printed(say)


def test_without_colour_code_keeps_its_backticks() -> None:
    assert "`run`" in printed(Say(("Say `run`.",)))


def test_the_end_of_a_line_stays_the_end_of_a_line() -> None:
    assert "first\nsecond\n" in printed(Say(("first\nsecond",)))


@pytest.mark.parametrize("text", ["<Store object at 0x7f>", "a <b> c", "x & y", "1 < 2"])
def test_what_looks_like_html_is_shown(text: str) -> None:
    assert text in printed(Say((text,)))


def test_a_long_line_of_code_is_whole() -> None:
    line = "x = " + " + ".join(str(n) for n in range(100))
    for say in (Say((Code(line),)), Say((f"Look:\n\n```python\n{line}\n```",))):
        assert line in printed(say)


def test_prose_and_fields_keep_within_eighty_columns() -> None:
    text = "every word of this sentence is short " * 10
    shown = printed(Say((text, Fields((("CORRECTNESS", text), ("FIX", text))), text)))
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.count("every") == 40


def test_a_command_in_a_sentence_is_never_broken() -> None:
    for length in range(60, 80):
        shown = printed(Say((f"{'x' * length} {command.CONTINUE}", f"{'x' * length} `a b c`")))
        assert "`drill play --continue`" in shown
        assert "`a b c`" in shown


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("colour", [False, True])
def test_what_is_longer_than_a_line_is_whole_in_a_sentence_and_loses_nothing_elsewhere(
    width: int, colour: bool
) -> None:
    line = f"drill play --continue --folder /home/{'a' * 100}/practice"
    text = f"Going on is easy: say `{line}` and you are there.\nEvery word of it is shown."
    sentence = ANSI.sub("", printed(Say((text,)), width, colour))
    assert line in sentence
    assert max(len(row) for row in sentence.splitlines() if "aaa" not in row) <= width
    for say in (Say((f"- {text}",)), Say(("Look", Fields((("FIX", text),))))):
        shown = "".join(ANSI.sub("", printed(say, width, colour)).split())
        assert line.replace(" ", "") in shown
        assert shown.endswith("isshown.")


def test_fields_are_aligned() -> None:
    shown = printed(Say(("Part 1 failed", Fields((("CORRECTNESS", "3 of 4"), ("FIX", "line 3"))))))
    rows = shown.splitlines()[-3:-1]
    assert rows[0].index("3 of 4") == rows[1].index("line 3")


def test_numbers_in_a_table_line_up_on_the_right() -> None:
    shown = printed(Say((Table(("Domain", "Time"), (("kv", "52:10"), ("queue", "—"))),)))
    assert [line[-1] for line in shown.splitlines()[1:3]] == ["0", "—"]
    assert len({len(line) for line in shown.splitlines()[1:3]}) == 1


@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_progress_line_is_one_line_with_its_seconds_and_the_way_out(
    width: int,
) -> None:
    at = 10.0
    text = "Took solution.py, 123 lines. Grading part 4 …"
    progress = Progress(text, "Ctrl-C: do not wait", lambda: at)
    shown = []
    for at in (10.4, 12.4, 85.0):  # noqa: B007 - the clock reads it
        out = io.StringIO()
        Console(file=out, width=width).print(Spinner("dots", progress).render(0.0))
        shown.append(out.getvalue())
    assert [text.count("\n") for text in shown] == [1, 1, 1]
    assert "Took solution.py" in shown[0]
    assert "0:0" not in shown[0]
    assert "Grading part 4 … 0:02" in shown[1]
    assert "Grading part 4 … 1:15 (Ctrl-C: do not wait)" in shown[2]


def test_answers_have_numbers_and_controls_are_words() -> None:
    assert "1 Yes   2 No" in printed(
        Say(("?",), choices=(Choice("yes", "Yes", True), Choice("no", "No", True)))
    )
    assert "run · done" in printed(
        Say(("?",), choices=(Choice("run", "Run"), Choice("done", "Done")))
    )


def test_it_says_where_the_files_lie() -> None:
    say = Say(("Part 1",), files=(File("PROBLEM.md", "", Keep.APPEND),))
    assert "Folder: practice/today" in printed(say, folder="practice/today")


@pytest.mark.parametrize(
    "how", [Spelling(), Spelling(".venv/bin/drill", folder="my tests"), Spelling(make=True)]
)
@pytest.mark.parametrize("asked", COMMANDS)
def test_every_command_that_is_spelled_is_understood(asked: Command, how: Spelling) -> None:
    words = shlex.split(how(asked))
    if how.make:
        assert words[:2] == ["make", "play"]
        words = shlex.split(words[2].removeprefix("ARGS=")) if len(words) > 2 else []
    else:
        assert words[:2] == [how.program, "play"]
        words = words[2:]
    elsewhere = dict(asked.options).get("folder")
    if how.folder or elsewhere:
        assert words[-2] == "--folder"
        assert Path(words[-1]).resolve() == Path(elsewhere or how.folder).resolve()
        words = words[:-2]
    request = command.parse(words)
    assert isinstance(request, command.Request)
    assert (request == command.Request()) == (not asked.options)


def test_notes_are_spelled_as_the_word_that_prints_them() -> None:
    asked = command.NOTES
    assert Spelling(".venv/bin/drill", folder="my tests")(asked) == ".venv/bin/drill notes"
    assert Spelling("bin/drill", make=True)(asked) == "bin/drill notes"


def test_a_practice_folder_is_named_where_another_would_be_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def spelled(folder: str, own: str = "") -> str:
        there = Command(options=(("continue", ""), ("folder", str(tmp_path / folder))))
        return Spelling(folder=own)(there).removeprefix("drill play --continue").strip()

    assert spelled("practice") == ""
    assert spelled("other") == "--folder other"
    assert spelled("mine", own="./mine") == "--folder ./mine"
    assert spelled("practice", own="./mine") == ""


def test_a_command_is_spelled_as_the_program_was_started() -> None:
    assert spelling(".venv/bin/drill", {})(Command()) == ".venv/bin/drill play"
    assert spelling("/x/bot/__main__.py", {})(Command()) == "python -m bot play"
    assert spelling("drill", {"DRILL_SPELLING": "make"})(Command()) == "make play"
