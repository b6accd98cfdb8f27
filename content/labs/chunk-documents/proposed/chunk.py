from chunks import Chunk


def chunk_at(article: str, words: list[str], first: int, size: int) -> Chunk:
    """The chunk that starts at one of an article's words (rule 5)."""
    taken = words[first : first + size]
    last = first + len(taken) - 1
    return Chunk(f"{article}#{first:05d}", first, last, " ".join(taken))
