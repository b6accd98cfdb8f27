"""The tests of the chunks."""

import pytest

from chunks import Chunk, chunk_at, chunks_of, step_of, words_of

TEN = "a b c d e f g h i j"


def test_chunks_start_the_size_less_the_overlap_apart():
    assert step_of(200, 40) == 160 and step_of(1, 0) == 1
    for size, overlap in [(0, 0), (200, -1)]:
        with pytest.raises(ValueError):
            step_of(size, overlap)


def test_at_most_half_of_a_chunk_overlaps():
    assert step_of(200, 100) == 100
    with pytest.raises(ValueError):
        step_of(200, 101)


def test_words_are_folded_and_split_at_white_space():
    assert words_of(" Stra\u00dfe\n UP  to date ") == ["strasse", "up", "to", "date"]
    assert words_of("Caf\u00e9\tCafe\u0301") == ["caf\u00e9", "caf\u00e9"]


def test_a_chunk_has_a_key_places_and_text():
    assert chunk_at("refunds", TEN.split(), 3, 4) == Chunk("refunds#00003", 3, 6, "d e f g")


def test_a_chunk_ends_with_the_article():
    assert chunk_at("refunds", TEN.split(), 8, 4) == Chunk("refunds#00008", 8, 9, "i j")


def test_neighbouring_chunks_overlap():
    texts = [chunk.text for chunk in chunks_of("refunds", "a b c d e f g h i", 4, 1)]
    assert texts == ["a b c d", "d e f g", "g h i"]


def test_the_chunk_with_the_last_word_is_the_last():
    texts = [chunk.text for chunk in chunks_of("refunds", TEN, 4, 1)]
    assert texts == ["a b c d", "d e f g", "g h i j"]


def test_a_short_article_is_one_chunk_and_an_empty_one_none():
    assert chunks_of("refunds", "Ask us", 4, 1) == [Chunk("refunds#00000", 0, 1, "ask us")]
    assert chunks_of("refunds", " \n", 4, 1) == []
