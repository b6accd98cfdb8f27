"""What people do in a chat, as events: the same rules on every chat platform."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from bot.app import Answer, App
from bot.platforms import stubs, windows
from bot.platforms.windows import Opener
from bot.ports import Store
from drills import channel, command, intake, menu
from drills.command import AFTER, CHANNEL, CHAT_OPTIONS, CONTINUE, HELP, NEXT, quoted
from drills.effects import (
    Choice,
    Command,
    File,
    Form,
    InsertStub,
    Keep,
    Mention,
    Option,
    Say,
    Sending,
    Thread,
    Token,
    spell,
)
from drills.events import Commanded, Event, Offered, Pressed, Said, Submitted
from drills.kinds.lab import choices, flow
from drills.kinds.lab import menu as lab_menu
from drills.kinds.session import menu as session_menu
from drills.model import Offer, Person, Place, Room, Scope, Session, Submission, Why

# What keeps a person from setting up a channel, None if nothing does.
MaySetUp = Callable[[Person, Room], Awaitable[Say | None]]

NOTES = "notes.md"
_CHANGED = (
    "That message changed after I had read it, and what I took is as it was. Send the new text to"
    " have it taken."
)
_SET_UP = f"{CHANNEL} shows how a channel is set up: its time zone, and whose menu it shows."
_IN_VAIN = "is for a drill that is started; one that is open stays as it began. Leave it out."
EITHER = Say((f"{Option('private')} and {Option('team')} exclude each other. Give one of them.",))
_PICTURE = f"is no text, so nothing was taken. {Sending()}"
_LEFT = "`{word}` beside the code was not taken. Say it alone."
_ALONE = ("help", "status", "notes", "continue")
_LINE = dict.fromkeys((*command.WORDS, *_ALONE, "channel"), "")  # what a line may begin with
_LINES = ("progressive", "lab", "session", "channel")  # what a command line begins with
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
    pictures: tuple[str, ...] = ()  # and other files that can be no code, which were not fetched


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
        rest, flags = _without(words, "private", "team")
        if not rest:
            words = [self.app.store.channel(room).drill, *words]
        asked = [word.casefold() for word in words]
        match asked:
            case [word, _, *_] if word in _ALONE or command.control_word(word):
                return Answer(Say((f"`{word}` takes nothing after it. Say it alone.",)))
            case ["help"]:
                here = self.app.store.session_at(place) if place else None
                labs = here is not None and here.lab is not None
                said = command.lab_help(CHAT_OPTIONS) if labs else command.help_text(CHAT_OPTIONS)
                more = f"{_SET_UP} {self._more}".strip()
                return Answer(replace(said, blocks=(*said.blocks, more)))
            case ["notes"]:
                return Answer(notes(self.app.store, by))
            case ["status"]:
                return Answer(self.progress(by))
            case ["channel", *_]:
                return await self._channel(by, room, words[1:])
            case ["session", *_]:
                return Answer(Say((session_menu.IN_TERMINAL,)))
            case [word] if word == "continue" or command.control_word(word):
                return await self._word(key, by, room, place, command.control_word(word) or word)
        rest, flags = _without(words, "private", "team")
        if len(flags) > 1:
            return Answer(EITHER)
        flag = "".join(flags)
        request = command.parse(rest, CHAT_OPTIONS, {**_LINE, **self.app.startable()})
        if isinstance(request, Say):
            return _keeping(Answer(request), flag)
        if flag and (request.resume or request.status):
            return Answer(Say((f"{Option(flag)} {_IN_VAIN}",)))
        if request.resume:
            return await self._word(key, by, room, place, "continue")
        room = replace(room, private="private" in flags or room.private, team="team" in flags)
        return _keeping(await self.app.request(key, by, room, rest), flag)

    async def _word(
        self, key: str, by: Person, room: Room, place: Place | None, word: str
    ) -> Answer:
        """A word for what is open here, else for the person's only drill."""
        here = self.app.store.session_at(place) if place else None
        if here is not None:
            return await self._tell(key, by, here, word)
        over = self.app.store.session_at(place, over=True) if place and not room.direct else None
        if over is not None:
            return _ended(over)
        return await self.app.told(key, by, room, word)

    def progress(self, by: Person) -> Say:
        """What a person has done, in each drill that they know."""
        attempts, catalog = self.app.store.attempts(by), self.app.catalog
        said = menu.status(catalog.entries(), attempts)
        if any(attempt.drill == "lab" for attempt in attempts):
            labs = lab_menu.status(catalog.labs(), attempts)
            said = replace(said, blocks=(*said.blocks, *labs.blocks))
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
        known = self.progress(by).blocks if attempts else (*drills.blocks, *labs.blocks)
        begin = f"Your notes: {command.NOTES}. Or begin here, in our direct messages:"
        below = max((choice.row for choice in drills.choices), default=0) + 1
        more = (replace(choice, row=below + choice.row) for choice in labs.choices)
        return Say((*known, begin), choices=(*drills.choices, *more))

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
        problem, word = self.app.problem(session.draw), spoken(message.text, session)
        silent = not (message.text.strip() or message.files)
        if silent and message.addressed and not message.pictures:
            word = "time"  # the bot's name alone asks how things stand
        pieces, around = intake.split(message.text)
        if choices.is_text(session, around):
            pieces, around = [], message.text
        pieces = [*(intake.file(name, raw) for name, raw in message.files), *pieces]
        unclear = not (pieces or word or choices.is_text(session, message.text))
        bare, beside = _apart(message.text)
        meant = intake.unfenced(bare, problem.required) if unclear else None
        around = beside if meant else around
        if refusal := outside(session, message.by):
            telling = word or meant or message.addressed or pieces
            return Answer(refusal if telling and not message.edited else None)
        try:
            found = windows.found(problem, pieces, meant)
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
        event = self._event(message, session, found, word, around)
        left = spoken(around, session) if found else None
        done = "run" if session.lab is not None else ("run", "done")
        told = Say((_LEFT.format(word=left),)) if left and left not in done else None
        return Answer(told, await self.app.receive(message.key, session.id, event))

    def _line(self, message: Message, session: Session) -> bool:
        """Whether it is a command line, said to the bot inside a drill that asks for nothing."""
        first, *_ = [*split(plain(message.text)), ""]
        waits = session.pending or choices.is_text(session, message.text)
        return message.addressed and not waits and first in _LINES

    def _aside(self, message: Message, session: Session) -> Say | None:
        """What the player alone is told to something that is no word of the drill."""
        text, by = message.text, message.by
        if message.pictures and not text.strip():
            return Say((f"`{quoted(message.pictures[0])}` {_PICTURE}",))
        if choices.is_text(session, text):
            return None
        match plain(text):
            case "status":
                return self.progress(by)
            case "notes":
                return notes(self.app.store, by)
        if session.pending or message.addressed or by not in session.people:
            return None
        known = command.LAB_WORDS if session.lab is not None else command.WORDS
        near = command.slip(text, [*known, *command.CHAT_WORDS])
        return Say((f"Did you mean `{near}`?",)) if near else None

    def _event(
        self,
        message: Message,
        session: Session,
        found: intake.Taken | intake.Unsure | None,
        word: str | None,
        around: str,
    ) -> Event:
        now, by = self.app.clock.now(), message.by
        then = Scope.DONE if command.control_word(around) == "done" else Scope.RUN
        match found:
            case intake.Taken(submission, took):
                return Submitted(now, by, submission, took, then)
            case intake.Unsure(why, offers, submissions):
                return Offered(now, by, why, offers, submissions, then)
        if word:
            return Commanded(now, by, word)
        if message.addressed and not session.pending and not choices.is_text(session, message.text):
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
        if session.lab is not None:
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
            return _ended(over)
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
            return Answer(_settled(after), after)
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
            return _ended(after)
        return Answer(Say((f"Your next drill is in {Thread(after.place)}.",)), after)

    # --- windows -----------------------------------------------------------------------------

    def form(self, by: Person, session: Session, opened: Opener) -> Form | Say:
        """The window that a button opens, or what to say instead."""
        if refusal := barred(session, by):
            return refusal
        return windows.form(self.app, session, opened) or _settled(session)

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


def split(line: str) -> list[str]:
    """The words of a command line; what stands in quotes, straight or curly, is one word."""
    return [word.strip('"“”') or word for word in _WORDS.findall(line)]


def starts(words: Sequence[str]) -> bool:
    """Whether a command line is to open a session, which takes a place to hold it in."""
    request = command.parse(_without(words, "private", "team")[0], CHAT_OPTIONS)
    return not isinstance(request, Say) and request.opens and not request.resume


def _keeping(answer: Answer, flag: str) -> Answer:
    """An answer whose commands and choices start with a flag that was given."""
    if answer.say is None or not flag:
        return answer

    def kept(token: Token) -> str:
        if not isinstance(token, Command) or token.options in (CONTINUE.options, HELP.options):
            return str(token)
        return str(replace(token, options=(*token.options, (flag, ""))))

    told = answer.say.blocks
    blocks = tuple(spell(each, kept) if isinstance(each, str) else each for each in told)
    return replace(answer, say=replace(answer.say, blocks=blocks), flag=flag)


def _without(words: Sequence[str], *flags: str) -> tuple[list[str], set[str]]:
    """The words without those flags, and which of the flags were there."""
    named = [(word, command.flag(word)[0]) for word in words]
    rest = [word for word, flag in named if flag not in flags]
    return rest, {flag for _, flag in named if flag in flags}


def plain(text: str) -> str:
    """A message with its case and final punctuation folded."""
    return text.strip().rstrip(".!?… ").casefold()


def _apart(text: str) -> tuple[str, str]:
    """A message without the control word that is its first or its last line, and that word."""
    lines = text.strip().splitlines()
    for at in (-1, 0):
        if len(lines) > 1 and command.control_word(lines[at]):
            word = lines.pop(at)
            return "\n".join(lines), word
    return text, ""


def spoken(text: str, session: Session | None = None) -> str | None:
    """The word of a drill that a whole message is, or `continue`."""
    if plain(text) == "continue":
        return "continue"
    if session is not None and session.lab is not None:
        return flow.spoken(session, text)
    return command.control_word(text)


def outside(session: Session, by: Person) -> Say | None:
    """What to tell somebody who has no part in a session."""
    if by in session.people or session.team:
        return None
    starter = Mention(session.starter.user)
    own = f"Start one of your own: {_next(session)}"
    return Say((f"Only {starter} can act in this drill. {own}",))


def barred(session: Session, by: Person) -> Say | None:
    """Why somebody cannot send code to a session."""
    if refusal := outside(session, by):
        return refusal
    return None if session.open else _over(session)


def _settled(session: Session) -> Say:
    gone = "What it asked is settled." if session.open else "The drill is over."
    return Say((f"That button does nothing any more. {gone}",))


def _over(session: Session) -> Say:
    return Say((f"This drill is over. Next: {_next(session)}",))


def _ended(session: Session) -> Answer:
    """A word or code came too late."""
    choice = f"lab:{AFTER}" if session.lab is not None else AFTER
    flag = "private" if session.private else "team" if session.team else ""
    return Answer(replace(_over(session), choices=(Choice(choice, "Next"),)), flag=flag)


def _next(session: Session) -> Command:
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
