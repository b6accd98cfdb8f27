"""Which code is taken from a message: the rules are the same on every chat platform."""

from __future__ import annotations

import pytest

from drills import intake
from drills.model import Why

STORE = "class Store:\n    def put(self):\n        return 1\n"
OTHER = "class Store:\n    def put(self):\n        return 2\n"


def chosen(message: str) -> intake.Taken | intake.Unsure:
    pieces, _ = intake.split(message)
    return intake.choose(pieces, "Store")


def took(message: str) -> tuple[str, str]:
    found = chosen(message)
    assert isinstance(found, intake.Taken)
    return found.submission.text, found.took


def test_what_stands_before_and_after_a_fence_is_no_code() -> None:
    pieces, around = intake.split(f"here it is\n```\n{STORE}```\nhope it works")
    assert [piece.raw.decode() for piece in pieces] == [STORE]
    assert around == "here it is hope it works"


@pytest.mark.parametrize(
    "fenced",
    [
        f"```python\n{STORE}```",
        f"```py\n{STORE}```",
        f"```Python3\n{STORE}\n```",
        f"```\npython\n{STORE}```",
        f"python\n```\n{STORE}```",
        f"~~~\n{STORE}~~~",
        f"````\n{STORE}````",
        f"look: ```{STORE}```",
        f"```\n{STORE}",  # never closed
    ],
)
def test_a_language_tag_is_no_code_wherever_it_stands(fenced: str) -> None:
    assert took(fenced) == (STORE, "Took your block, 3 lines.")


def test_of_two_blocks_the_one_that_defines_the_name_is_taken() -> None:
    assert took(f"```\nprint(1)\n```\n```\n{STORE}```") == (
        STORE,
        "Took your second block, 3 lines.",
    )


def test_where_several_define_it_the_sender_is_asked() -> None:
    found = chosen(f"```\n{STORE}```\nor\n```\n{OTHER}```")
    assert isinstance(found, intake.Unsure)
    assert found.why is Why.SEVERAL
    assert [offer.label for offer in found.offers] == [
        "your first block, 3 lines",
        "your second block, 3 lines",
    ]
    assert [sent.text for sent in found.submissions] == [STORE, OTHER]


def test_the_same_code_twice_is_no_question() -> None:
    assert took(f"```\n{STORE}```\n```\n{STORE}```")[0] == STORE


def test_where_none_defines_it_alone_all_are_joined_in_order() -> None:
    halves = "```\nclass Store:\n    def put(self):\n```\nand\n```\n        return 1\n```"
    assert took(halves) == (STORE, "Took all of it, joined in order, 3 lines.")
    with pytest.raises(intake.Refused, match="your first block and your second block define no"):
        chosen("```\nx = 1\n```\n```\ny = 1\n```")


def test_a_name_that_is_missing_is_named() -> None:
    with pytest.raises(intake.Refused) as refused:
        chosen("```\nclass Shop: pass\n```")
    assert str(refused.value) == (
        "Nothing was taken: your block defines no `Store` at the top level, which the tests use."
    )


@pytest.mark.parametrize(
    ("message", "what"),
    [
        ("```\nclass Store:\n    def put(self:\n```", "your block does not parse, line 2: "),
        ("```\nclass Stoore(:\n```", "your block does not parse, line 1: invalid syntax"),
        ("```\nx = 1\n```\n```\nclass Store(:\n```", "your second block does not parse, line 1"),
    ],
)
def test_code_that_does_not_parse_is_not_taken_and_told_as_that(message: str, what: str) -> None:
    with pytest.raises(intake.Refused) as refused:
        chosen(message)
    assert str(refused.value).startswith(f"Not taken: {what}")
    assert str(refused.value).endswith("Your last code stays.")


@pytest.mark.parametrize("name", ["PROBLEM.md", "tests_visible.py", "test_mine.py", "notes.md"])
def test_the_problem_and_the_tests_are_no_code_of_theirs(name: str) -> None:
    given = intake.file(name, f"```python\n{STORE}```".encode())
    with pytest.raises(intake.Refused, match=f"Nothing was taken: `{name}` holds no code of yours"):
        intake.choose([given], "Store")
    found = intake.choose([given, intake.file("mine.py", STORE.encode())], "Store")
    assert isinstance(found, intake.Taken)
    assert found.took == "Took `mine.py`, 3 lines."


def test_a_file_and_blocks_are_chosen_between_alike() -> None:
    pieces = [intake.file("notes.txt", b"nothing"), intake.file("mine.py", STORE.encode())]
    found = intake.choose(pieces, "Store")
    assert isinstance(found, intake.Taken)
    assert (found.took, found.submission.name) == ("Took `mine.py`, 3 lines.", "mine.py")


def test_a_picture_beside_the_code_does_not_matter_and_alone_it_is_refused() -> None:
    picture = intake.file("screen.png", b"\x89PNG\0\0")
    found = intake.choose([picture, intake.file("mine.py", STORE.encode())], "Store")
    assert isinstance(found, intake.Taken)
    with pytest.raises(intake.Refused, match=r"`screen.png` is a binary file"):
        intake.choose([picture], "Store")


def test_plain_text_that_is_the_code_is_offered_and_talk_is_not() -> None:
    found = intake.unfenced(STORE, "Store")
    assert found is not None
    assert found.why is Why.UNFENCED
    assert found.offers[0].took == "Took your text, 3 lines."
    for talk in ("I think class Store is wrong", "x = 1", "Store", "class Store:", ""):
        assert intake.unfenced(talk, "Store") is None
