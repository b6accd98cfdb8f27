"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import math
import re
import unicodedata


def right_limits(size, overlap):
    if size <= 0 or not 0 <= overlap <= size // 2:
        raise ValueError("size or overlap")
    return size - overlap


def flawed_limits(size, overlap):
    if size > 0 and 0 <= overlap and size - overlap > 0:
        return size - overlap
    raise ValueError("size or overlap")


def broken_limits(size, overlap):
    if size < 1 or overlap not in range(math.ceil(size / 2)):
        raise ValueError("size or overlap")
    return size - overlap


def right_words(text):
    return [unicodedata.normalize("NFC", word.casefold()) for word in text.split()]


def flawed_words(text):
    text = unicodedata.normalize("NFC", text.casefold())
    return re.findall(r"\w+", text)


def broken_words(text):
    return unicodedata.normalize("NFKC", text).lower().split()


def right_chunk(article, words, first, size):
    end = min(first + size, len(words))
    text = words[first]
    for word in words[first + 1 : end]:
        text += " " + word
    return Chunk(article + "#" + str(first).zfill(5), first, end - 1, text)


def broken_chunk(article, words, first, size):
    text = " ".join(words[first : first + size])
    return Chunk(f"{article}#{first:05}", first, first + size - 1, text)


def right_cut(article, text, size, overlap):
    step, words = step_of(size, overlap), words_of(text)
    count = math.ceil((len(words) - size) / step) + 1 if len(words) > size else min(len(words), 1)
    return [chunk_at(article, words, n * step, size) for n in range(count)]


def flawed_cut(article, text, size, overlap):
    step, words = step_of(size, overlap), words_of(text)
    return [chunk_at(article, words, first, size) for first in range(0, len(words), step)]


def broken_cut(article, text, size, overlap):
    step, words = step_of(size, overlap), words_of(text)
    starts = range(0, len(words) - overlap, step)
    return [chunk_at(article, words, first, size) for first in starts]
