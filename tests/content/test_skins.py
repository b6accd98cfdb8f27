"""The matrix of skins: a fault in it is named by its cell."""

from __future__ import annotations

from pathlib import Path

import pytest

from content.draw.broken import BrokenContent
from content.draw.skins import read_skins

GOOD: dict[str, object] = {
    "columns": ["a", "b"],
    "title": ["A", "B"],
    "story": ["Of a.", "Of b."],
    "names": {"Store": ["Store", "Board"], "fetch": ["fetch", "read"]},
    "words": {"key": ["key", "setting"]},
    "samples": {"keys": {"user:": ["user:", "beta-"], "user:ada": ["user:ada", "beta-menu"]}},
}


def test_each_skin_reads_its_own_column() -> None:
    skins = read_skins(Path("problem.toml"), GOOD)
    assert skins.words_of("b").identifier("fetch") == "read"
    assert skins.words_of("b").literal("user:ada") == "beta-menu"


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"words": {"key": ["key"]}}, "skins.words.key: no cell for the skin 'b'"),
        ({"words": {"key": ["key", ""]}}, "skins.words.key: no cell for the skin 'b'"),
        ({"words": {"key": ["a", "b", "c"]}}, "skins.words.key: 3 cells for 2 skins"),
        ({"title": ["A"]}, "skins.title: no cell for the skin 'b'"),
        ({"names": {"items": ["a", "b"]}}, "skins.names.items: built-in"),
        ({"names": {"open": ["a", "b"]}}, "skins.names.open: built-in"),
        ({"names": {"key": ["a", "b"]}}, "skins.names.key: also stands in skins.words"),
        ({"names": {"put": ["a", "b c"]}}, "skins.names: 'b c' of 'b' is no identifier"),
        ({"names": {"put": ["x", "y"], "cut": ["z", "y"]}}, "skins.names: 'y' stands twice"),
        ({"samples": {"k": {"a": ["a", "z"], "b": ["b", "y"]}}}, "skins.samples.k: 'z' and 'y'"),
        ({"samples": {"k": {"a": ["a", "b"], "ab": ["ab", "c"]}}}, "skins.samples.k: 'b' and 'c'"),
        ({"wrods": {}}, "skins.wrods: unknown"),
    ],
)
def test_a_fault_names_its_cell(change: dict[str, object], cause: str) -> None:
    with pytest.raises(BrokenContent) as caught:
        read_skins(Path("problem.toml"), {**GOOD, **change})
    assert str(caught.value).startswith(f"problem.toml: {cause}")
