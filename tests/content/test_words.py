"""A skin's words: identifiers, prose, samples, articles; and what stays as it is."""

from __future__ import annotations

import libcst as cst
import pytest

from content.draw.rename import rename
from content.draw.words import Words

WORDS = Words(
    names={"Store": "Registry", "put": "register", "snapshot": "save_point"},
    words={
        "key": "address",
        "keys": "addresses",
        "erased": "struck off",
        "value": "owner",
        "values": "owners",
    },
    samples={"user:": "lamp-", "user:ada": "lamp-attic", "blue": "nora"},
)


def renamed(source: str) -> str:
    return rename(cst.parse_module(source), WORDS).module.code


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("key", "address"),
        ("_last_key", "_last_address"),
        ("monkey", "monkey"),
        ("test_a_key_is_erased", "test_an_address_is_struck_off"),
        ("test_what_put_returns", "test_what_register_returns"),
        ("put", "register"),
        ("put_all", "put_all"),
        ("erased", "struck_off"),
    ],
)
def test_identifiers_change_by_whole_words(name: str, drawn: str) -> None:
    assert WORDS.identifier(name) == drawn


def test_prose_changes_with_its_articles_and_capitals() -> None:
    assert WORDS.prose("A key is erased. Keys of KEYS; see `put(key)`.") == (
        "An address is struck off. Addresses of KEYS; see `register(address)`."
    )


def test_only_braced_words_of_markdown_change_outside_code() -> None:
    text = 'A {key} is the key; {Keys}: `put(key, "user:ada")`, a {snapshot}.'
    assert WORDS.markdown(text) == (
        'An address is the key; Addresses: `register(address, "lamp-attic")`, a save point.'
    )
    with pytest.raises(KeyError, match="keyy"):
        WORDS.markdown("a {keyy}")


def test_samples_change_as_whole_strings_only() -> None:
    assert renamed('f("user:ada", "blue", "blueish")\n') == 'f("lamp-attic", "nora", "blueish")\n'
    assert renamed('f(f"user:{key}")\n') == 'f(f"lamp-{address}")\n'


def test_names_of_python_stay() -> None:
    source = "sorted(d.values(), key=lambda value: value.key)\nf(key=1)\n"
    assert renamed(source) == "sorted(d.values(), key=lambda owner: owner.address)\nf(address=1)\n"


def test_options_of_knobs_and_categories_stay() -> None:
    assert renamed('x = knobs.key == "value"\n') == 'x = knobs.key == "value"\n'
    assert renamed('@hidden("value")\ndef f(): ...\n') == '@hidden("value")\ndef f(): ...\n'


def test_comments_change_and_marks_are_no_imports() -> None:
    assert renamed("from drawn import knobs\nx = 1  # a key\n") == "x = 1  # an address\n"
