from chunks import Chunk, chunk_at, step_of, words_of


def chunks_of(article: str, text: str, size: int, overlap: int) -> list[Chunk]:
    """The chunks of an article, from the first to the last (rule 4)."""
    step = step_of(size, overlap)
    words = words_of(text)
    if not words:
        return []
    chunks = [chunk_at(article, words, 0, size)]
    while chunks[-1].last < len(words) - 1:
        chunks.append(chunk_at(article, words, chunks[-1].first + step, size))
    return chunks
