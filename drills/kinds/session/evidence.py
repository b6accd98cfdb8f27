"""What the output, the log and the answers show: proposed marks, the best and the weakest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from drills.working import Call, ProbeCall, Trap, Work
from drills.working_state import WorkState

TELLING = (Call.HANDLED, Call.APART, Call.MISSED, Call.CRASHED)
ENOUGH = 3  # calls that a proposed mark wants
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+(?=\s|$)|$)")
_LONGEST = 160  # letters of a quotation


@dataclass(frozen=True, slots=True)
class Proposal:
    """A mark that the output gives grounds for."""

    dimension: str
    mark: int
    why: str


def counts(work: WorkState) -> Mapping[Call, int]:
    return Counter(call.call for call in work.calls or ())


def proposals(work: WorkState, content: Work) -> tuple[Proposal, ...]:
    """Marks from what ran and from the calls; none where too little can be told."""
    found = (_scope(work, content), _ambiguity(work))
    return tuple(proposal for proposal in found if proposal is not None)


def _scope(work: WorkState, content: Work) -> Proposal | None:
    """By whether it runs, and how much of what the rows pose reaches the output."""
    run, calls = work.run, work.calls
    if run is None or run.unconfined:
        return None
    if work.codebase:
        return _repaired(work)
    if not run.output.strip() and not run.files:
        why = "it ran to its end and shows nothing" if run.ended else "nothing runs"
        return Proposal("scope", 1, why)
    if not run.ended:
        return Proposal("scope", 2, "it stops before its end")
    if not calls:
        return None
    reached = sum(call.call is not Call.UNREACHED for call in calls)
    share = reached / len(calls)
    mark = 4 if share >= 0.8 else 3 if share >= 0.4 else 2
    why = f"it runs, and {reached} of {len(calls)} things that the rows pose reach what it shows"
    return Proposal("scope", mark, why)


def _repaired(work: WorkState) -> Proposal | None:
    """By whether the tests pass, those too that passed before."""
    assert work.run is not None
    if work.broken:
        return Proposal("scope", 2, f"{broken(work)} and passed before")
    if not work.run.ended or work.run.code:
        return Proposal("scope", 3, "some tests still do not pass")
    return Proposal("scope", 4, "all tests pass")


def broken(work: WorkState) -> str:
    count = len(work.broken)
    return f"{count} test{'s do' if count > 1 else ' does'} not pass now"


def _ambiguity(work: WorkState) -> Proposal | None:
    calls = [call for call in work.calls or () if call.call in TELLING]
    if len(calls) < ENOUGH:
        return None
    good = sum(call.call in (Call.HANDLED, Call.APART) and not call.literal for call in calls)
    share = good / len(calls)
    mark = 1 + sum(share >= bound for bound in (0.15, 0.4, 0.7, 0.9))
    literal = sum(call.literal for call in calls)
    named = f", {literal} of them by naming rows" if literal else ""
    why = f"{good} of {len(calls)} that can be told are handled or set apart{named}"
    return Proposal("ambiguity", mark, why)


# --- what was noticed --------------------------------------------------------------------------


def quoted(trap: Trap, text: str) -> str:
    """The first sentence that speaks of a trap, as the person's own words; "" where none does."""
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip().lstrip("-*# ").strip()
        if any(re.search(word, sentence, re.IGNORECASE) for word in trap.keywords):
            return sentence if len(sentence) <= _LONGEST else sentence[: _LONGEST - 1] + "…"
    return ""


def remarks(trap: Trap, call: ProbeCall) -> tuple[str, ...]:
    """The lines of the output that name the very rows. Others of their kind tell nothing of it."""
    names = [name.casefold() for name in trap.touched]
    said = (line for line in call.remarks if any(name in line.casefold() for name in names))
    return tuple(said)


def noticed(trap: Trap, work: WorkState) -> str:
    """Where a trap was noticed before it was told: the log, the output, or the answer."""
    if said := quoted(trap, work.log):
        return f"in your log: “{said}”"
    call = work.call(trap.id)
    if call is not None and remarks(trap, call):
        return "in your output"
    if said := quoted(trap, work.answer(f"trap:{trap.id}")):
        return f"when asked: “{said}”"
    return ""


# --- the best and the weakest ------------------------------------------------------------------


def best(work: WorkState, content: Work) -> str:
    """The decision that stands best: settled, and said in the log before anybody asked; else what
    the output shows; else what was said when asked. What nobody named may be luck."""
    traps = {trap.id: trap for trap in content.traps}
    shown = "repository" if work.codebase else "output"
    good = [c for c in work.calls or () if c.call is Call.HANDLED and not c.literal]
    apart = [c for c in work.calls or () if c.call is Call.APART]
    for call in (*good, *apart):
        if said := quoted(traps[call.trap], work.log):
            kept = f"your {shown} keeps to it" if call in good else "your output shows the rows"
            return f"“{said}”: it is in your log, and {kept}."
    for call in (*(c for c in good if remarks(traps[c.trap], c)), *apart):
        seen = "settles it and says so" if call in good else "shows it to its reader"
        return f"Your output {seen}. {traps[call.trap].tell}"
    for call in good:
        if said := quoted(traps[call.trap], work.answer(f"trap:{call.trap}")):
            return f"“{said}”: your {shown} keeps to it."
    if good:
        return (
            f"{traps[good[0].trap].notice} Your {shown} has it so; nothing says that it was meant."
        )
    if work.codebase and work.run is not None and work.run.code == 0:
        return "Its tests pass."
    if work.run is not None and work.run.ended and work.run.output.strip():
        return "It runs to its end, and can be read."
    return "You stopped, and talked about it: nothing in the output stands out."


def weakest(work: WorkState, content: Work) -> str:
    """What costs most: rows named in code, a stop, or the miss that changes most lines."""
    traps = {trap.id: trap for trap in content.traps}
    calls = work.calls or ()
    for call in calls:
        if call.literal:
            return f"Rows are named in the code. {traps[call.trap].notice}"
    if work.broken:
        return f"{broken(work)}, and passed as it was handed over: {work.broken[0]}."
    for call in calls:
        if call.call is Call.CRASHED and not work.codebase:
            return f"One odd row stops the whole program. {traps[call.trap].notice}"
    missed = [call for call in calls if call.call is Call.MISSED]
    if missed:
        worst = max(missed, key=_cost)
        changes = _cost(worst)
        told = changes and not work.codebase
        cost = f" It changes {changes} lines of your output." if told else ""
        return f"{traps[worst.trap].tell}{cost}"
    if stops := [call for call in calls if call.call is Call.CRASHED]:
        return traps[stops[0].trap].tell
    if work.run is not None and work.run.trouble:
        return f"What was frozen does not come to its end. {work.run.trouble}"
    if not log_lines(work):
        return "The decisions are in the code alone: there is no log that a reader could follow."
    return "None stands out in the output. What you said you did not test is where to look first."


def _cost(call: ProbeCall) -> int:
    return len(call.before) + len(call.after)


def log_lines(work: WorkState) -> int:
    """How many lines of the log say something."""
    return sum(bool(line.strip()) and line.lstrip()[0] != "#" for line in work.log.splitlines())
