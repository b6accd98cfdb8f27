"""What can happen to a session, in the past tense. Each carries the moment and who did it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from drills.model import (
    Clock,
    Grade,
    Offer,
    Person,
    Phase,
    Place,
    Problem,
    Scope,
    Session,
    Submission,
    Why,
)
from drills.working import ProbeCall, ProgramRun


@dataclass(frozen=True, slots=True)
class Started:
    """A person began a drill in a place. `session` and `draw` are the new ids.

    With a `room`, a channel, the place is a thread that is opened there.
    """

    at: datetime
    by: Person
    place: Place
    session: str
    draw: str
    drill: str = "progressive"
    room: str = ""
    private: bool = False
    team: bool = False
    zone: str = "UTC"
    minutes: int = 0  # the time cap of a working session; 0: as its author says
    ai: bool = False  # tools are allowed in it


@dataclass(frozen=True, slots=True)
class Opened:
    """The thread that `Announce` asked for is there; or, where the place is still the old one, it
    could not be opened."""

    at: datetime
    place: Place


@dataclass(frozen=True, slots=True)
class Offered:
    """Something came in that may be meant as code: the person is asked before it is taken.

    `offers` say what would be taken; `submissions` are their texts, in the same order; `then` is
    what to do with what is taken.
    """

    at: datetime
    by: Person
    why: Why
    offers: tuple[Offer, ...]
    submissions: tuple[Submission, ...]
    then: Scope = Scope.RUN


@dataclass(frozen=True, slots=True)
class Submitted:
    """Code came in. `took` says in words what was taken; `then` what to do with it.

    `ask` is what a form was opened for that it was written in; None where it came by itself.
    `more` are the other files that came with it.
    """

    at: datetime
    by: Person
    submission: Submission
    took: str = ""
    then: Scope = Scope.RUN
    ask: int | None = None
    more: tuple[Submission, ...] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """A person's file is no longer as it was written for them, in a terminal; it was not sent."""

    at: datetime
    by: Person


@dataclass(frozen=True, slots=True)
class Commanded:
    """A control word was said: run, done, hint, skip, finish, abandon, time, stub, quit, help.

    Where everything typed is meant for the drill (a terminal), an unknown word may come as a
    command too and is answered; chatter in a thread comes as `Said` and is ignored in silence.
    """

    at: datetime
    by: Person
    word: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed; `ask` is what it was shown for."""

    at: datetime
    by: Person
    ask: int
    choice: str


@dataclass(frozen=True, slots=True)
class Said:
    """A person said something that is neither a control word nor code."""

    at: datetime
    by: Person
    text: str


@dataclass(frozen=True, slots=True)
class Continued:
    """A person came back to a session with `--continue`."""

    at: datetime
    by: Person


@dataclass(frozen=True, slots=True)
class Graded:
    """The grader finished what `RunTests` asked for. `name` is that effect's name."""

    at: datetime
    name: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Ran:
    """The program ran that `RunProgram` asked for. `name` is that effect's name."""

    at: datetime
    name: str
    run: ProgramRun


@dataclass(frozen=True, slots=True)
class Probed:
    """The program was probed as `Probe` asked. `name` is that effect's name.

    `calls` has one for each trap, in their order; `broken` the tests of a repository that passed
    as it was handed over, and do not pass now.
    """

    at: datetime
    name: str
    calls: tuple[ProbeCall, ...]
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TimerFired:
    """A timer came due at `due` and was told at `at`, which is later after a downtime."""

    at: datetime
    name: str
    due: datetime


Event = (
    Started
    | Opened
    | Offered
    | Submitted
    | Changed
    | Commanded
    | Pressed
    | Said
    | Continued
    | Graded
    | Ran
    | Probed
    | TimerFired
)


def begun(event: Event, problem: Problem) -> Session:
    """The session that a drill of any kind begins with: no stage yet, its clock running.

    Raises ValueError for anything but `Started`.
    """
    if not isinstance(event, Started):
        raise ValueError(f"a session begins with Started, not {type(event).__name__}")
    return Session(
        id=event.session,
        drill=event.drill,
        problem=problem.id,
        draw=event.draw,
        place=event.place,
        people=(event.by,),
        room=event.room,
        private=event.private,
        team=event.team,
        zone=event.zone,
        phase=Phase.BUILDING,
        started_at=event.at,
        clock=Clock(event.at),
        stages=(),
        last_at=event.at,
    )
