"""One skin's names, words and samples, put in place of the canonical ones."""

from __future__ import annotations

import re
from collections.abc import Mapping

# An attribute with one of these names is never the problem's own: `counts.values()`.
BUILT_IN = frozenset(
    name for kind in (dict, list, str, set, tuple, int, bytes) for name in dir(kind)
)


class Words:
    """Renames identifiers, prose and samples. Names of the interface win over words."""

    def __init__(
        self, names: Mapping[str, str], words: Mapping[str, str], samples: Mapping[str, str]
    ) -> None:
        self.names = names
        self.samples = samples
        self.words = dict(words)
        for canonical, drawn in words.items():
            self.words.setdefault(_capital(canonical), _capital(drawn))
        self._known: dict[str, str] = {}
        words_only = _either(self.words)
        self._prose = re.compile(rf"(?:\b(an?) )?(?<![A-Za-z_])({words_only})(?![A-Za-z_])", re.I)
        self._pieces = re.compile(rf"(?:(?<=_)|^)(?:(an?)_)?({words_only})(?=_|$)")
        self._methods = re.compile(rf"(?:(?<=_)|^)({_either(names)})(?=_|$)")

    def names_alone(self) -> Words:
        """For code about other code, whose `node.value` is no word of the story."""
        return Words(self.names, {}, {})

    def identifier(self, name: str) -> str:
        """`test_an_erased_key` -> `test_a_released_token`; a test's name may speak of methods."""
        if name in self.names:
            return self.names[name]
        if name not in self._known:
            drawn = self._pieces.sub(self._piece, name)
            if name.startswith("test_"):
                drawn = self._methods.sub(lambda match: self.names[match[1]], drawn)
            self._known[name] = drawn
        return self._known[name]

    def _piece(self, match: re.Match[str]) -> str:
        article, canonical = match.groups()
        drawn = re.sub(r"\W+", "_", self.words[canonical])
        return f"{_article(drawn)}_{drawn}" if article else drawn

    def prose(self, text: str) -> str:
        """Replace each word, its article too, and names in backticks; for strings and comments."""

        def swap(match: re.Match[str]) -> str:
            if match[2] not in self.words:  # OTHER capitals
                return match[0]
            return _with_article(match[1], self.words[match[2]])

        return self._in_backticks(self._prose.sub(swap, text))

    def literal(self, text: str) -> str:
        """A string in code: a sample as a whole, else prose."""
        return self.samples[text] if text in self.samples else self.prose(text)

    def markdown(self, text: str) -> str:
        """Outside code only `{braced}` words change; in code spans identifiers and samples do.

        A name may stand in braces too: `a {snapshot}`. Fenced blocks stay as they are.
        Raises KeyError for a word in no row.
        """

        def swap(match: re.Match[str]) -> str:
            word = match[2]
            drawn = self.words.get(word) or self.names.get(word)
            if drawn is None and self.words:
                raise KeyError(word)
            return _with_article(match[1], (drawn or word).replace("_", " "))

        pieces = re.split(r"(```.*?```|`[^`\n]*`)", text, flags=re.S)
        for at, piece in enumerate(pieces):
            if at % 2 == 0:
                pieces[at] = re.sub(r"(?:\b([Aa]n?) )?\{(\w+(?: \w+)*)\}", swap, piece)
            elif not piece.startswith("```"):
                pieces[at] = self._span(piece)
        return "".join(pieces)

    def _in_backticks(self, text: str) -> str:
        return re.sub(r"`[^`\n]+`", lambda match: self._span(match[0]), text)

    def _span(self, code: str) -> str:
        def swap(match: re.Match[str]) -> str:
            quoted, name = match.groups()
            if name:
                return self.identifier(name)
            return f'"{self.samples.get(quoted, quoted)}"'

        return re.sub(r'"([^"]*)"|([A-Za-z_]\w*)', swap, code)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _either(words: Mapping[str, str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)) or "(?!)"


def _article(word: str) -> str:
    # "a user", "a unit" but "an update": good enough for the words that skins are made of.
    return "an" if re.match(r"[aeio]|u[npr](?!i)|hour", word, re.I) else "a"


def _with_article(article: str | None, word: str) -> str:
    if not article:
        return word
    drawn = _article(word)
    return f"{_capital(drawn) if article[0] == 'A' else drawn} {word}"
