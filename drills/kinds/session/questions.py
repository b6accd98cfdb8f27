"""The walkthrough's questions, in their order, and what is told of a trap after its answer."""

from __future__ import annotations

from collections.abc import Iterator

from drills.effects import Block, Code, Fields
from drills.kinds.session import evidence
from drills.kinds.session.anchors import ANCHORS
from drills.kinds.session.changes import changes
from drills.kinds.session.evidence import Proposal, proposals
from drills.kinds.session.wording import short
from drills.working import Call, ProbeCall, Trap, Work
from drills.working_state import DIMENSIONS, WorkState

FIXED = {
    "scope": "Walk me through what you built and what you deliberately left out. Why that cut"
    " line?",
    "modelling": "Why this data model, these types? Where did you add structure, and where did you"
    " decide that simplicity was worth it?",
    "read": "What did you read first, before you changed a line, and what did it tell you?",
    "cause": "Which of your changes reach the cause, and which only what was seen of it? How do you"
    " tell the one from the other?",
    "regress": "What could your changes break that works today, and what would show it?",
    "verification": "How do you know that this is right? What did you not test?",
    "ai": "Where did you lean on a tool, where did you not, and why? Which lines would you defend"
    " as your own judgment?",
    "next": "With another two days, what is next? Where does this break at ten times the data, or"
    " with one more source that disagrees?",
    "away": "And what did you see only after stepping away?",
}
HEADS = {
    "scope": "Scope",
    "modelling": "Modelling",
    "read": "Reading",
    "cause": "Cause or symptom",
    "regress": "Regressions",
    "verification": "Verification",
    "ai": "Tools",
    "next": "Next",
    "away": "Afterwards",
}
CANNOT_TELL = "I cannot tell from your output. What does it do?"
SILENT = (Call.UNTOLD, Call.UNREACHED)  # the output shows nothing of it
ASKED = 6  # changed files
DIFF = 40  # lines of a file's changes that are shown
FAR = 2  # marks that differ by so much are asked about
PROOF = 12  # lines of a proof; the rest is counted


def following(work: WorkState, content: Work) -> str:
    """The first question that was not answered yet; "" once all are."""
    answered = {answer.question for answer in work.answers}
    return next((each for each in _all(work, content) if each not in answered), "")


def _all(work: WorkState, content: Work) -> Iterator[str]:
    yield "scope"
    if work.codebase:
        changed = changes(content.given, work.files)
        yield from ("read", *(f"change:{change.file}" for change in changed[:ASKED]))
        yield from ("cause", "regress")
    else:
        yield "modelling"
    for trap in content.traps:
        yield f"trap:{trap.id}"
        call = work.call(trap.id)
        if call is not None and call.call in SILENT:
            yield f"does:{trap.id}"
    yield from ("verification", *(("ai",) if work.ai else ()), "next", "away")
    for dimension in DIMENSIONS:
        yield f"mark:{dimension}"
    proposed = {proposal.dimension: proposal.mark for proposal in proposals(work, content)}
    for dimension in DIMENSIONS:
        own = work.answer(f"mark:{dimension}")
        others = [*work.peers_on(dimension), proposed.get(dimension)]
        if own and any(mark and abs(int(own) - mark) >= FAR for mark in others):
            yield f"differs:{dimension}"


def put(question: str, work: WorkState, content: Work) -> tuple[Block, ...]:
    """How a question is asked: the same words for everybody, whatever was sent."""
    kind, _, of = question.partition(":")
    match kind:
        case "trap":
            number = [trap.id for trap in content.traps].index(of) + 1
            what = "Behaviour" if work.codebase else "Ambiguity"
            head = f"**{what} {number} of {len(content.traps)}**"
            return (f"{head}\n{trap_of(of, content).ask}",)
        case "change":
            return _defend(of, work, content)
        case "does":
            return (CANNOT_TELL,)
        case "mark":
            first = f"**Your own mark for {of}**, 5 to 1? `skip` gives none."
            rows = zip("54321", ANCHORS[of], strict=True)
            return (first, Fields(tuple(rows)))
        case "differs":
            proposal = next((p for p in proposals(work, content) if p.dimension == of), None)
            own = work.answer(f"mark:{of}")
            if proposal is not None and abs(int(own) - proposal.mark) >= FAR:
                return (_differs(proposal, own),)
            peers = " and ".join(map(str, work.peers_on(of)))
            asked = "What do you see that is not seen from there?"
            return (f"You gave yourself {own} for {of}; a peer's mark is {peers}. {asked}",)
    return (f"**{HEADS[question]}**\n{FIXED[question]}",)


def _defend(file: str, work: WorkState, content: Work) -> tuple[Block, ...]:
    """The person's own diff of one file, to be defended."""
    [change] = [each for each in changes(content.given, work.files) if each.file == file]
    shown = [short(line) for line in change.lines[:DIFF]]
    if more := len(change.lines) - len(shown):
        shown.append(f"  … and {more} more")
    said = f"**What you changed in `{file}`**\nDefend each of these: why here, and why so?"
    return (said, Code("\n".join(shown), "diff", "change.diff"))


def _differs(proposal: Proposal, own: str) -> str:
    return (
        f"You gave yourself {own} for {proposal.dimension}; from what you sent it would be"
        f" {proposal.mark}: {proposal.why}. What do you see that it does not show?"
    )


def trap_of(id: str, content: Work) -> Trap:
    return next(trap for trap in content.traps if trap.id == id)


def told(trap: Trap, call: ProbeCall, codebase: bool = False) -> tuple[Block, ...]:
    """What is there, and the proof from the person's own output, or from their repository."""
    if codebase:
        return ("\n".join([trap.tell, _held(trap, call)]), trap.notice)
    lines = [trap.tell]
    changes = _changes(call)
    proof = f"{trap.proof}, "
    match call.call:
        case Call.HANDLED if not changes:
            lines.append(f"{proof}your output stays as it is: it had read the rows so already.")
        case Call.HANDLED:
            lines.append(f"Your output has it so. {proof}nothing changes but this:")
        case Call.APART:
            lines.append("Your output shows it to its reader as something to look at.")
            if changes:
                lines[-1] += f" {proof}this changes:"
        case Call.MISSED if changes:
            lines.append(f"{proof}your own output changes:")
        case Call.MISSED:
            lines.append("Your output takes no notice of it.")
        case Call.CRASHED:
            trouble = f" {call.trouble}" if call.trouble else ""
            lines.append(f"Your program stops there.{trouble} {proof}it does not.")
        case Call.UNTOLD if call.trouble:
            lines.append(call.trouble)
    if call.literal:
        lines.append(
            "It holds for these very rows alone: your code names them, and the next export has"
            " other names."
        )
    said = evidence.remarks(trap, call) if call.call is Call.APART else ()
    fresh = [line for line in said if not (changes and line in call.before)][:PROOF]
    shown = (Code("\n".join(map(short, fresh)), "text", "remarks.txt"),) if fresh else ()
    proofs = (Code(changes, "diff", "proof.diff"),) if changes else ()
    return ("\n".join(lines), *shown, *proofs, trap.notice)


def _held(trap: Trap, call: ProbeCall) -> str:
    """What the check of a fault found in the person's repository."""
    match call.call:
        case Call.HANDLED:
            return "In your repository this holds: I tried it."
        case Call.MISSED if call.after:
            return f"I tried it on your repository. {trap.proof}: {call.after[0]}."
        case Call.CRASHED:
            return f"I tried it on your repository. {trap.proof}, it stops. {call.trouble}"
    return call.trouble or "I could not try it on your repository."


def _changes(call: ProbeCall) -> str:
    """The lines that go and those that come."""
    if call.call in (*SILENT, Call.CRASHED):
        return ""
    half = PROOF // 2
    lines = [f"- {short(line)}" for line in call.before[:half]] + [
        f"+ {short(line)}" for line in call.after[:half]
    ]
    more = max(0, len(call.before) - half) + max(0, len(call.after) - half)
    return "\n".join([*lines, *([f"  … and {more} more"] if more else [])])
