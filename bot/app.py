"""The main flow: an event goes in; the drill says what follows; it is saved, then performed."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from typing import Any, assert_never

from bot.ports import (
    Catalog,
    Claimed,
    Clock,
    Conflict,
    DueTimer,
    Duplicate,
    Grader,
    NotSent,
    PlaceTaken,
    Platform,
    Store,
    StoreProblem,
)
from drills import command, engine, menu
from drills.effects import (
    Announce,
    InsertStub,
    KeepNote,
    Leave,
    Probe,
    RunProgram,
    RunTests,
    Say,
    Settle,
    StartTimer,
    StopTimer,
)
from drills.events import (
    Commanded,
    Continued,
    Event,
    Graded,
    Opened,
    Probed,
    Ran,
    Started,
    TimerFired,
)
from drills.kinds.lab import menu as lab_menu
from drills.kinds.session import menu as session_menu
from drills.model import Attempt, Grade, Person, Place, Problem, Room, Session, Submission
from drills.working import Call, ProbeCall, ProgramRun

log = logging.getLogger(__name__)

RETRY_STORE = 5.0  # seconds
PROBE_STEP = 5.0  # seconds; a probe ends with a whole one: how long it took would tell of traps
TRIES = 6  # of an effect that fails in a way that nobody foresaw
_FINISHING = TimerFired | Graded | Ran | Probed  # these finish a row of theirs
_SEEDS = 1 << 30  # of working sessions
RENEW_EVERY = 20.0  # seconds; a lease lasts three times as long


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request led to: a message for the person alone, the session now open here, or both.

    `flag` is "private" or "team" where the request had that: what its choices are to start with.
    """

    say: Say | None = None
    session: Session | None = None
    flag: str = ""


def _opened_by(key: str) -> str:
    """The id of the session that a command line opens: the same one if it is delivered again."""
    return hashlib.sha256(key.encode()).hexdigest()[:16]


class App:
    """One process of the bot: the only place where rules, store, grader and platforms meet.

    `owner` names the process in the claims on the outbox; `zone` is that of its places which are
    in no room.
    """

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        grader: Grader,
        clock: Clock,
        platforms: Mapping[str, Platform],
        owner: str,
        zone: str = "UTC",
    ) -> None:
        self.store = store
        self.catalog = catalog
        self.grader = grader
        self.clock = clock
        self.platforms = platforms
        self.owner = owner
        self.zone = zone
        self.probe_step = PROBE_STEP
        self.retry_effect = 10.0  # seconds, and as many more after each further try
        self.poke: Callable[[], None] = lambda: None  # tells the timers that rows changed
        self.problem = lru_cache(maxsize=64)(store.problem)  # by its draw; large, and never changed
        self._tasks: set[asyncio.Task[None]] = set()
        self._renewing: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Make the first draw quick, while a person still reads or chooses."""
        self._spawn(asyncio.to_thread(self.catalog.prepare))

    # --- in ----------------------------------------------------------------------------------

    async def receive(self, key: str, session: str, event: Event) -> Session:
        """Take one event of a session. `key` is unique to it: a repeat changes nothing."""
        if self._record(key, session, event):
            self.poke()
            await self.perform(session)
        return self.store.session(session)

    def _record(self, key: str, session: str, event: Event) -> bool:
        """Save what one event leads to; whether there may be something to perform."""
        while True:
            before = self.store.session(session)
            step = engine.step(before, event, self.problem(before.draw))
            inert = step.session == before and not step.effects
            if inert and not isinstance(event, _FINISHING):
                return False
            try:
                self.store.record(key, event, before, step)
            except Conflict:
                continue
            except Duplicate:
                pass
            return True

    async def fire(self, timer: DueTimer) -> None:
        """Take a due timer; late ones carry when they should have come."""
        event = TimerFired(self.clock.now(), timer.name, timer.due)
        await self.receive(f"timer:{timer.id}", timer.session, event)

    async def request(
        self, key: str, by: Person, place: Place | Room, words: Sequence[str]
    ) -> Answer:
        """Answer a command line: the menu, an error, or the session that it opens here.

        In a room every session gets a thread of its own, where it has threads.
        """
        request = command.parse(words, known=self.startable())
        if isinstance(request, Say):
            return Answer(request)
        attempts = self.store.attempts(by)
        at = place if isinstance(place, Place) else place.thread("") if place.direct else None
        here = self.store.session_at(at) if at else None
        if request.status:
            return Answer(self._status(request, attempts))
        if request.resume:
            if isinstance(place, Room):
                return await self.told(key, by, place, "continue")
            if here is None:
                return Answer(menu.nothing_here(attempts))
            return await self._continue(key, by, here.id)
        picked = self.pick(request, attempts, secrets.randbelow(1 << 30))
        if isinstance(picked, Say):
            return Answer(picked)
        if here is not None:
            if here.id == _opened_by(key):  # delivered again: what it opened is there
                return Answer(session=here)
            return Answer(menu.taken(here, self.problem(here.draw)), here)
        if request.drill == "lab":
            problem = await asyncio.to_thread(self.catalog.task, picked)
            return await self._start(key, by, place, problem, request)
        if request.drill == "session":
            drawn = secrets.randbelow(_SEEDS) if request.seed is None else request.seed
            problem = await asyncio.to_thread(self.catalog.work, picked, drawn)
            return await self._start(key, by, place, problem, request)
        earlier = [(a.skin, a.knobs) for a in attempts if a.problem == picked]
        seed = request.seed
        if seed is None:
            seed = self.catalog.fresh_seed(picked, earlier)
        problem = await asyncio.to_thread(self.catalog.draw, picked, seed)
        return await self._start(key, by, place, problem, request)

    def startable(self) -> dict[str, str]:
        """The name of everything that can be started, and its choice in a menu."""
        catalog = self.catalog
        return menu.startable(catalog.entries(), catalog.labs(), catalog.working())

    def pick(self, request: command.Request, attempts: Sequence[Attempt], chance: int) -> str | Say:
        """The problem that a request is for, or what to say instead; `chance` is 0 or more."""
        if request.drill == "lab":
            return lab_menu.pick(request, self.catalog.labs(), attempts, chance)
        if request.drill == "session":
            return session_menu.pick(request, self.catalog.working(), attempts, chance)
        return menu.pick(request, self.catalog.entries(), attempts, chance)

    def _status(self, request: command.Request, attempts: Sequence[Attempt]) -> Say:
        if request.drill == "lab":
            return lab_menu.status(self.catalog.labs(), attempts)
        if request.drill == "session":
            return session_menu.status(self.catalog.working(), attempts)
        return menu.status(self.catalog.entries(), attempts)

    async def _start(
        self,
        key: str,
        by: Person,
        where: Place | Room,
        problem: Problem,
        request: command.Request,
    ) -> Answer:
        session = _opened_by(key)
        # The draw is saved for this session alone: content that changes later never reaches it.
        now = self.clock.now()
        place = where.thread(session) if isinstance(where, Room) else where
        event = Started(now, by, place, session, session, request.drill, zone=self.zone)
        event = replace(event, minutes=request.minutes, ai=request.ai)
        if isinstance(where, Room):
            zone = self.store.channel(where).zone
            private, team = where.private, where.team
            event = replace(event, room=where.channel, private=private, team=team, zone=zone)
        step = engine.step(None, event, problem)
        try:
            self.store.record(key, event, None, step, problem)
        except Duplicate:
            return Answer(session=self.store.session(session))
        except PlaceTaken:
            here = self.store.session_at(place)
            if here is None:
                raise
            return Answer(menu.taken(here, self.problem(here.draw)), here)
        self.poke()
        await self.perform(session)
        if problem.work is None:
            self._spawn(self.grader.warm(problem, 1))
        return Answer(session=self.store.session(session))

    async def told(self, key: str, by: Person, room: Room, word: str) -> Answer:
        """A control word was said outside of every session: the person's only one takes it."""
        attempts = [
            attempt
            for attempt in self.store.attempts(by)
            if attempt.open
            and (attempt.place.platform, attempt.place.workspace) == (room.platform, room.workspace)
        ]
        match attempts:
            case []:
                return Answer(menu.nothing_here(attempts))
            case [only]:
                return await self.tell(key, by, only.session, word)
            case _:
                return Answer(menu.which(word, attempts))

    async def tell(self, key: str, by: Person, session: str, word: str) -> Answer:
        """Give a control word, or `continue`, to one session."""
        if word == "continue":
            return await self._continue(key, by, session)
        event = Commanded(self.clock.now(), by, word)
        return Answer(session=await self.receive(key, session, event))

    async def _continue(self, key: str, by: Person, id: str) -> Answer:
        session = await self.receive(key, id, Continued(self.clock.now(), by))
        if session.work is None:
            self._spawn(self.grader.warm(self.problem(session.draw), session.stage.number))
        return Answer(session=session)

    # --- out ---------------------------------------------------------------------------------

    async def resume(self, session: str | None = None) -> None:
        """Perform what an earlier process of this owner decided and did not finish.

        With a session only that one: a terminal serves its own folder and no other.
        """
        self.begin()
        await self.perform(session)

    def begin(self) -> None:
        """Take over from an earlier process of this owner, before anything is performed."""
        self.store.forget_claims(self.owner)
        if self._renewing is None:
            self._renewing = asyncio.create_task(self._renew())

    async def perform(self, session: str | None = None) -> None:
        """Perform what waits in the outbox, in order, until nothing is left to claim.

        What fails in a way that nobody foresaw holds up its own session alone, and is raised once
        all else is done.
        """
        trouble: Exception | None = None
        while claims := self.store.claim_effects(
            self.owner, list(self.platforms), self.clock.now(), session
        ):
            for claimed in claims:
                try:
                    await self._perform(claimed)
                except Exception as e:
                    trouble = trouble or e
                    self._spawn(self._put_off(claimed, e))
            if isinstance(trouble, StoreProblem):  # nothing can be claimed or kept now
                break
        if trouble is not None:
            raise trouble

    async def _put_off(self, claimed: Claimed, trouble: Exception) -> None:
        """Give a claim back for a later try; what fails each time is given up, so that the
        session goes on without it."""
        kind = type(claimed.effect).__name__
        foreseen = isinstance(trouble, StoreProblem)
        if not foreseen:
            log.error("%s of session %s", kind, claimed.session.id, exc_info=trouble)
        wait = RETRY_STORE if foreseen else self.retry_effect * claimed.tries
        while True:
            try:
                if claimed.tries >= TRIES and not foreseen:
                    log.error("%s of session %s is given up", kind, claimed.session.id)
                    self.store.performed(claimed.id, self.owner)
                    wait = 0.0
                else:
                    again = self.clock.now() + timedelta(seconds=wait)
                    self.store.release(claimed.id, self.owner, again)
                break
            except StoreProblem:  # a full disk may be emptied
                await asyncio.sleep(RETRY_STORE)
        await self._perform_later(claimed.session.id, wait)

    async def _perform(self, claimed: Claimed) -> None:
        session, effect = claimed.session, claimed.effect
        platform = self.platforms[session.place.platform]
        receipt: str | None = None
        try:
            match effect:
                case Say():
                    receipt = await platform.say(session, effect, str(claimed.id), claimed.receipt)
                case Settle():
                    await platform.settle(session, effect)
                case InsertStub():
                    done = await platform.insert_stub(session, effect)
                    await platform.say(session, done, str(claimed.id), claimed.receipt)
                case Announce():
                    await self._announce(platform, claimed, effect)
                case Leave():
                    await platform.leave(session)
                case RunTests():
                    self._spawn(self._grade(claimed, effect))
                    return  # performed when its grade is recorded
                case RunProgram() | Probe():
                    self._spawn(self._run(claimed, effect))
                    return
                case StartTimer() | StopTimer() | KeepNote():
                    raise AssertionError("the store writes these itself, in the step's transaction")
                case _:
                    assert_never(effect)
        except NotSent as e:
            again = self.clock.now() + timedelta(seconds=e.retry_after)
            self.store.release(claimed.id, self.owner, again)
            self._spawn(self._perform_later(session.id, e.retry_after))
        else:  # one commit for both: each holds up the whole bot until the disk has it
            self.store.performed(claimed.id, self.owner, receipt)

    async def _announce(self, platform: Platform, claimed: Claimed, announce: Announce) -> None:
        """What the session says next waits until its thread is there: effects come in order."""
        session = claimed.session
        at, receipt = await platform.announce(session, announce, str(claimed.id), claimed.receipt)
        self.store.keep_receipt(claimed.id, receipt)
        if at != session.place or session.unopened:
            self._record(f"opened:{claimed.id}", session.id, Opened(self.clock.now(), at))

    async def _grade(self, claimed: Claimed, effect: RunTests) -> None:
        session = claimed.session
        problem = self.problem(session.draw)
        submission = self._graded(effect, problem)
        before = self.store.submission(effect.before) if effect.before else None
        try:
            grade = await self.grader.grade(
                problem,
                effect.part,
                effect.scope,
                submission,
                before,
                trusted=session.place.platform == "terminal",
            )
        except Exception:
            log.exception("the grader failed on %s of session %s", effect.name, session.id)
            refused = "The grader itself failed. Try again."
            grade = Grade(submission.id, effect.part, effect.scope, refused=refused)
        await self._answer(claimed, Graded(self.clock.now(), effect.name, grade))
        if grade.passed and effect.part < len(problem.parts):
            await self.grader.warm(problem, effect.part + 1)

    async def _run(self, claimed: Claimed, effect: RunProgram | Probe) -> None:
        """Run a working session's program, or probe it."""
        session = claimed.session
        problem = self.problem(session.draw)
        files = {name: self.store.submission(id).text for name, id in effect.files.items()}
        at, trusted = self.clock.now(), session.place.platform == "terminal"
        began = time.monotonic()
        event: Ran | Probed
        try:
            if isinstance(effect, Probe):
                calls = await self.grader.probe(problem, files, at, trusted)
                broken = await self.grader.broken(problem, files, at, trusted)
                await asyncio.sleep((began - time.monotonic()) % self.probe_step)
                event = Probed(self.clock.now(), effect.name, calls, broken)
            else:
                run = await self.grader.run(problem, files, at, trusted)
                event = Ran(self.clock.now(), effect.name, run)
        except Exception:
            log.exception("the grader failed on %s of session %s", effect.name, session.id)
            failed = "The grader itself failed. Try again."
            event = Ran(self.clock.now(), effect.name, ProgramRun(trouble=failed))
            if isinstance(effect, Probe):
                traps = problem.work.traps if problem.work else ()
                calls = tuple(ProbeCall(trap.id, Call.UNTOLD, trouble=failed) for trap in traps)
                event = Probed(self.clock.now(), effect.name, calls)
        await self._answer(claimed, event)

    async def _answer(self, claimed: Claimed, event: Graded | Ran | Probed) -> None:
        """Take what the grader found; the effect that asked for it is then performed."""
        while True:
            try:
                await self.receive(f"grade:{claimed.id}", claimed.session.id, event)
                self.store.performed(claimed.id, self.owner)
                break
            except StoreProblem as trouble:  # a full disk may be emptied: the grade waits
                log.warning("%s", trouble)
                await asyncio.sleep(RETRY_STORE)

    def _graded(self, effect: RunTests, problem: Problem) -> Submission:
        """What is graded: a revision that was sent in, or a text that the rules put together."""
        if not effect.text:
            return self.store.submission(effect.submission)
        name = problem.lab.file if problem.lab else "solution.py"
        return Submission(hashlib.sha256(effect.text.encode()).hexdigest(), name, effect.text)

    async def _perform_later(self, session: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.perform(session)

    # --- tasks -------------------------------------------------------------------------------

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_EVERY)
            try:
                self.store.renew(self.owner, self.clock.now())
            except StoreProblem as trouble:  # two more tries fit into a lease
                log.warning("%s", trouble)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a background task failed", exc_info=error)

    async def idle(self) -> None:
        """Wait until no grade and no delayed message of this process is on its way."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Stop; what was decided and not performed stays in the outbox."""
        tasks = [*self._tasks, *([self._renewing] if self._renewing else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
