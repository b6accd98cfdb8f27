"""What a person says of each suggestion, sealed first and then marked by them."""

from __future__ import annotations

import re
from dataclasses import replace

from drills.kinds.lab.choices import KINDS, OWN_WORDS, ticked
from drills.kinds.lab.scoring import shown_lines
from drills.task import Explanation, Kind, LabPhase, LabState, Task

_WORDS_FOR = {
    "fine": Kind.FINE, "good": Kind.FINE, "ok": Kind.FINE, "right": Kind.FINE,
    "breaks a rule": Kind.RULE, "breaks the rule": Kind.RULE, "rule": Kind.RULE,
    "insecure": Kind.INSECURE,
    "out of scope": Kind.SCOPE, "wrong scope": Kind.SCOPE, "scope": Kind.SCOPE,
    "too much": Kind.MUCH, "much": Kind.MUCH, "over-engineered": Kind.MUCH,
}  # fmt: skip
_LINE = re.compile(r"(?:line[\s-]*)?(\d+)\W*", re.IGNORECASE)
_NOTHING = ("none", "nothing", "-", "–", "—")


def taken(lab: LabState, task: Task, text: str, peer: bool) -> LabState | str:
    """The state after an answer, at the next question; or what is wrong with the answer."""
    text = text.strip()
    if lab.phase is LabPhase.MARK:
        return _marked(lab, task, text, peer)
    own = lab.explanations[lab.shown]
    match lab.asking:
        case "kind":
            return _kind(lab, task, text)
        case "line":
            line = _line(task, lab.shown, text)
            if isinstance(line, str):
                return line
            return _kept(lab, replace(own, line=line), asking="words")
        case _:
            words = "" if text.casefold() in _NOTHING else text
            return _following(_kept(lab, replace(own, words=words)), task)


def choice(lab: LabState, task: Task, text: str) -> str:
    """The id of the choice that an answer is."""
    folded = text.strip().casefold()
    if lab.phase is LabPhase.EXPLAIN and lab.asking == "kind":
        first = _parted(folded)[0]
        kind = KINDS.get(first) or _WORDS_FOR.get(first)
        return next((id for id, each in KINDS.items() if each is kind), OWN_WORDS)
    if lab.asking == "line" and (number := _LINE.fullmatch(folded)):
        return f"line-{number[1]}"
    if lab.phase is LabPhase.MARK:
        marked = _ticks(folded, len(task.suggestions[lab.shown].points))
        if isinstance(marked, str):
            return OWN_WORDS
        if len(marked) in (0, len(task.suggestions[lab.shown].points)):
            return "all" if marked else "none"
        return ticked([number + 1 for number in marked])
    return "none" if folded in _NOTHING else OWN_WORDS


def _kind(lab: LabState, task: Task, text: str) -> LabState | str:
    """A kind, and perhaps the line and the words behind it: "breaks a rule, 3, half goes up"."""
    first, rest = _parted(text)
    kind = KINDS.get(first.casefold()) or _WORDS_FOR.get(first.casefold())
    if kind is None:
        return "Say what it is: fine, breaks a rule, insecure, out of scope, or too much."
    own = replace(lab.explanations[lab.shown], kind=kind, line=0, words="")
    number = re.match(r"(?:line\s*)?(\d+\b|none\b|-)[\s,;:.]*", rest, re.IGNORECASE)
    if kind is not Kind.FINE and not number:
        return _kept(lab, own, asking="line")
    if number:
        line = _line(task, lab.shown, number[1])
        if isinstance(line, str):
            return line
        own, rest = replace(own, line=0 if kind is Kind.FINE else line), rest[number.end() :]
    if not rest:
        return _kept(lab, own, asking="words")
    return _following(_kept(lab, replace(own, words=rest)), task)


def _parted(text: str) -> tuple[str, str]:
    first, _, rest = re.sub(r"[,;:]", ",", text, count=1).partition(",")
    return first.strip(), rest.strip()


def _line(task: Task, index: int, text: str) -> int | str:
    last = len(shown_lines(task.suggestions[index]))
    if text.casefold() in _NOTHING:
        return 0
    number = _LINE.fullmatch(text)
    if number is None or not 1 <= int(number[1]) <= last:
        return f"Say a line's number, {f'1 to {last}' if last > 1 else '1'}, or `none`."
    return int(number[1])


def _kept(lab: LabState, own: Explanation, asking: str = "kind") -> LabState:
    every = (*lab.explanations[: lab.shown], own, *lab.explanations[lab.shown + 1 :])
    return replace(lab, explanations=every, asking=asking)


def _following(lab: LabState, task: Task) -> LabState:
    """The next suggestion to explain; when all words are sealed, the first to mark."""
    if lab.shown + 1 < len(task.suggestions):
        return replace(lab, shown=lab.shown + 1, asking="kind")
    return _to_mark(replace(lab, phase=LabPhase.MARK), 0)


def _to_mark(lab: LabState, index: int) -> LabState:
    """The next suggestion that something was said of; at last the verdicts."""
    while index < len(lab.explanations):
        if lab.explanations[index].words:
            return replace(lab, shown=index, asking="kind")
        index += 1
    return replace(lab, asking="verdicts")


def _marked(lab: LabState, task: Task, text: str, peer: bool) -> LabState | str:
    ticks = _ticks(text.casefold().strip(" .!"), len(task.suggestions[lab.shown].points))
    if isinstance(ticks, str):
        return ticks
    own = replace(lab.explanations[lab.shown], ticks=ticks, peer=peer)
    return _to_mark(_kept(lab, own), lab.shown + 1)


def _ticks(said: str, points: int) -> tuple[int, ...] | str:
    """Which points are meant, from 0; or what is wrong with it."""
    if said in ("all", "both", "yes", "named it"):
        return tuple(range(points))
    if said in (*_NOTHING, "no", "not"):
        return ()
    numbers = sorted({int(n) for n in re.findall(r"\d+", said)})
    if not numbers or numbers[0] < 1 or numbers[-1] > points:
        some = f"the numbers of what your words named, 1 to {points}" if points > 1 else "`1`"
        return f"Say {some}, or `none`."
    return tuple(number - 1 for number in numbers)
