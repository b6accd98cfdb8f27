"""What people do in a chat, as events: the same rules on every chat platform."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from bot.app import Answer, App
from bot.platforms import stubs
from bot.ports import Store
from drills import channel, command, intake
from drills.command import CHANNEL, CHAT_OPTIONS, NEXT
from drills.effects import File, InsertStub, Keep, Mention, Say
from drills.events import Commanded, Event, Offered, Pressed, Said, Submitted
from drills.model import Offer, Person, Place, Room, Scope, Session, Submission, Why

# What keeps a person from setting up a channel, None if nothing does.
MaySetUp = Callable[[Person, Room], Awaitable[Say | None]]

NOTES = "notes.md"
_SET_UP = f"{CHANNEL} shows how a channel is set up: its time zone, and whose menu it shows."
_WORDS = re.compile(r'--?[\w-]+="[^"]*"|"[^"]*"|“[^”]*”|\S+')


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


class Chat:
    """One platform's people. Whatever a method returns is for that person alone."""

    def __init__(self, app: App, may_set_up: MaySetUp) -> None:
        self.app = app
        self._may_set_up = may_set_up

    # --- command lines -----------------------------------------------------------------------

    async def command(
        self, key: str, by: Person, room: Room, words: Sequence[str], place: Place | None = None
    ) -> Answer:
        """Answer the words after `/drill`; in a thread they are meant for what is open there."""
        words = list(words) or [self.app.store.channel(room).drill]
        asked = [word.casefold() for word in words]
        match asked:
            case ["help"]:
                said = command.help_text(CHAT_OPTIONS)
                return Answer(replace(said, blocks=(*said.blocks, _SET_UP)))
            case ["notes"]:
                return Answer(notes(self.app.store, by))
            case ["status"]:
                words = ["--status"]
            case ["channel", *_]:
                return await self._channel(by, room, words[1:])
            case ["lab", *_]:
                told = "Labs are played in a terminal alone: `drill play lab` there."
                return Answer(Say((told,)))
            case [word] if word == "continue" or command.control_word(word):
                word = command.control_word(word) or word
                here = self.app.store.session_at(place) if place else None
                if here is not None:
                    return await self._tell(key, by, here, word)
                if place and not room.direct and self.app.store.session_at(place, over=True):
                    return Answer(_over())
                return await self.app.told(key, by, room, word)
        flags = [command.flag(word)[0] for word in words]
        private, team = "private" in flags, "team" in flags
        if private and team:
            return Answer(Say(("`--private` and `--team` exclude each other. Give one of them.",)))
        rest = [
            word for word, flag in zip(words, flags, strict=True) if flag not in ("private", "team")
        ]
        request = command.parse(rest, CHAT_OPTIONS)
        if isinstance(request, Say):
            return Answer(request)
        room = replace(room, private=private or room.private, team=team)
        return await self.app.request(key, by, room, rest)

    async def _channel(self, by: Person, room: Room, words: Sequence[str]) -> Answer:
        """How a channel is set up, after the changes that were asked for."""
        before = self.app.store.channel(room)
        after = channel.change(before, words)
        if isinstance(after, Say):
            return Answer(after)
        if after != before:
            if (refusal := await self._may_set_up(by, room)) is not None:
                return Answer(refusal)
            self.app.store.set_channel(room, after)
        return Answer(channel.shown(after, changed=after != before))

    async def picked(self, key: str, by: Person, room: Room, choice: str) -> Answer:
        """A choice of an answer outside every session: a domain, or a word and its session."""
        word, _, session = choice.partition(" ")
        if session:
            return await self._tell(key, by, self.app.store.session(session), word)
        return await self.app.request(key, by, room, ["--domain", word])

    async def _tell(self, key: str, by: Person, session: Session, word: str) -> Answer:
        if refusal := outside(session, by):
            return Answer(refusal)
        return await self.app.tell(key, by, session.id, word)

    # --- in a thread -------------------------------------------------------------------------

    async def message(self, message: Message) -> Answer:
        """Take what was written: a word, code, an answer. Other chatter is passed over."""
        store, place = self.app.store, message.place
        session = store.session_at(place) if place else None
        if session is None:
            return await self._elsewhere(message)
        word = spoken(message.text)
        pieces, around = intake.split(message.text)
        pieces = [*(intake.file(name, raw) for name, raw in message.files), *pieces]
        required = self.app.problem(session.draw).required
        meant = intake.unfenced(message.text, required) if not pieces and not word else None
        if refusal := outside(session, message.by):
            telling = word or meant or message.addressed or pieces
            return Answer(refusal if telling and not message.edited else None)
        try:
            found = intake.choose(pieces, required) if pieces else meant
        except intake.Refused as why:
            return Answer(None if message.edited else Say((str(why),)))
        if message.edited:
            return await self._edited(message, session, found)
        if found is None and word == "continue":
            return await self._tell(message.key, message.by, session, word)
        event = self._event(message, session, found, word, around)
        return Answer(session=await self.app.receive(message.key, session.id, event))

    def _event(
        self,
        message: Message,
        session: Session,
        found: intake.Taken | intake.Unsure | None,
        word: str | None,
        around: str,
    ) -> Event:
        now, by = self.app.clock.now(), message.by
        match found:
            case intake.Taken(submission, took):
                then = Scope.DONE if command.control_word(around) == "done" else Scope.RUN
                return Submitted(now, by, submission, took, then)
            case intake.Unsure(why, offers, submissions):
                return Offered(now, by, why, offers, submissions)
        if word:
            return Commanded(now, by, word)
        if message.addressed and not session.pending:
            return Commanded(now, by, message.text)
        return Said(now, by, message.text)

    async def _edited(
        self, message: Message, session: Session, found: intake.Taken | intake.Unsure | None
    ) -> Answer:
        """Changed code is asked about; a change of anything else means nothing."""
        match found:
            case intake.Taken(submission, took):
                offers: tuple[Offer, ...]
                submissions: tuple[Submission, ...]
                label = took.removeprefix("Took ").rstrip(".")
                offers, submissions = (Offer(submission.id, label, took),), (submission,)
            case intake.Unsure():
                offers, submissions = found.offers, found.submissions
            case None:
                return Answer()
        known = {sent.id for sent in self.app.store.submissions(session.id)}
        if {sent.id for sent in submissions} <= known:  # a link's preview changes a message too
            return Answer()
        event = Offered(self.app.clock.now(), message.by, Why.EDITED, offers, submissions)
        return Answer(session=await self.app.receive(message.key, session.id, event))

    async def _elsewhere(self, message: Message) -> Answer:
        """Outside every open session: a command line for the bot, or a word that came too late."""
        if message.edited:
            return Answer()
        place = message.place
        over = self.app.store.session_at(place, over=True) if place else None
        word = spoken(message.text)
        if over is not None and (word or message.files):
            return Answer(_over())
        if not message.addressed:
            return Answer()
        words = split(message.text)
        return await self.command(message.key, message.by, message.room, words, place)

    async def pressed(
        self, key: str, by: Person, session: Session, ask: int, choice: str
    ) -> Answer:
        """A button of a session. One that changes nothing any more says so."""
        if refusal := outside(session, by):
            return Answer(refusal)
        if choice == "continue":
            return await self._tell(key, by, session, choice)
        event = Pressed(self.app.clock.now(), by, ask, choice)
        after = await self.app.receive(key, session.id, event)
        if after.turn == session.turn:
            gone = "The drill is over." if not after.open else "What it asked is settled."
            return Answer(Say((f"That button does nothing any more. {gone}",)), after)
        return Answer(session=after)

    async def sent(
        self, key: str, by: Person, session: Session, text: str, files: Sequence[tuple[str, bytes]]
    ) -> Answer:
        """Code from a form. Raises intake.Refused with what is wrong with it."""
        if refusal := barred(session, by):
            return Answer(refusal)
        event = self.meant(by, session, text, files)
        return Answer(session=await self.app.receive(key, session.id, event))

    def meant(
        self, by: Person, session: Session, text: str, files: Sequence[tuple[str, bytes]]
    ) -> Event:
        """What the code of a form is taken for. Raises intake.Refused."""
        pieces, _ = intake.split(text)
        if not pieces and text.strip():
            pieces = [intake.Piece(f"{text.strip(chr(10))}\n".encode(), "solution.py", "your code")]
        pieces = [*(intake.file(name, raw) for name, raw in files), *pieces]
        if not pieces:
            raise intake.Refused("There is no code in it. Paste your solution, or add a file.")
        now = self.app.clock.now()
        match intake.choose(pieces, self.app.problem(session.draw).required):
            case intake.Taken(submission, took):
                return Submitted(now, by, submission, took)
            case intake.Unsure(why, offers, submissions):
                return Offered(now, by, why, offers, submissions)

    def last_code(self, session: Session) -> str:
        """What a form for code begins with."""
        if session.submission:
            return self.app.store.submission(session.submission).text
        return ""


def split(line: str) -> list[str]:
    """The words of a command line; what stands in quotes, straight or curly, is one word."""
    return [word.strip('"“”') or word for word in _WORDS.findall(line)]


def spoken(text: str) -> str | None:
    """The control word that a message is, or `continue`."""
    plain = text.strip().rstrip(".!?… ").casefold()
    return "continue" if plain == "continue" else command.control_word(text)


def outside(session: Session, by: Person) -> Say | None:
    """What to tell somebody who has no part in a session."""
    if by in session.people or session.team:
        return None
    starter = Mention(session.starter.user)
    return Say((f"This is {starter}'s drill, and theirs alone. Start one of your own: {NEXT}",))


def barred(session: Session, by: Person) -> Say | None:
    """Why somebody cannot send code to a session."""
    if refusal := outside(session, by):
        return refusal
    return None if session.open else _over()


def _over() -> Say:
    return Say((f"This drill is over. Next: {NEXT}",))


def notes(store: Store, by: Person) -> Say:
    """Everything that was noted for a person, as a file."""
    kept = store.notes(by)
    if not kept:
        return Say(("There are no notes yet: one is kept after each part you had graded.",))
    text = "\n\n".join(note.text.strip() for note in kept)
    last = kept[-1].text.strip()
    return Say(
        (f"Your notes · {len(kept)} part{'' if len(kept) == 1 else 's'}, newest last", last),
        files=(File(NOTES, f"{text}\n", Keep.WRITE),),
    )


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
