"""What was written in a drill's thread: code, a word, an answer, or talk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.platforms import windows
from bot.platforms.lines import apart, spoken
from bot.platforms.windows import Found
from drills import command, folder, intake
from drills.events import Commanded, Event, Offered, Said, Submitted
from drills.kinds.lab import choices
from drills.kinds.session import block
from drills.model import Person, Place, Problem, Room, Scope, Session
from drills.working_state import WorkPhase


@dataclass(frozen=True, slots=True)
class Message:
    """One message as its platform gave it, its own escapes undone and the bot's name taken out.

    `key` is unique to the message and the same for a redelivery of it.
    """

    key: str
    by: Person
    room: Room
    place: Place | None  # the thread that it stands in
    text: str
    files: tuple[tuple[str, bytes], ...] = ()
    edited: bool = False  # this is its new text
    addressed: bool = False  # it names the bot, or stands in a direct message
    pictures: tuple[str, ...] = ()  # and other files that can be no code, which were not fetched


@dataclass(frozen=True, slots=True)
class Reading:
    """A message as it is meant: its pieces of code, or its word. `meant` is what reads like code
    and stands in no block; `around` are the words beside the code."""

    pieces: Sequence[intake.Piece]
    word: str | None
    meant: intake.Unsure | None
    around: str

    @property
    def tells(self) -> bool:
        """Whether it is for the drill, and no talk."""
        return bool(self.word or self.meant or self.pieces)

    def code(self, problem: Problem) -> Found | None:
        """Raises intake.Refused."""
        return windows.found(problem, self.pieces, self.meant)


def is_text(session: Session, said: str) -> bool:
    """Whether what is said beside files is meant as text, also where code stands in it."""
    work = session.work
    if work is not None:
        pasted = bool(block.crash(said, work.files)) or "Traceback (most recent call" in said
        return work.phase in (WorkPhase.READING, WorkPhase.WALK) or pasted
    return choices.is_text(session, said)


def read(message: Message, session: Session, problem: Problem) -> Reading:
    """Whoever wrote it, and whether or not it can be taken."""
    word = spoken(message.text, session)
    silent = not (message.text.strip() or message.files)
    if silent and message.addressed and not message.pictures:
        word = "time"  # the bot's name alone asks how things stand
    pieces, around = intake.split(message.text)
    if is_text(session, message.text if session.work is not None else around):
        pieces, around = [], message.text
    pieces = [*(intake.file(name, raw) for name, raw in message.files), *pieces]
    unclear = not (pieces or word or is_text(session, message.text))
    bare, beside = apart(message.text)
    meant = intake.unfenced(bare, problem.required) if unclear else None
    return Reading(pieces, word, meant, beside if meant else around)


def event(
    message: Message, session: Session, reading: Reading, found: Found | None, now: datetime
) -> Event:
    """What a message is to its drill."""
    by = message.by
    then = Scope.DONE if command.control_word(reading.around) == "done" else Scope.RUN
    match found:
        case windows.Files(sent):
            took = folder.took(sent)
            return Submitted(now, by, sent[0], took, then, more=sent[1:])
        case intake.Taken(submission, took):
            return Submitted(now, by, submission, took, then)
        case intake.Unsure(why, offers, submissions):
            return Offered(now, by, why, offers, submissions, then)
    if reading.word:
        return Commanded(now, by, reading.word)
    if message.addressed and not session.pending and not is_text(session, message.text):
        return Commanded(now, by, message.text)
    return Said(now, by, message.text)
