"""What people do in a chat, as events: the same rules on every chat platform."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.app import Answer, App
from bot.platforms import windows
from bot.platforms.lines import keeping, plain, split, spoken, without
from bot.platforms.reading import Message, is_text
from bot.platforms.reading import event as event_of
from bot.platforms.reading import read as reading_of
from bot.platforms.telling import barred, ended, notes, outside, settled
from bot.platforms.windows import Files, Found, Opener
from drills import channel, command, intake, menu
from drills.command import AFTER, CHANNEL, CHAT_OPTIONS, quoted
from drills.effects import (
    Form,
    Option,
    Say,
    Sending,
    Thread,
)
from drills.events import Offered, Pressed, Said
from drills.kinds.lab import menu as lab_menu
from drills.kinds.session import menu as session_menu
from drills.model import Offer, Person, Place, Room, Session, Submission, Why

# What keeps a person from setting up a channel, None if nothing does.
MaySetUp = Callable[[Person, Room], Awaitable[Say | None]]

_CHANGED = (
    "That message changed after I had read it, and what I took is as it was. Send the new text to"
    " have it taken."
)
_SET_UP = f"{CHANNEL} shows how a channel is set up: its time zone, and whose menu it shows."
_IN_VAIN = "is for a drill that is started; one that is open stays as it began. Leave it out."
EITHER = Say((f"{Option('private')} and {Option('team')} exclude each other. Give one of them.",))
_PICTURE = f"is no text, so nothing was taken. {Sending()}"
_LEFT = "`{word}` beside the code was not taken. Say it alone."
_DECISION = re.compile(r"(log|decision|decided)\s*:", re.IGNORECASE)
_HELP = {"progressive": command.help_text, "lab": command.lab_help, "session": command.session_help}
_WORDS = {"progressive": command.WORDS, "lab": command.LAB_WORDS, "session": command.SESSION_WORDS}
_ALONE = ("help", "status", "notes", "continue")
_LINE = dict.fromkeys((*command.WORDS, *_ALONE, "channel"), "")  # what a line may begin with
_LINES = ("progressive", "lab", "session", "channel")  # what a command line begins with


class Chat:
    """One platform's people. Whatever a method returns is for that person alone."""

    def __init__(self, app: App, may_set_up: MaySetUp, more: str = "") -> None:
        """`more` is what help says of the platform's own."""
        self.app, self._more = app, more
        self._may_set_up = may_set_up

    # --- command lines -----------------------------------------------------------------------

    async def command(
        self, key: str, by: Person, room: Room, words: Sequence[str], place: Place | None = None
    ) -> Answer:
        """Answer the words after `/drill`; in a thread they are meant for what is open there."""
        rest, flags = without(words, "private", "team")
        if not rest:
            words = [self.app.store.channel(room).drill, *words]
        asked = [word.casefold() for word in words]
        match asked:
            case [word, _, *_] if word in _ALONE or command.control_word(word):
                return Answer(Say((f"`{word}` takes nothing after it. Say it alone.",)))
            case ["help"]:
                here = self.app.store.session_at(place) if place else None
                said = _HELP[here.drill if here else "progressive"](CHAT_OPTIONS)
                more = f"{_SET_UP} {self._more}".strip()
                return Answer(replace(said, blocks=(*said.blocks, more)))
            case ["notes"]:
                return Answer(notes(self.app.store, by))
            case ["status"]:
                return Answer(self.progress(by))
            case ["channel", *_]:
                return await self._channel(by, room, words[1:])
            case [word] if known := spoken(word) or command.session_word(word):
                return await self._word(key, by, room, place, known)
        rest, flags = without(words, "private", "team")
        if len(flags) > 1:
            return Answer(EITHER)
        flag = "".join(flags)
        request = command.parse(rest, CHAT_OPTIONS, {**_LINE, **self.app.startable()})
        if isinstance(request, Say):
            return keeping(Answer(request), flag)
        if flag and (request.resume or request.status):
            return Answer(Say((f"{Option(flag)} {_IN_VAIN}",)))
        if request.resume:
            return await self._word(key, by, room, place, "continue")
        room = replace(room, private="private" in flags or room.private, team="team" in flags)
        return keeping(await self.app.request(key, by, room, rest), flag)

    async def _word(
        self, key: str, by: Person, room: Room, place: Place | None, word: str
    ) -> Answer:
        """A word for what is open here, else for the person's only drill."""
        here = self.app.store.session_at(place) if place else None
        if here is not None:
            return await self._tell(key, by, here, word)
        over = self.app.store.session_at(place, over=True) if place and not room.direct else None
        if over is not None:
            return ended(over)
        return await self.app.told(key, by, room, word)

    def progress(self, by: Person) -> Say:
        """What a person has done, in each drill that they know."""
        attempts, catalog = self.app.store.attempts(by), self.app.catalog
        said = menu.status(catalog.entries(), attempts)
        if any(attempt.drill == "lab" for attempt in attempts):
            labs = lab_menu.status(catalog.labs(), attempts)
            said = replace(said, blocks=(*said.blocks, *labs.blocks))
        if any(attempt.drill == "session" for attempt in attempts):
            worked = session_menu.status(catalog.working(), attempts)
            said = replace(said, blocks=(*said.blocks, *worked.blocks))
        return said

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

    def home(self, by: Person) -> Say:
        """What a person has done, or could; and every problem, to begin with."""
        attempts, catalog = self.app.store.attempts(by), self.app.catalog
        drills = menu.menu(catalog.entries(), attempts)
        labs = lab_menu.menu(catalog.labs(), attempts)
        worked = session_menu.menu(catalog.working(), attempts)
        menus = (*drills.blocks, *labs.blocks, *worked.blocks)
        known = self.progress(by).blocks if attempts else menus
        begin = f"Your notes: {command.NOTES}. Or begin here, in our direct messages:"
        offered, below = [], 0
        for each in (drills, labs, worked):
            offered += [replace(choice, row=below + choice.row) for choice in each.choices]
            below = max((choice.row for choice in offered), default=0) + 1
        return Say((*known, begin), choices=tuple(offered))

    async def picked(self, key: str, by: Person, room: Room, choice: str) -> Answer:
        """A choice of an answer outside every session: of a menu, or a word and its session."""
        word, _, session = choice.partition(" ")
        if session:
            return await self._tell(key, by, self.app.store.session(session), word)
        return await self.app.request(key, by, room, command.picked(choice))

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
        problem = self.app.problem(session.draw)
        reading = reading_of(message, session, problem)
        word = reading.word
        if refusal := outside(session, message.by):
            telling = reading.tells or message.addressed
            return Answer(refusal if telling and not message.edited else None)
        try:
            found = reading.code(problem)
        except intake.Refused as why:
            return Answer(None if message.edited else Say((str(why),)))
        if message.edited:
            return await self._edited(message, session, found)
        if found is None and word == "continue":
            return await self._tell(message.key, message.by, session, word)
        if found is None and not word and self._line(message, session):
            words = split(message.text)
            return await self.command(message.key, message.by, message.room, words, place)
        if found is None and not word and (aside := self._aside(message, session)):
            return Answer(aside)
        now = self.app.clock.now()
        if isinstance(found, Files) and _DECISION.match(reading.around):
            decided = Said(now, message.by, reading.around)
            session = await self.app.receive(f"{message.key}:log", session.id, decided)
        event = event_of(message, session, reading, found, now)
        left = spoken(reading.around, session) if found else None
        done = "run" if session.lab is not None else ("run", "done")
        told = Say((_LEFT.format(word=left),)) if left and left not in done else None
        return Answer(told, await self.app.receive(message.key, session.id, event))

    def _line(self, message: Message, session: Session) -> bool:
        """Whether it is a command line, said to the bot inside a drill that asks for nothing."""
        first, *_ = [*split(plain(message.text)), ""]
        waits = session.pending or is_text(session, message.text)
        return message.addressed and not waits and first in _LINES

    def _aside(self, message: Message, session: Session) -> Say | None:
        """What the player alone is told to something that is no word of the drill."""
        text, by = message.text, message.by
        if message.pictures and not text.strip():
            return Say((f"`{quoted(message.pictures[0])}` {_PICTURE}",))
        if is_text(session, text):
            return None
        match plain(text):
            case "status":
                return self.progress(by)
            case "notes":
                return notes(self.app.store, by)
        if session.pending or message.addressed or by not in session.people:
            return None
        known = _WORDS[session.drill]
        near = command.slip(text, [*known, *command.CHAT_WORDS])
        return Say((f"Did you mean `{near}`?",)) if near else None

    async def _edited(self, message: Message, session: Session, found: Found | None) -> Answer:
        """Changed code is asked about; a change of anything else means nothing."""
        match found:
            case intake.Taken(submission, took):
                offers: tuple[Offer, ...]
                submissions: tuple[Submission, ...]
                label = took.removeprefix("Took ").rstrip(".")
                offers, submissions = (Offer(submission.id, label, took),), (submission,)
            case Files(sent):
                offers, submissions = (), sent
            case intake.Unsure():
                offers, submissions = found.offers, found.submissions
            case None:
                return Answer()
        known = {sent.id for sent in self.app.store.submissions(session.id)}
        if {sent.id for sent in submissions} <= known:  # a link's preview changes a message too
            return Answer()
        if session.drill != "progressive":
            return Answer(Say((_CHANGED,)))
        event = Offered(self.app.clock.now(), message.by, Why.EDITED, offers, submissions)
        return Answer(session=await self.app.receive(message.key, session.id, event))

    async def _elsewhere(self, message: Message) -> Answer:
        """Outside every open session: a command line for the bot, or a word that came too late."""
        if message.edited:
            return Answer()
        place = message.place
        over = self.app.store.session_at(place, over=True) if place else None
        word = spoken(message.text, over)
        if over is not None and (word or message.files):
            return ended(over)
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
        if choice == AFTER and not session.open:
            return await self._after(by, session)
        event = Pressed(self.app.clock.now(), by, ask, choice)
        after = await self.app.receive(key, session.id, event)
        if after.turn == session.turn:
            return Answer(settled(after), after)
        return Answer(session=after)

    async def _after(self, by: Person, session: Session) -> Answer:
        """The drill after one that is over, where that was; pressed again, the same one."""
        place = session.place
        room = Room(
            place.platform,
            place.workspace,
            session.room,
            session.private,
            session.team,
            direct=place.thread == session.room,
        )
        asked = [session.drill, AFTER]
        answer = await self.app.request(f"next:{session.id}:{by.user}", by, room, asked)
        after = answer.session
        if answer.say is not None or after is None or after.unopened:
            return answer
        if not after.open:
            return ended(after)
        return Answer(Say((f"Your next drill is in {Thread(after.place)}.",)), after)

    # --- windows -----------------------------------------------------------------------------

    def form(self, by: Person, session: Session, opened: Opener) -> Form | Say:
        """The window that a button opens, or what to say instead."""
        if refusal := barred(session, by):
            return refusal
        return windows.form(self.app, session, opened) or settled(session)

    async def sent(
        self,
        key: str,
        by: Person,
        session: Session,
        opened: Opener,
        text: str,
        files: Sequence[tuple[str, bytes]],
    ) -> Answer:
        """What was written in a window. Raises intake.Refused with what is wrong with it."""
        if refusal := barred(session, by):
            return Answer(refusal)
        event = windows.meant(self.app, by, session, opened, text, files)
        return Answer(session=await self.app.receive(key, session.id, event))
