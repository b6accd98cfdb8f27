"""Cuts help articles into overlapping chunks of words for the search index."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Chunk:
    """A row of the index: words that follow each other in an article (rule 5)."""

    key: str
    first: int
    last: int
    text: str


def step_of(size: int, overlap: int) -> int:
    """How far apart two neighbouring chunks start, in words (rules 3 and 4)."""
    return size - overlap


def words_of(text: str) -> list[str]:
    """The words of an article as the index takes them (rules 1 and 2)."""
    return text.split()


def chunk_at(article: str, words: list[str], first: int, size: int) -> Chunk:
    """The chunk that starts at one of an article's words (rule 5)."""
    raise NotImplementedError("chunk_at")


def chunks_of(article: str, text: str, size: int, overlap: int) -> list[Chunk]:
    """The chunks of an article, from the first to the last (rule 4)."""
    raise NotImplementedError("chunks_of")
