"""Slack as the app sees it: says, changes, settles and announces."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.platforms import telling
from bot.platforms.slack import receipts, render
from bot.platforms.slack.errors import MESSAGE_GONE, THREAD_GONE, Limited, Refused
from bot.platforms.slack.places import NAME, place, where
from bot.platforms.slack.receipts import Receipt
from bot.platforms.slack.render import Rendered, Upload
from bot.platforms.slack.spelling import Spelling
from bot.platforms.slack.wire import Wire
from bot.platforms.slack.workspaces import Clients, Workspaces
from bot.ports import NotSent, Store
from drills import presentation
from drills.command import NEXT, NOTES
from drills.effects import Announce, File, InsertStub, Keep, Say, Settle
from drills.model import Person, Place, Room, Session

log = logging.getLogger(__name__)

TRIES = 8  # of a message to a place that is closed to the bot; half an hour in all
FIRST_PAUSE = 15.0  # seconds; doubled from try to try
PATIENCE = 3  # tries of what one person alone is shown


class Slack:
    """Every workspace that the app is installed in. Implements `ports.Platform`."""

    name = NAME
    more = "My Home tab shows your progress and your open drills, and starts new ones."

    def __init__(self, store: Store, clients: Clients) -> None:
        self._store, self._workspaces = store, Workspaces(clients)
        self._unsent: set[str] = set()  # keys of what Slack certainly has not got yet
        self._lost: set[str] = set()  # sessions whose thread was given up
        self._told: set[tuple[str, str]] = set()  # (session, why) that its person was written
        self._unopened: dict[str, Refused] = {}  # sessions that got no thread

    # --- what the app calls ------------------------------------------------------------------

    async def say(self, session: Session, say: Say, key: str, receipt: str) -> str:
        """Send a message to the session's thread, or change the earlier one of its name."""
        sent = receipts.load(receipt)
        if sent is not None and not sent.waiting:
            return receipt
        at = where(session.place)
        if at is None:
            log.warning("session %s has no thread in Slack; a message is lost", session.id)
            return ""
        try:
            wire = await self._workspaces.wire(session.place.workspace)
            if say.to is not None:
                await self._alone(wire, session, say, say.to, at)
                return ""
            return (await self._say(wire, session, say, key, sent, at)).dump()
        except Refused as refused:
            await self._kept_out(session, key, refused)
            return ""

    async def settle(self, session: Session, settle: Settle) -> None:
        """The question's buttons go; a line says what was chosen, by whom and when."""
        asked = receipts.load(self._store.receipt(session.id, ask=settle.ask))
        if asked is None:
            return
        label = asked.labels.get(settle.choice, settle.choice)
        blocks = render.settled(asked.blocks, label, settle, session.last_at, Spelling(True))
        await self._change(session.place.workspace, asked, Rendered(asked.text, blocks))

    async def announce(
        self, session: Session, announce: Announce, key: str, receipt: str
    ) -> tuple[Place, str]:
        """Open the session's thread, or change the line that it hangs under.

        Where the channel is closed to the bot, the thread is opened in the person's direct
        messages, and says why: the clock of their drill runs.
        """
        team = session.place.workspace
        if (sent := receipts.load(receipt)) is not None:
            return place(team, sent.channel, sent.ts), receipt
        if where(session.place) is not None:
            first = receipts.load(self._store.receipt(session.id, announced=True))
            if first is not None:
                await self._change(team, first, render.line(announce.text, Spelling()))
            return session.place, first.dump() if first else ""
        if not session.open:
            return session.place, ""  # it never got a thread, and needs none any more
        try:
            channel, ts = await self._open(
                await self._workspaces.wire(team), session, announce.text, key
            )
        except Refused as refused:
            log.warning("no thread for session %s: %s", session.id, refused.code)
            self._unopened[session.id] = refused
            return session.place, ""
        return place(team, channel, ts), Receipt(channel, ts).dump()

    async def insert_stub(self, session: Session, stub: InsertStub) -> Say:
        return telling.stub(self._store, stub)

    async def leave(self, session: Session) -> None:
        """Nobody leaves a chat; the thread stays."""

    # --- what the adapter calls --------------------------------------------------------------

    async def private(
        self,
        say: Say,
        to: Person,
        room: Room,
        place: Place | None = None,
        session: Session | None = None,
        response_url: str = "",
    ) -> None:
        """Show a message to one person alone, in the channel or in a thread of it.

        Never raises. Its choices are buttons: with a `session` they are that session's (action
        ids `session:<choice>`, or `form:<choice>` for one that opens a form; value
        `<session>:<ask>:<choice>`); without, they pick (action id `pick:<number>`, value
        `<private, team or nothing>:<choice>`: the room's flags, for `Chat.picked`). With a
        `response_url` it goes there, which works also where the bot is not in the channel. Files
        go to the person's direct messages, and the line in the channel says so.
        """
        flags = "private" if room.private else "team" if room.team else ""
        buttons = render.of_session(session, say.ask) if session else render.picking(flags)
        at = where(place) if place else None
        for _ in range(PATIENCE):
            try:
                wire = await self._workspaces.wire(room.workspace)
                url, _ = await wire.about()
                said = render.message(say, Spelling(session is not None, url), buttons)
                thread = at[1] if at else None
                await wire.privately(said, to.user, room.channel, thread, response_url)
                return
            except NotSent as later:
                await asyncio.sleep(later.retry_after)
            except Refused as refused:
                log.warning("%s could not be told something: %s", to.user, refused.code)
                return
        log.warning("%s could not be told something: Slack does not take it now", to.user)

    async def obstacle(self, room: Room) -> Say | None:
        """What keeps a drill from being held in a channel, and what to do; None if nothing does.

        Asked before a session is started there. Raises NotSent.
        """
        return await self._workspaces.obstacle(room)

    async def may_set_up(self, by: Person, room: Room) -> Say | None:
        """What keeps somebody from setting up a channel; None if nothing does."""
        return await self._workspaces.may_set_up(by, room)

    async def unopened(self, session: Session) -> Say | None:
        """Why a session that was just begun has no thread; None where it has one, or will."""
        refused = self._unopened.pop(session.id, None)
        if refused is None:
            return None
        why = refused.sentence(await self._workspaces.bot(session.place.workspace))
        return Say((f"Your drill has no thread: none could be opened. {why}",))

    async def direct(self, person: Person) -> str:
        """The channel of the direct messages with somebody. Raises Refused, NotSent."""
        return await (await self._workspaces.wire(person.workspace)).direct(person.user)

    async def home(self, person: Person, say: Say) -> None:
        """Show somebody's home tab; what is picked there is for them alone. Never raises."""
        try:
            wire = await self._workspaces.wire(person.workspace)
            url, _ = await wire.about()
            said = render.message(say, Spelling(url=url), render.picking("private"))
            await wire.home(person.user, said)
        except (Refused, NotSent) as trouble:  # it is shown anew each time that it is opened
            log.warning("the home tab of %s could not be shown: %s", person.user, trouble)

    # --- a message of a session --------------------------------------------------------------

    async def _say(
        self,
        wire: Wire,
        session: Session,
        say: Say,
        key: str,
        sent: Receipt | None,
        at: tuple[str, str],
    ) -> Receipt:
        said = self._rendered(session, say, (await wire.about())[0])
        files: Sequence[Upload] = said.files
        if sent is None:
            ts, files = await self._text(wire, session, say, said, key, at)
            sent = Receipt(at[0], ts, waiting=bool(files))
            if any(choice.answer for choice in say.choices):
                labels = {choice.id: choice.label for choice in say.choices}
                blocks = render.shown(said.blocks)
                sent = replace(sent, text=said.text, blocks=blocks, labels=labels)
            if sent.waiting:
                self._store.keep_receipt(int(key), sent.dump())
        else:
            files = await self._unshared(wire, at, files, sent.ts)
        if files:
            await self._share(wire, at, files)
        return replace(sent, waiting=False)

    async def _text(
        self,
        wire: Wire,
        session: Session,
        say: Say,
        said: Rendered,
        key: str,
        at: tuple[str, str],
    ) -> tuple[str, tuple[Upload, ...]]:
        """Send a message, or change the one whose place it takes; its `ts`, and files to send."""
        channel, thread = at
        earlier = receipts.load(self._store.receipt(session.id, name=say.name) if say.name else "")
        if earlier is not None:
            try:
                files = await wire.update(earlier.channel, earlier.ts, said)
                if any(choice.answer for choice in say.choices):
                    await self._asked_again(session, say, but=earlier.ts)
                return earlier.ts, files
            except Refused as refused:
                if refused.code not in MESSAGE_GONE:
                    raise
        if self._may_be_there(key):
            found = await self._found(wire, channel, thread, key, thread)
            if found is not None:
                return found, said.files
        if any(choice.answer for choice in say.choices):
            await self._asked_again(session, say)
        return await self._post(wire, channel, thread, said, key)

    async def _post(
        self, wire: Wire, channel: str, thread: str | None, said: Rendered, key: str
    ) -> tuple[str, tuple[Upload, ...]]:
        try:
            return await wire.post(channel, thread, said, key)
        except (Limited, Refused):
            self._unsent.add(key)
            raise

    def _rendered(self, session: Session, say: Say, url: str) -> Rendered:
        calling = (session.people if session.team else session.people[:1]) if say.mention else ()
        whole = tuple(self._whole(session, file) for file in say.files)
        buttons = render.of_session(session, say.ask)
        return render.message(
            replace(say, files=whole), Spelling(inside=True, url=url), buttons, calling
        )

    def _whole(self, session: Session, file: File) -> File:
        """A file that grows from part to part is sent whole: who opens it sees every part."""
        if file.keep is not Keep.APPEND:
            return file
        problem = self._store.problem(session.draw)
        grown: list[str] = []
        for part in presentation.files_so_far(session, problem):
            if part.name == file.name:
                grown.append(part.text)
                if part.text == file.text:
                    return replace(file, text="\n".join(grown))
        return file

    async def _share(self, wire: Wire, at: tuple[str, str], files: Sequence[Upload]) -> None:
        """Send the files of a message. Where that is not allowed, the thread is told: the text
        is there already, and the drill goes on without them."""
        try:
            await wire.share(*at, files)
        except Refused as refused:
            names = ", ".join(f"`{file.name}`" for file in files)
            why = refused.sentence((await wire.about())[1])
            await wire.post(*at, render.line(f"{names} could not be sent. {why}", Spelling(True)))

    async def _unshared(
        self, wire: Wire, at: tuple[str, str], files: Sequence[Upload], since: str
    ) -> Sequence[Upload]:
        """What an earlier try has not sent yet of a message's files."""
        try:
            there = await wire.shared(*at, since)
        except Refused:  # it may not read here: better sent twice than not at all
            return files
        return [file for file in files if file.name not in there]

    async def _asked_again(self, session: Session, say: Say, but: str = "") -> None:
        """The same question is put once more: it has buttons only where it stands last."""
        earlier = receipts.load(self._store.receipt(session.id, ask=say.ask))
        if earlier is not None and earlier.ts != but:
            said = Rendered(earlier.text, earlier.blocks)
            await self._change(session.place.workspace, earlier, said)

    async def _change(self, team: str, sent: Receipt, said: Rendered) -> None:
        """Change a message where that can be done: one that is gone needs no change."""
        try:
            await (await self._workspaces.wire(team)).update(sent.channel, sent.ts, said)
        except Refused as refused:
            log.warning("a message in Slack could not be changed: %s", refused.code)

    async def _alone(
        self, wire: Wire, session: Session, say: Say, to: Person, at: tuple[str, str]
    ) -> None:
        said = self._rendered(session, say, (await wire.about())[0])
        await wire.privately(said, to.user, *at)

    # --- threads -----------------------------------------------------------------------------

    async def _open(self, wire: Wire, session: Session, text: str, key: str) -> tuple[str, str]:
        """Post the line under which the session's thread hangs; its channel and `ts`."""
        since = f"{session.started_at.timestamp() - 60:.6f}"  # our clock may be ahead of Slack's
        line, why = text, ""
        if not session.private:
            try:
                return session.room, await self._line(wire, session.room, line, key, since)
            except Refused as refused:
                why = refused.sentence((await wire.about())[1])
        direct = await wire.direct(session.starter.user)
        line = f"{text}\n{why} The drill is here, so that no time is lost." if why else text
        return direct, await self._line(wire, direct, line, key, since)

    async def _line(self, wire: Wire, channel: str, text: str, key: str, since: str) -> str:
        if self._may_be_there(key):
            found = await self._found(wire, channel, None, key, since)
            if found is not None:
                return found
        ts, _ = await self._post(wire, channel, None, render.line(text, Spelling()), key)
        return ts

    # --- what goes wrong ---------------------------------------------------------------------

    def _may_be_there(self, key: str) -> bool:
        """Whether an earlier try may have got through without our knowing."""
        if key in self._unsent:
            self._unsent.discard(key)
            return False
        return self._store.tries(int(key)) > 1

    async def _found(
        self, wire: Wire, channel: str, thread: str | None, key: str, since: str
    ) -> str | None:
        try:
            return await wire.find(channel, thread, key, since)
        except Refused:  # it may not read here: better said twice than not at all
            return None

    async def _kept_out(self, session: Session, key: str, refused: Refused) -> None:
        """A message could not be sent. Where people can mend that, its person is told, and it is
        tried for half an hour: they may invite the bot again. Then it is given up."""
        tries = self._store.tries(int(key))
        why = refused.sentence(await self._workspaces.bot(session.place.workspace))
        if refused.mendable and session.id not in self._lost and tries < TRIES:
            told = f"I can't write in your drill's thread. {why}\nI try again for half an hour."
            await self._write(session, refused.code, told)
            raise NotSent(why, FIRST_PAUSE * 2 ** (tries - 1))
        log.error("a message of session %s was given up: %s", session.id, refused.code)
        if refused.mendable or refused.code in THREAD_GONE:
            self._lost.add(session.id)
            told = f"I can't write in your drill's thread. {why}"
            kept = f"Your code and your notes are kept: {NOTES}. Next: {NEXT}"
            await self._write(session, "lost", f"{told}\n{kept}")

    async def _write(self, session: Session, about: str, text: str) -> None:
        """Tell the one who started a session of a trouble, once, by direct message."""
        if (session.id, about) in self._told:
            return
        self._told.add((session.id, about))
        try:
            wire = await self._workspaces.wire(session.place.workspace)
            direct = await wire.direct(session.starter.user)
            await wire.post(direct, None, render.line(text, Spelling()))
        except (Refused, NotSent) as trouble:
            log.warning("%s could not be told of it: %s", session.starter.user, trouble)
