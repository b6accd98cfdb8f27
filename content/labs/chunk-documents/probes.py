"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import pytest

from chunks import Chunk, chunk_at, chunks_of, step_of, words_of


def probe_limits_the_edges():
    assert [step_of(*pair) for pair in [(1, 0), (2, 1), (5, 2), (5, 0)]] == [1, 1, 3, 5]
    refused = [(0, 0), (-4, -4), (-4, 0), (1, 1), (1, -1), (2, 2), (3, 2), (5, 3), (5, 5), (5, 9)]
    for size, overlap in refused:
        with pytest.raises(ValueError):
            step_of(size, overlap)


def flaw_limits():
    try:
        step = step_of(10, 6)
    except ValueError:
        step = None
    assert step != 4


def probe_words_marks_stay_where_they_are():
    said = 'Put "not found" in .env (C++, --force): it\'s ... \u00abDONE\u00bb!'
    wanted = 'put "not found" in .env (c++, --force): it\'s ... \u00abdone\u00bb!'
    assert words_of(said) == wanted.split()


def probe_words_are_folded_first_and_composed_then():
    assert words_of("\u01f0 \u0130X \ufb01n \u2460") == ["\u01f0", "i\u0307x", "fin", "\u2460"]


def probe_words_any_white_space_divides_and_nothing_else():
    assert words_of("a\u00a0b\u2003c\r\n\x0bd\u200be") == ["a", "b", "c", "d\u200be"]
    assert words_of("the THE running") == ["the", "the", "running"]
    assert words_of("") == []


def flaw_words():
    assert words_of("see c++") not in (["see", "c"], ["see"])


def probe_chunk_one_word_and_many_digits():
    words = [str(n) for n in range(12_346)]
    assert chunk_at("api", words, 12_345, 7) == Chunk("api#12345", 12_345, 12_345, "12345")
    assert chunk_at("api", words, 160, 1) == Chunk("api#00160", 160, 160, "160")


def probe_chunk_the_words_are_only_read():
    words = ["a", "b", "c"]
    chunk_at("api", words, 0, 2)
    assert words == ["a", "b", "c"]


def probe_cut_every_length_ends_once():
    for size, overlap in [(1, 0), (2, 1), (4, 0), (4, 1), (4, 2), (5, 2)]:
        for count in range(1, 30):
            places = range(count)
            cut = chunks_of("api", " ".join(f"w{n}" for n in places), size, overlap)
            assert [chunk.first for chunk in cut] == [n * (size - overlap) for n in range(len(cut))]
            assert [chunk.last for chunk in cut[:-1]] == [c.first + size - 1 for c in cut[:-1]]
            assert [chunk.last == count - 1 for chunk in cut] == [False] * (len(cut) - 1) + [True]


def probe_cut_text_and_key():
    found = chunks_of("api", "One\ntwo  THREE", 2, 0)
    assert found == [Chunk("api#00000", 0, 1, "one two"), Chunk("api#00002", 2, 2, "three")]


def probe_cut_wrong_settings_are_refused_for_an_empty_article_too():
    with pytest.raises(ValueError):
        chunks_of("api", "", 4, 5)


def flaw_cut():
    starts = [chunk.first for chunk in chunks_of("api", "a b c d e f g h i j", 4, 1)]
    assert starts != [0, 3, 6, 9]
