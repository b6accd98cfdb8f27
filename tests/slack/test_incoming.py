"""What was typed is what is read, whatever Slack and keyboards made of it on its way."""

from __future__ import annotations

import pytest

from bot.platforms.slack.incoming import code, written
from drills import intake

BOT = "U0BOT"


@pytest.mark.parametrize(
    ("sent", "typed"),
    [
        ("if a &lt; b &amp;&amp; c &gt; d", "if a < b && c > d"),
        ("&amp;lt; stays as it was typed", "&lt; stays as it was typed"),
        ("see <https://example.com/a?b=1&amp;c=2>", "see https://example.com/a?b=1&c=2"),
        ("<http://user.name|user.name> = 3", "user.name = 3"),
        ("write to <mailto:ada@example.com|ada@example.com>", "write to ada@example.com"),
        ("<mailto:ada@example.com>", "ada@example.com"),
        ("<@U1|ana> in <#C1|practice>, <!here>", "@ana in #practice, @here"),
        ("<!subteam^S1|@backend> <!subteam^S2>", "@backend @subteam"),
        ("<!date^1700000000^{date}|14 Nov 2023>", "14 Nov 2023"),
    ],
)
def test_slacks_own_markup_is_undone(sent: str, typed: str) -> None:
    assert written(sent) == (typed, False)


def test_the_bots_name_is_taken_out_and_noticed() -> None:
    assert written(f"<@{BOT}> status", BOT) == ("status", True)
    assert written(f"please <@{BOT}|drillbot> done", BOT)[1]
    assert written("<@U1> done", BOT) == ("@U1 done", False)


def test_code_that_slack_escaped_comes_out_as_it_was() -> None:
    sent = "```python\nif a &lt; b:\n    <http://os.name|os.name> = “x”\n```"
    [piece], around = intake.split(written(sent)[0])
    assert (piece.raw, around) == (b'if a < b:\n    os.name = "x"\n', "")


def test_curly_quotes_that_stand_rightly_in_a_string_stay() -> None:
    fine = 'print("“done” – she said…")'
    assert code(fine) == fine
    assert written(f"```{fine}```")[0] == f"```{fine}```"


def test_typography_of_a_phone_is_undone_in_code_that_does_not_parse_with_it() -> None:
    assert code("total = (‘a’, “b”)  # it’s") == "total = ('a', \"b\")  # it's"
    assert code("x = 1 — 2 – 3\n") == "x = 1 -- 2 - 3\n"
    assert code("def f():\n\u00a0\u00a0\u00a0\u00a0…") == "def f():\n    ..."


def test_code_with_an_error_of_its_own_keeps_it_and_loses_the_typography() -> None:
    assert code("print(“a”\n") == 'print("a"\n'


def test_the_language_of_a_block_is_no_code_that_fails_to_parse() -> None:
    fine = 'python\nsaid = "it’s"\n'
    assert code(fine) == fine


def test_unfenced_code_is_straightened_and_prose_is_left_alone() -> None:
    assert written("class Store:\n    name = “a”")[0] == 'class Store:\n    name = "a"'
    prose = "it’s done — “almost”…"
    assert written(prose)[0] == prose


def test_what_stands_around_a_block_keeps_its_typography() -> None:
    assert written("it’s this: ```x = ‘a’```, isn’t it")[0] == (
        "it’s this: ```x = 'a'```, isn’t it"
    )
