"""How a message looks on Discord: whole, within the limits, and unable to do more than say it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from bot.platforms.discord import ids, render
from drills import command, menu
from drills.effects import (
    Block,
    Choice,
    Code,
    Fields,
    File,
    Keep,
    Mention,
    Moment,
    Say,
    Sending,
    Table,
    Thread,
)
from drills.model import Entry, Place

SESSION = "5f" * 8
THREAD = "10/20"


def shown(say: Say, content: bool = True, **how: Any) -> render.Message:
    def id(choice: Choice) -> str:
        return str(ids.Press(SESSION, say.ask, choice.id))

    return render.message(say, render.spelling(content, THREAD), id, **how)


def components(message: render.Message) -> list[dict[str, Any]]:
    """Every component of a message, those inside others too."""

    def inside(some: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [found for part in some for found in (part, *inside(part.get("components", [])))]

    return inside(message.view.to_components()) if message.view else []


def texts(message: render.Message) -> list[str]:
    if not message.rich:
        return [message.content]
    return [part["content"] for part in components(message) if part["type"] == 10]


def within_limits(message: render.Message) -> None:
    parts = components(message)
    assert len(message.content) <= 2000
    assert len(parts) <= 40
    assert len(message.files) <= 10
    for part in parts:
        assert len(part.get("custom_id", "")) <= 100
        assert len(part.get("label", "")) <= 80
        assert part["type"] != 1 or len(part["components"]) <= 5
    if message.rich:
        assert message.content == ""
        assert sum(map(len, texts(message))) <= 4000
        attached = {f"attachment://{name}" for name, _ in message.files}
        assert attached == {part["file"]["url"] for part in parts if part["type"] == 13}


# --- what it looks like ----------------------------------------------------------------------


def test_a_line_is_a_plain_message_so_that_a_notification_shows_it() -> None:
    message = shown(Say(("⏱ 5:00 left on part 2.",), mention=True), call=["7"])
    assert (message.content, message.view) == ("⏱ 5:00 left on part 2. <@7>", None)


def test_the_first_line_of_a_longer_message_stands_alone_at_the_top() -> None:
    message = shown(Say(("Part 1 failed ✗ · 6:31 of 8:00", Fields((("FIX", "line 3"),)))))
    first, container = message.view.to_components()  # type: ignore[union-attr]
    assert first == {"type": 10, "content": "**Part 1 failed ✗ · 6:31 of 8:00**"}
    assert container["components"][0]["content"] == "**FIX** line 3"


def test_code_and_diffs_stand_in_blocks_of_their_language() -> None:
    message = shown(Say(("Look:", Code("x = 1\n"), Code("-a\n+b", "diff"), Code("out", "text"))))
    text = "".join(texts(message))
    assert "```python\nx = 1\n```" in text
    assert "```diff\n-a\n+b\n```" in text
    assert "```\nout\n```" in text


def test_a_table_is_a_line_a_row_which_a_phone_can_wrap() -> None:
    columns = ("Domain", "Seniority", "Attempts", "Best part", "Best time")
    rows = (("kv-store", "mid", "2", "3/4", "over"), ("task-queue", "senior", "0", "—", "—"))
    text = texts(shown(Say(("Progress", Table(columns, rows)))))[1]
    assert text.splitlines() == [
        "- **kv-store** · mid · attempts 2 · best part 3/4 · best time over",
        "- **task-queue** · senior · attempts 0",
    ]


def test_a_moment_is_told_in_the_readers_zone_and_counts_down_by_itself() -> None:
    at = datetime(2026, 3, 2, 9, 8, tzinfo=UTC)
    assert shown(Say((f"until {Moment(at)}",))).content == (
        "until <t:1772442480:t>, <t:1772442480:R>"
    )


def test_a_place_is_a_link_that_works_from_everywhere() -> None:
    there = Thread(Place("discord", "", "10/20"))
    assert shown(Say((f"→ {there}",))).content == "→ https://discord.com/channels/10/20"


def test_how_code_is_sent_is_said_by_what_the_bot_may_read() -> None:
    say = Say((f"There is no code yet. {Sending()}",))
    assert "as a file or a block" in shown(say).content
    assert "Press Send code, or mention me with the file." in shown(say, content=False).content


def test_going_on_is_a_word_where_words_are_read_and_a_command_where_they_are_not() -> None:
    say = Say((f"Paused. {command.CONTINUE}",))
    assert shown(say).content == "Paused. `continue`"
    assert shown(say, content=False).content == "Paused. `/drill continue`"
    outside = render.message(say, render.spelling(True), lambda choice: "")
    assert outside.content == "Paused. `/drill continue`"


def test_in_a_direct_message_words_are_read_without_any_permission() -> None:
    say = Say((f"{Sending()}",))
    message = render.message(say, render.spelling(False, "@me/5"), lambda choice: "")
    assert "as a file or a block" in message.content


def test_every_button_says_by_its_id_what_it_is_for() -> None:
    say = Say(("Skip?",), choices=(Choice("yes", "Yes, skip", True), Choice("no", "No")), ask=3)
    pressed = [ids.read(part["custom_id"]) for part in components(shown(say)) if part["type"] == 2]
    assert pressed == [ids.Press(SESSION, 3, "yes"), ids.Press(SESSION, 3, "no")]


def test_six_buttons_are_two_rows_of_three_and_none_stands_alone() -> None:
    say = Say(("Run?",), choices=tuple(Choice(f"{n}", f"{n}") for n in range(6)))
    rows = [part["components"] for part in components(shown(say)) if part["type"] == 1]
    assert [[button["label"] for button in row] for row in rows] == [list("012"), list("345")]


def test_a_message_made_of_components_stays_so_when_it_is_changed() -> None:
    assert shown(Say(("Stopped.",)), rich=True).rich


# --- what is too long --------------------------------------------------------------------------


def test_long_code_goes_whole_into_a_file_and_the_rest_stays() -> None:
    code = "\n".join(f"line_{number} = {number}" for number in range(400))
    message = shown(Say(("Skipped.", Code(code, "python", "model_part1.py"), "Why it matters.")))
    within_limits(message)
    assert message.files == (("model_part1.py", f"{code}\n"),)
    assert "→ `model_part1.py`, 400 lines\n\nWhy it matters." in texts(message)


def test_a_message_with_no_room_for_all_its_words_is_whole_in_a_file() -> None:
    blocks = tuple(f"Block {number}: {'words ' * 100}" for number in range(20))
    message = shown(Say(("Result", *blocks)))
    within_limits(message)
    [(name, text)] = message.files
    assert name == "message.md"
    assert all(block.strip() in text for block in blocks)
    assert texts(message)[0] == "**Result**"
    assert f"→ `{name}`" in texts(message)[-1]


def test_many_failures_make_one_file_and_not_one_each() -> None:
    details = [Code(f"assert {number} == {'9' * 500}", "text", f"t{number}.txt")
               for number in range(12)]  # fmt: skip
    message = shown(Say(("12 ✗", *details)))
    within_limits(message)
    assert len(message.files) <= 5
    whole = "".join(text for _, text in message.files) + "".join(texts(message))
    assert all(detail.text in whole for detail in details)


def test_a_line_without_an_end_is_whole_in_a_file() -> None:
    line = "word " * 2000
    message = shown(Say((line,)))
    within_limits(message)
    assert line.strip() in message.files[0][1]


def test_files_of_one_name_are_told_apart() -> None:
    files = (File("a b.py", "1", Keep.WRITE), File("a_b.py", "2", Keep.WRITE))
    message = shown(Say(("Two", ), files=files))  # fmt: skip
    within_limits(message)
    assert message.files == (("a_b.py", "1"), ("a_b-2.py", "2"))


def test_a_menu_of_many_domains_has_no_more_buttons_than_fit() -> None:
    entries = [Entry(f"domain-{n}", f"D{n}", "mid", (8,), frozenset()) for n in range(60)]
    message = shown(menu.menu(entries, []))
    within_limits(message)
    assert "- **domain-59**" in "".join(texts(message))


# --- what must not happen ----------------------------------------------------------------------


def test_nothing_that_stands_in_code_breaks_out_of_its_block() -> None:
    message = shown(Say(("Printed:", Code("``` @everyone", "text", "output.txt"))))
    assert message.files == (("output.txt", "``` @everyone\n"),)
    assert "everyone" not in "".join(texts(message))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("hello @everyone and @here", "hello @\u200beveryone and @\u200bhere"),
        ("<@5> <#6> <t:0>", r"\<@5> \<#6> \<t:0>"),
        ("[free](https://evil.example)", r"[free]\(https://evil.example)"),
        ("||secret|| __init__ ~~gone~~", r"\|\|secret\|\| \_\_init\_\_ \~\~gone\~\~"),
        ("a < b, `__eq__` and `<@5>`", "a < b, `__eq__` and `<@5>`"),
        ("**bold** stays", "**bold** stays"),
    ],
)
def test_text_mentions_nobody_and_hides_no_link(given: str, told: str) -> None:
    assert render.escaped(given) == told


def test_a_person_who_is_named_is_still_named() -> None:
    assert shown(Say((f"This is {Mention('5')}'s drill.",))).content == "This is <@5>'s drill."


# --- any message at all ------------------------------------------------------------------------

_text = some.text(some.characters(exclude_characters="⟦⟧", codec="utf-8"), min_size=1, max_size=900)
_lines = _text.map(lambda text: text.replace("\r", "") or "-").filter(lambda text: text.strip())
_blocks = some.one_of(
    _lines,
    some.builds(Code, some.one_of(_lines, _lines.map(lambda text: text * 9)), some.just("text")),
    some.builds(Fields, some.tuples(some.tuples(some.just("FIX"), _lines))),
)


@settings(deadline=None, max_examples=60)
@given(some.lists(_blocks, min_size=1, max_size=15))
def test_whatever_is_said_fits_and_no_code_is_lost(blocks: list[Block]) -> None:
    message = shown(Say(("It happened", *blocks)))
    within_limits(message)
    whole = "\n".join([*texts(message), *(text for _, text in message.files)])
    for block in blocks:
        if isinstance(block, Code):
            assert block.text.strip("\n") in whole


# --- what is settled -----------------------------------------------------------------------------


def test_a_settled_question_loses_its_buttons_and_tells_the_choice() -> None:
    say = Say(("Skip part 1?",), choices=(Choice("yes", "Yes, skip", True),), ask=3)
    message = shown(say)
    sent = {"content": message.content, "components": message.view.to_components(), "flags": 0}  # type: ignore[union-attr]
    yes = str(ids.Press(SESSION, 3, "yes"))
    assert render.label(sent, yes) == "Yes, skip"
    assert render.without_buttons(sent, "→ Yes") == {
        "content": "Skip part 1?\n→ Yes",
        "components": [],
    }


def test_a_question_that_is_settled_keeps_its_files() -> None:
    file = {
        "url": "https://cdn.discordapp.com/attachments/1/7/cart.py",
        "proxy_url": "https://media.discordapp.net/attachments/1/7/cart.py",
        "attachment_id": "7",
    }
    shown = {"type": 13, "id": 4, "file": file, "name": "cart.py", "size": 40, "spoiler": False}
    box = {"type": 17, "id": 2, "components": [{"type": 10, "id": 3, "content": "Phase 3"}, shown]}
    row = {"type": 1, "id": 5, "components": [{"type": 2, "custom_id": "x", "label": "Done"}]}
    sent = {"content": "", "components": [box, row], "flags": 1 << 15, "attachments": []}
    changes = render.without_buttons(sent, "→ Done")
    assert changes is not None
    assert changes["attachments"] == [{"id": "7"}]
    [kept, told] = changes["components"]
    assert kept["components"][1] == {"type": 13, "file": {"url": "attachment://cart.py"}}
    assert told["content"] == "→ Done"


def test_a_diff_that_could_break_out_of_its_block_or_is_too_long_is_a_file() -> None:
    for diff in ('+"""```"""\n', "+line\n" * 1_000):
        message = shown(Say(("Suggestion 1", Code(diff, "diff", "suggestion-1.diff"))))
        [(name, text)] = message.files
        assert (name, text.strip()) == ("suggestion-1.diff", diff.strip())


def test_code_that_goes_as_a_file_is_not_sent_twice() -> None:
    code = "x = 1\n" * 1_000
    files = (File("cart.py", code, Keep.CREATE),)
    message = shown(Say(("As it is:", Code(code, name="cart.py")), files=files))
    assert [name for name, _ in message.files] == ["cart.py"]


def test_choices_of_a_row_stand_in_a_line_of_their_own() -> None:
    rows = [Choice(f"{row}-{n}", "x", row=row) for row in (0, 1, 9) for n in range(5)]
    message = shown(Say(("Which?",), choices=tuple(rows)))
    assert message.view is not None
    lines = message.view.to_components()
    assert [len(line["components"]) for line in lines] == [5, 5, 5]


def test_a_question_that_is_settled_already_is_left_alone() -> None:
    assert render.without_buttons({"content": "Skip?\n→ Yes", "components": []}, "→ Yes") is None


def test_a_name_too_long_for_a_thread_says_that_it_goes_on() -> None:
    name = render.thread_name("BUILD: " + "very " * 40)
    assert len(name) <= 100
    assert re.fullmatch(r"BUILD: (very )+.*…", name)
