"""What a chat tells one person alone: whose a drill is, that it is over, and their notes."""

from __future__ import annotations

from dataclasses import replace

from bot.app import Answer
from bot.platforms import stubs
from bot.ports import Store
from drills import command
from drills.command import AFTER, NEXT
from drills.effects import Choice, Command, File, InsertStub, Keep, Mention, Say
from drills.model import Person, Session

NOTES = "notes.md"


def outside(session: Session, by: Person) -> Say | None:
    """What to tell somebody who has no part in a session."""
    if by in session.people or session.team:
        return None
    starter = Mention(session.starter.user)
    own = f"Start one of your own: {after(session)}"
    return Say((f"Only {starter} can act in this drill. {own}",))


def barred(session: Session, by: Person) -> Say | None:
    """Why somebody cannot send code to a session."""
    if refusal := outside(session, by):
        return refusal
    return None if session.open else over(session)


def settled(session: Session) -> Say:
    gone = "What it asked is settled." if session.open else "The drill is over."
    return Say((f"That button does nothing any more. {gone}",))


def over(session: Session) -> Say:
    return Say((f"This drill is over. Next: {after(session)}",))


def ended(session: Session) -> Answer:
    """A word or code came too late."""
    choice = AFTER if session.drill == "progressive" else f"{session.drill}:{AFTER}"
    flag = "private" if session.private else "team" if session.team else ""
    return Answer(replace(over(session), choices=(Choice(choice, "Next"),)), flag=flag)


def after(session: Session) -> Command:
    return Command(session.drill, NEXT.options)


def notes(store: Store, by: Person) -> Say:
    """What was noted for a person last, and where there is more, everything as a file."""
    kept = [note.text.strip() for note in store.notes(by)]
    if not kept:
        return Say((command.NO_NOTES,))
    if len(kept) == 1:
        return Say(("Your notes · 1 entry", kept[0]))
    head = f"Your notes · {len(kept)} entries · the newest is below, all are in `{NOTES}`"
    return Say((head, kept[-1]), (File(NOTES, "\n\n".join(kept) + "\n", Keep.WRITE),))


def stub(store: Store, insert: InsertStub) -> Say:
    """The last submission with the signatures that it lacks, as a file to go on from."""
    source = store.submission(insert.submission).text if insert.submission else ""
    try:
        filled = stubs.fill(source, insert.signatures)
    except SyntaxError as error:
        return Say((f"Your last code does not parse (line {error.lineno}), so nothing was added.",))
    if not filled.added:
        return Say(("Your last code has every signature of this part; nothing changed.",))
    added = ", ".join(f"`{name}`" for name in filled.added)
    return Say(
        (f"Added {added} to your last code." if source else f"Here is the beginning: {added}.",),
        files=(File("solution.py", filled.text, Keep.WRITE),),
    )
