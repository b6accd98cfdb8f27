"""Point 7: what somebody could guess the truth from without reading the code."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence

from bot.check.lab.subject import Fault, Subject
from drills.kinds.lab.composing import part, unified
from drills.kinds.lab.splicing import splice
from drills.task import ACCEPTED, Suggestion, Task

SHORTEST, LONGEST = 15, 35  # words
FAIR = (0.35, 0.65)  # the area under the curve that a look may have
ENOUGH = 30  # suggestions from which on that is a fault; with fewer it is chance
GOOD = {4: (1, 2), 5: (1, 3)}  # how many of so many may be good
POINTS_EACH = (1, 3)
# Praise, doubt and confessions: words that an author slips in on one side alone.
_TELLS = """should just simply probably maybe careful todo hack safe safely secure securely robust
properly correctly correct proper clean cleanly elegant elegantly nice nicely best efficient perfect
perfectly reliable reliably obviously clearly note unfortunately naive"""
TELLS = _TELLS.split()
Looks = Mapping[str, float]


def words(subject: Subject) -> Iterator[Fault]:
    """The assistant's words, and the code: of one length and tone, whatever the truth."""
    suggestions = subject.suggestions
    few, many = GOOD.get(len(suggestions), (0, 0))
    good = sum(s.good for s in suggestions)
    if not few <= good <= many:
        yield Fault(7, f"{good} of {len(suggestions)} are good; of 4 one or two, of 5 one to three")
    for s in suggestions:
        said = re.findall(r"[\w'-]+", s.says.lower())
        if not SHORTEST <= len(s.says.split()) <= LONGEST:
            yield Fault(7, f"{s.name}: {len(s.says.split())} words; {SHORTEST} to {LONGEST}")
        for word in TELLS:
            if word in said:
                yield Fault(7, f'{s.name}: "{word}" judges; say what the code does')
        for name in re.findall(r"\w{3,}(?=\()|(?<=\.)\w{3,}$", s.where):
            if name in said:
                yield Fault(7, f"{s.name}: its words name the faulty call, {name}")
        if _comments(s.proposed):
            yield Fault(7, f"{s.name}: the proposed code has a comment")
        if not POINTS_EACH[0] <= len(s.points) <= POINTS_EACH[1]:
            yield Fault(7, f"{s.name}: {len(s.points)} points; one to three are asked about")


def _comments(source: str) -> bool:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return any(token.type == tokenize.COMMENT for token in tokens)


def looks(task: Task) -> list[tuple[Suggestion, Looks]]:
    """What is seen of each suggestion at a glance. `position` is from 0 to 1."""
    found: list[tuple[Suggestion, Looks]] = []
    last = max(1, len(task.suggestions) - 1)
    for index, s in enumerate(task.suggestions):
        diff = unified(task.start, splice(task.start, part(task, index, ACCEPTED)), task.file)
        changed = [
            line
            for line in diff.splitlines()
            if line[:1] in ("+", "-") and line[:3] not in ("+++", "---")
        ]
        sentences = len(re.findall(r"[.!?](?:\s|$)", s.says))
        seen = {
            "diff lines": len(changed),
            "words": len(s.says.split()),
            "sentences": sentences,
            "position": index / last,
        }
        found.append((s, seen))
    return found


def areas(seen: Sequence[tuple[Suggestion, Looks]]) -> dict[str, float]:
    """For each look: how often a bad suggestion has more of it than a good one; a tie is half."""
    bad = [look for s, look in seen if not s.good]
    good = [look for s, look in seen if s.good]
    if not bad or not good:
        return {}
    pairs = len(bad) * len(good)
    return {
        name: sum((b[name] > g[name]) + (b[name] == g[name]) / 2 for b in bad for g in good) / pairs
        for name in bad[0]
    }


def foretold(seen: Sequence[tuple[Suggestion, Looks]]) -> list[Fault]:
    """The looks that tell good from bad over all suggestions, where there are enough of them."""
    if len(seen) < ENOUGH:
        return []
    return [
        Fault(7, f"{name} tells good from bad: {area:.2f}, {FAIR[0]} to {FAIR[1]} is fair")
        for name, area in areas(seen).items()
        if not FAIR[0] <= area <= FAIR[1]
    ]
