"""What a message looks like in Slack: formatted, readable on a phone, whole, and harmless."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.platforms import lines
from bot.platforms.slack import render
from bot.platforms.slack.places import place
from bot.platforms.slack.render import Rendered
from bot.platforms.slack.spelling import Element, Spelling
from content.catalog import Catalog
from drills import command, engine, menu, presentation
from drills.command import CHAT_OPTIONS, CONTINUE, LABS, MENU, NEXT, NOTES, RANDOM, STATUS, lab
from drills.effects import (
    Choice,
    Code,
    Command,
    Fields,
    File,
    Keep,
    Mention,
    Moment,
    Say,
    Sending,
    Settle,
    Table,
    Thread,
)
from drills.events import Started
from drills.model import Attempt, Clock, Person, Place, Problem, Session, Stage
from tests.slack.counterpart import limits

ANA, BEN = Person("slack", "T1", "U0ANA"), Person("slack", "T1", "U0BEN")
NOON = datetime(2026, 3, 2, 12, 40, tzinfo=UTC)
THREAD = place("T1", "C0PRACTICE", "1772455200.000100")
INSIDE, OUTSIDE = Spelling(True, "https://team.slack.com/"), Spelling(False)


@cache
def drawn(id: str) -> Problem:
    return Catalog().draw(id, 7)


def started(problem: Problem) -> Session:
    event = Started(NOON, ANA, THREAD, "s1", "s1", "progressive", "C0PRACTICE")
    return engine.step(None, event, problem).session


def shown(say: Say, spelled: Spelling = INSIDE) -> Rendered:
    """A message as Slack takes it, or a failure that says what it does not take."""
    said = render.message(say, spelled, render.of_session(started(drawn("kv-store")), say.ask))
    assert limits.message_faults(said.text, list(said.blocks)) == []
    return said


def texts(node: object) -> list[str]:
    """Every text of blocks, in the order in which they are read."""
    if isinstance(node, dict):
        own = [node["text"]] if isinstance(node.get("text"), str) else []
        return own + [t for value in node.values() for t in texts(value)]
    return [t for part in node for t in texts(part)] if isinstance(node, list | tuple) else []


def read(said: Rendered) -> str:
    return "".join(texts(said.blocks))


def elements(said: Rendered, kind: str) -> list[Element]:
    def inside(node: object) -> list[Element]:
        if isinstance(node, dict):
            own = [node] if node.get("type") == kind else []
            return own + [e for value in node.values() for e in inside(value)]
        return [e for part in node for e in inside(part)] if isinstance(node, list | tuple) else []

    return inside(said.blocks)


# --- how it reads ------------------------------------------------------------------------------


def test_a_notification_shows_the_first_line_alone() -> None:
    said = shown(Say(("**Part 2 passed ✓** · `9:12` of 10:00\nand more", "more still")))
    assert said.text == "Part 2 passed ✓ · 9:12 of 10:00"


def test_the_first_line_is_bold_where_more_follows() -> None:
    first, rest = elements(shown(Say(("Part 1 failed ✗\nIt is locked.",))), "text")
    assert (first["text"], first["style"]) == ("Part 1 failed ✗", {"bold": True})
    assert rest == {"type": "text", "text": "\nIt is locked."}
    assert elements(shown(Say(("Took `solution.py`.",))), "text")[0] == {
        "type": "text",
        "text": "Took ",
    }


@pytest.mark.parametrize("id", ["kv-store", "banking-ledger", "rate-limiter", "task-queue"])
def test_every_part_of_every_domain_is_shown_whole(id: str) -> None:
    problem = drawn(id)
    for part in problem.parts:
        stages = tuple(Stage(n, Clock(NOON)) for n in range(1, part.number + 1))
        session = replace(started(problem), stages=stages)
        say = presentation.part_opened(session, problem)
        said = shown(say)
        assert {file.name for file in said.files} == {file.name for file in say.files}
        code = elements(said, "rich_text_preformatted")
        assert {block.get("language") for block in code} == {"python"}
        assert presentation.added_signatures(part) in texts(code)
        spoken = re.findall(r"\w+", re.sub(r"```\w*", "", part.spec))
        assert [word for word in spoken if word not in read(said)] == []


def test_code_is_coloured_by_its_language_and_text_is_not() -> None:
    said = shown(Say(("Your diff", Code("-a\n+b", "diff"), Code("plain", "text"))))
    diff, plain = elements(said, "rich_text_preformatted")
    assert (diff["language"], texts(diff)) == ("diff", ["-a\n+b"])
    assert "language" not in plain


def test_a_list_is_a_list_and_what_stands_between_its_items_breaks_nothing() -> None:
    text = "Steps:\n\n1. one\n\n   ```python\n   x = 1\n   ```\n2. two\n   - inner\n3. three"
    said = shown(Say(("Head", text)))
    lists = elements(said, "rich_text_list")
    assert [(e["style"], e.get("indent", 0), e.get("offset", 0)) for e in lists] == [
        ("ordered", 0, 0),
        ("ordered", 0, 1),
        ("bullet", 1, 0),
        ("ordered", 0, 2),
    ]
    assert [texts(e) for e in lists] == [["one"], ["two"], ["inner"], ["three"]]


def test_a_table_reads_as_lines_that_a_phone_can_wrap() -> None:
    table = Table(
        ("Domain", "Best part", "Best time"), (("kv-store", "3/4", "—"), ("queue", "—", "—"))
    )
    first, second = elements(shown(Say(("Progress", table))), "rich_text_list")[0]["elements"]
    assert "".join(texts(first)) == "kv-store · best part 3/4"
    assert "".join(texts(second)) == "queue"
    assert first["elements"][0]["style"] == {"bold": True}


def test_the_lines_of_a_grade_carry_their_labels() -> None:
    fields = Fields((("CORRECTNESS", "visible 4 of 4"), ("FIX", "line 3: `x` is _unused_")))
    first, second = elements(shown(Say(("Part 1 failed", fields))), "rich_text_list")[0]["elements"]
    assert "".join(texts(first)) == "CORRECTNESS visible 4 of 4"
    assert "".join(texts(second)) == "FIX line 3: x is unused"


def test_the_menu_has_a_button_for_each_domain_that_remembers_the_flags() -> None:
    entries = Catalog().entries()
    say = menu.menu(entries, [])
    said = render.message(say, OUTSIDE, render.picking("private"))
    assert limits.message_faults(said.text, list(said.blocks)) == []
    buttons = elements(said, "button")
    assert [b["value"] for b in buttons] == [f"private:{entry.id}" for entry in entries]
    assert len({b["action_id"] for b in buttons}) == len(entries)


def test_the_buttons_of_a_session_say_which_session_and_which_question_they_are_of() -> None:
    choices = (Choice("send", "Send code", form=True), Choice("run", "Run"))
    send, run = elements(shown(Say(("Ready",), choices=choices, ask=3)), "button")
    assert (send["action_id"], send["value"]) == ("form:send", "s1:3:send")
    assert (run["action_id"], run["value"]) == ("session:run", "s1:3:run")


def test_a_button_is_as_long_as_slack_allows_and_many_of_them_take_several_rows() -> None:
    choices = tuple(Choice(str(n), f"Your block number {n} " + "x" * 90) for n in range(30))
    said = shown(Say(("Which?",), choices=choices))
    assert len(elements(said, "actions")) == 2
    assert all(len(button["text"]["text"]) == 75 for button in elements(said, "button"))


# --- what every platform spells its own way ----------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        *(CONTINUE, NEXT, RANDOM, STATUS, MENU, NOTES, command.domain("kv-store")),
        Command(options=(("custom", "a chat room"),)),
        LABS,
        lab("total-cart"),
        Command("lab", (("next", ""),)),
        Command("lab", (("level", "staff"),)),
        Command(options=(("domain", "x"), ("seed", "7"))),
    ],
)
def test_every_command_that_is_spelled_is_understood_where_it_is_typed(said: Command) -> None:
    slash, *words = lines.split(OUTSIDE.command(said))
    assert slash == "/drill"
    if words != ["notes"]:
        request = command.parse(words, CHAT_OPTIONS)
        assert isinstance(request, command.Request)
        for name, value in said.options:
            got = getattr(request, {"continue": "resume"}.get(name, name))
            assert got is True if not value else str(got) == value


def test_in_a_thread_one_goes_on_with_a_word_since_slash_commands_do_not_work_there() -> None:
    assert "continue" in texts(shown(Say((f"Paused: {CONTINUE}",)), INSIDE).blocks)
    assert "/drill progressive --continue" in texts(shown(Say((f"{CONTINUE}",)), OUTSIDE).blocks)


def test_a_deadline_is_shown_in_the_readers_own_time() -> None:
    said = shown(Say((f"⏱ until {Moment(NOON)}",)))
    (date,) = elements(said, "date")
    assert (date["timestamp"], date["format"]) == (int(NOON.timestamp()), "{time}")
    assert said.text == f"⏱ until <!date^{int(NOON.timestamp())}^{{time}}|12:40 UTC>"


def test_a_timer_calls_its_people_before_all_else() -> None:
    said = render.message(Say(("⏱ 5:00 left",)), INSIDE, render.picking(""), (ANA, BEN))
    assert said.text == "<@U0ANA> <@U0BEN> ⏱ 5:00 left"
    assert [e["user_id"] for e in elements(said, "user")] == ["U0ANA", "U0BEN"]


def test_a_session_is_linked_by_the_address_of_its_thread() -> None:
    (link,) = elements(shown(Say((f"In progress → {Thread(THREAD)}",))), "link")
    assert link["url"] == (
        "https://team.slack.com/archives/C0PRACTICE/p1772455200000100"
        "?thread_ts=1772455200.000100&cid=C0PRACTICE"
    )
    unopened = Thread(Place("slack", "T1", "~s1"))
    assert elements(shown(Say((f"In progress → {unopened}",))), "link") == []


def test_how_code_is_sent_is_said() -> None:
    assert "Send code" in read(shown(Say((f"There is no code. {Sending()}",))))


# --- harmless ----------------------------------------------------------------------------------

HOSTILE = [
    "<!channel> <!here> <@U0BEN> <#C0PRACTICE> <https://evil.example|bank>",
    "[click me](https://evil.example) ![x](https://evil.example/x.png) <https://evil.example>",
    "&lt;!channel&gt; & < > &amp;",
    "```\n```python\n``` ```` `",
    "* _ ~ *bold* ~~gone~~ **\n> quote\n# head\n---",
    "\x00\x07\x1b[31m\ud800 \u202e \ue000" + "0\ue001",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_person_wrote_can_neither_ping_nor_link_nor_break_out(text: str) -> None:
    code = Code(text, "text", "out.txt")
    fields = Fields((("FIX", text),))
    said = shown(Say((f"It said `{text.replace('`', ' ')}`\n{text}", code, fields)))
    for kind in ("link", "user", "broadcast", "usergroup", "channel", "emoji"):
        assert elements(said, kind) == []
    assert "<" not in said.text
    assert json.loads(json.dumps(said.blocks).encode("utf-8")) == list(said.blocks)
    *_, whole = elements(said, "rich_text_preformatted")
    assert len(texts(whole)[0]) == len(text.strip("\n"))


# --- whole -------------------------------------------------------------------------------------


def test_long_code_becomes_a_file_with_its_colours() -> None:
    code = "\n".join(f"line_{n} = {n}" for n in range(120))
    said = shown(Say(("A model solution:", Code(code, "python", "model_part4.py"))))
    (file,) = said.files
    assert (file.name, file.kind, file.text) == ("model_part4.py", "python", code + "\n")
    assert "model_part4.py · 120 lines, as a file" in read(said)


def test_two_long_outputs_of_one_name_are_two_files() -> None:
    long = Code("x\n" * 99, "text", "output.txt")
    said = shown(Say(("Printed:", long, long)))
    assert [file.name for file in said.files] == ["output.txt", "output-2.txt"]
    assert "output-2.txt" in read(said)


def test_a_text_that_is_too_long_keeps_its_first_line_and_is_a_file() -> None:
    text = "Part 1 failed\n" + "\n".join(f"word{n}" for n in range(4000))
    said = shown(Say((text, "the end")))
    assert read(said).startswith("Part 1 failed\n")
    assert read(said).endswith("the end")
    (file,) = said.files
    assert file.text == text + "\n"


def test_a_hundred_failures_are_shown_whole() -> None:
    blocks = [b for n in range(100) for b in (f"- ✗ test {n}", Code(f"assert {n} == 0", "text"))]
    said = shown(Say(("100 visible tests: 100 ✗", *blocks)))
    assert all(f"assert {n} == 0" in texts(said.blocks) for n in range(100))


ANYTHING = st.text(max_size=300) | st.sampled_from(HOSTILE) | st.text("ab \n", max_size=5000)
LANGUAGES = st.sampled_from(["python", "diff", "text"])
BLOCKS = (
    ANYTHING
    | st.builds(Code, ANYTHING, LANGUAGES, st.just("code.py"))
    | st.builds(Fields, st.lists(st.tuples(ANYTHING, ANYTHING), max_size=4).map(tuple))
    | st.lists(st.tuples(ANYTHING, ANYTHING), max_size=4).map(
        lambda rows: Table(("A", "B"), tuple(rows))
    )
)
CHOICES = st.lists(
    st.builds(Choice, st.text("abc", min_size=1), ANYTHING), max_size=30, unique_by=lambda c: c.id
)


@settings(max_examples=150, deadline=None)
@given(st.lists(BLOCKS, max_size=8), ANYTHING, CHOICES.map(tuple))
def test_whatever_is_said_fits_and_no_word_of_it_is_lost(
    blocks: list[render.Block], first: str, choices: tuple[Choice, ...]
) -> None:
    said = shown(Say((first, *blocks), choices=choices))
    there = read(said) + "".join(file.text for file in said.files)
    for block in blocks:
        if isinstance(block, Code):
            lost = [w for w in re.findall(r"[^\W_]+", block.text) if w not in there]
            assert lost == []


def test_a_long_diff_is_a_snippet_with_its_colours() -> None:
    diff = "".join(f"+line {n}\n" for n in range(60))
    said = shown(Say(("Suggestion 1", Code(diff, "diff", "suggestion-1.diff"))))
    [file] = said.files
    assert (file.name, file.kind, file.text) == ("suggestion-1.diff", "diff", diff)
    assert "suggestion-1.diff" in read(said)


def test_code_that_goes_as_a_file_is_not_sent_twice() -> None:
    code = "x = 1\n" * 60
    say = Say(
        ("As it is:", Code(code, name="cart.py")), files=(File("cart.py", code, Keep.CREATE),)
    )
    assert [file.name for file in shown(say).files] == ["cart.py"]


def test_choices_of_a_row_stand_in_a_line_of_their_own() -> None:
    rows = tuple(Choice(f"{row}-{n}", "x", row=row) for row in (0, 1, 9) for n in range(4))
    blocks = shown(Say(("Which?",), choices=rows)).blocks
    lines = [block for block in blocks if block["type"] == "actions"]
    assert [len(line["elements"]) for line in lines] == [4, 4, 4]


# --- questions that are settled ----------------------------------------------------------------


def test_a_settled_question_shows_what_was_chosen_by_whom_and_when() -> None:
    choices = (Choice("yes", "Yes, skip", answer=True), Choice("no", "No, go on", answer=True))
    said = shown(Say(("Skip part 1?\nSay `yes` or `no`.",), choices=choices))
    blocks = render.settled(said.blocks, "Yes, skip", Settle(0, "yes", ANA), NOON, INSIDE)
    settled = Rendered(said.text, blocks)
    assert limits.message_faults(settled.text, list(blocks)) == []
    assert elements(settled, "button") == []
    assert read(settled).endswith("→ Yes, skip ·  · ")
    assert [e["user_id"] for e in elements(settled, "user")] == ["U0ANA"]
    assert [e["timestamp"] for e in elements(settled, "date")] == [int(NOON.timestamp())]


def test_a_question_that_fell_away_says_so() -> None:
    said = shown(Say(("Skip part 1?",), choices=(Choice("yes", "Yes", answer=True),)))
    settled = Rendered(said.text, render.settled(said.blocks, "", Settle(0, "", ANA), NOON, INSIDE))
    assert read(settled).endswith("→ Not asked any more.")
    assert elements(settled, "user") == []


def test_a_message_whose_form_is_refused_goes_as_a_file_with_its_buttons() -> None:
    say = Say(("Part 1 failed\nlocked", "more & more"), choices=(Choice("run", "Run"),))
    bare = render.bare(shown(say))
    assert limits.message_faults(bare.text, list(bare.blocks)) == []
    assert read(bare) == "Part 1 failed\nThe whole message: message.mdRun"
    assert [file.text for file in bare.files] == ["Part 1 failed\nlocked\nmore & more\n"]


def test_the_list_of_open_drills_picks_one_by_a_button() -> None:
    played = Attempt(
        session="",
        problem="kv-store",
        seed=7,
        skin="skin",
        knobs={},
        started_at=NOON,
        parts_passed=0,
        parts=4,
        graded=False,
        seconds=0,
        budget=60,
        open=True,
        part=1,
        place=THREAD,
        title="Session cache",
    )
    attempts = [replace(played, session=id) for id in ("s1", "s2")]
    said = render.message(menu.which("time", attempts), OUTSIDE, render.picking(""))
    assert [b["value"] for b in elements(said, "button")] == [":time s1", ":time s2"]


def test_the_files_of_a_message_keep_their_names_and_colours() -> None:
    files = (File("PROBLEM.md", "# x\n", Keep.APPEND), File("solution.py", "x\n", Keep.CREATE))
    said = shown(Say(("Part 1",), files=files))
    assert [(f.name, f.kind) for f in said.files] == [
        ("PROBLEM.md", "markdown"),
        ("solution.py", "python"),
    ]


def test_a_person_who_is_named_is_shown_by_their_name() -> None:
    said = shown(Say((f"This is {Mention('U0BEN')}'s drill.",)))
    assert said.text == "This is <@U0BEN>'s drill."
