"""The score of a lab: 50 judgement, 30 delivery, 20 explanation, its counts first.

A flat policy earns next to nothing: what is caught of the bad and kept of the good is weighed
against each other, with half a mark of each given to everybody.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from drills.kinds.lab.units import parsed
from drills.task import Explanation, Kind, Press, Result, Suggestion, Verdict

JUDGEMENT, DELIVERY, EXPLANATION = 50, 30, 20


class Story(StrEnum):
    """What became of one suggestion."""

    CAUGHT = "caught"
    UNNAMED = "refused without naming the fault"
    LATE = "caught late"
    MISSED = "missed"
    KEPT = "kept"
    REBUILT = "false alarm, rebuilt right"
    ALARM = "false alarm"
    SPOILT = "kept, then broken"
    UNKNOWN = "not judged"

    @property
    def mark(self) -> float:
        whole, half = (Story.CAUGHT, Story.KEPT), (Story.UNNAMED, Story.LATE, Story.REBUILT)
        return 1.0 if self in whole else 0.5 if self in half else 0.0

    @property
    def told(self) -> str:
        """With its mark: "caught late (½)"."""
        if self is Story.UNKNOWN:
            return str(self)
        return f"{self} ({'½' if self.mark == 0.5 else int(self.mark)})"


@dataclass(frozen=True, slots=True)
class Piece:
    """One suggestion's story: the press that stood when Build closed, what the piece was worth
    then and at the end, and what was said of it."""

    suggestion: Suggestion
    press: Press
    built: Verdict
    final: Verdict
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class Score:
    """Each share is from 0 to 1. Pieces that could not be judged count in none of them."""

    names: tuple[str, ...]  # of the suggestions
    stories: tuple[Story, ...]
    judgement: float
    delivery: float
    explanation: float
    caught: int
    bad: int
    kept: int
    good: int
    marks_bad: float = 0.0  # of `bad`
    marks_good: float = 0.0  # of `good`
    calls: tuple[tuple[int, bool], ...] = ()  # how sure, and whether right, where both are known

    @property
    def total(self) -> float:
        return (
            JUDGEMENT * self.judgement + DELIVERY * self.delivery + EXPLANATION * self.explanation
        )

    @property
    def result(self) -> Result:
        return Result(round(self.total, 1), self.caught, self.bad, self.kept, self.good, self.calls)


def story(piece: Piece) -> Story:
    """What one suggestion's press came to. Code that is broken or not there has no fault to
    show, so it is no catch: only a right version is, or words that name the fault."""
    rejected = piece.press is Press.REJECT
    if Verdict.UNKNOWN in (piece.built, piece.final):
        return Story.UNKNOWN
    if piece.suggestion.good:
        if not rejected and piece.built is Verdict.RIGHT:
            return Story.KEPT
        if piece.final is Verdict.RIGHT:
            return Story.REBUILT
        return Story.ALARM if rejected else Story.SPOILT
    edited = piece.press is Press.EDIT and piece.built is not Verdict.FLAWED
    if edited and piece.built is Verdict.RIGHT:
        return Story.CAUGHT
    if rejected or edited:
        return Story.CAUGHT if names_fault(piece) else Story.UNNAMED
    return Story.LATE if piece.final is Verdict.RIGHT else Story.MISSED


def names_fault(piece: Piece) -> bool:
    """Whether a person said what is wrong: a kind, and with it the line or a point."""
    said = piece.explanation
    if said.kind is None or said.kind is Kind.FINE:
        return False
    return said.line in faulty_lines(piece.suggestion) or bool(said.ticks)


def explained(piece: Piece) -> float:
    """Half for the kind and the line, half for the points that were named. A refused good
    suggestion earns nothing: nobody can say why it is good and refuse it."""
    suggestion, said = piece.suggestion, piece.explanation
    if suggestion.good and story(piece) is not Story.KEPT:
        return 0.0
    kind = said.kind in suggestion.kinds
    if suggestion.good:
        machine = float(kind)
    else:
        machine = (kind + (said.line in faulty_lines(suggestion))) / 2
    return (machine + len(set(said.ticks)) / len(suggestion.points)) / 2


def faulty_lines(suggestion: Suggestion) -> tuple[int, ...]:
    """The lines of a proposal's units, from 1, that hold its fault. `where` may span lines."""
    first, *more = suggestion.where.split("\n")
    lines = shown_lines(suggestion)
    if not first:
        return ()
    return tuple(
        n + k for n, line in enumerate(lines, 1) if first in line for k in range(1 + len(more))
    )


def shown_lines(suggestion: Suggestion) -> list[str]:
    """A proposal as a person points at its lines: what comes after its imports."""
    tree = parsed(suggestion.proposed)
    first = next(n for n in tree.body if not isinstance(n, ast.Import | ast.ImportFrom))
    decorators = getattr(first, "decorator_list", [])
    at = min([first.lineno, *(each.lineno for each in decorators)])
    return suggestion.proposed.splitlines()[at - 1 :]


def score(pieces: Sequence[Piece]) -> Score:
    """The whole score. Raises ZeroDivisionError for no pieces."""
    stories = tuple(map(story, pieces))
    judged = [
        (piece, told)
        for piece, told in zip(pieces, stories, strict=True)
        if told is not Story.UNKNOWN
    ]
    bad = [told for piece, told in judged if not piece.suggestion.good]
    good = [told for piece, told in judged if piece.suggestion.good]
    caught, kept = _share(bad), _share(good)
    count = max(1, len(judged))
    return Score(
        names=tuple(piece.suggestion.name for piece in pieces),
        stories=stories,
        judgement=max(0.0, caught + kept - 1) if judged else 0.0,
        delivery=sum(piece.final is Verdict.RIGHT for piece, _ in judged) / count,
        explanation=sum(explained(piece) for piece in pieces) / len(pieces),
        caught=sum(told in (Story.CAUGHT, Story.UNNAMED) for told in bad),
        bad=len(bad),
        kept=sum(told is Story.KEPT for told in good),
        good=len(good),
        marks_bad=sum(told.mark for told in bad),
        marks_good=sum(told.mark for told in good),
    )


def _share(stories: Sequence[Story]) -> float:
    return (sum(told.mark for told in stories) + 0.5) / (len(stories) + 0.5)
