"""What holds of a working session whatever happens in whatever order."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from at_work import HANDLED, TRAPS, AtWork
from hypothesis import given, settings
from hypothesis import strategies as st
from talk import ANA, BEN, submission, text_of

from drills.command import SESSION_WORDS
from drills.effects import Probe, RunProgram
from drills.events import (
    Changed,
    Commanded,
    Continued,
    Event,
    Pressed,
    Probed,
    Ran,
    Said,
    Submitted,
    TimerFired,
)
from drills.kinds.session.clock import TIMERS
from drills.model import Phase, Scope
from drills.working import Call, ProbeCall, ProgramRun

SECRETS = [
    text
    for trap in TRAPS
    for text in (trap.id, trap.tell, trap.notice, trap.proof, trap.ask, *trap.touched)
]
Move = Callable[[AtWork], Event | None]


class Played(AtWork):
    """Remembers every run and probe that was asked for, to give it an end at any time."""

    def __init__(self) -> None:
        self.asked: list[RunProgram | Probe] = []
        super().__init__(ai=True)

    def happen(self, event: Event) -> list[str]:
        said = super().happen(event)
        self.asked += [each for each in self.effects if isinstance(each, RunProgram | Probe)]
        return said


def _found(which: int, call: Call) -> Move:
    def move(work: AtWork) -> Event | None:
        assert isinstance(work, Played)
        if not work.asked:
            return None
        asked = work.asked[which % len(work.asked)]
        if isinstance(asked, RunProgram):
            return Ran(work.now, asked.name, ProgramRun("paid 10\n"))
        first = ProbeCall(TRAPS[0].id, call, before=("a",), remarks=("r",), literal=True)
        return Probed(work.now, asked.name, (first, *HANDLED[1:]))

    return move


words = st.sampled_from([*SESSION_WORDS, "yes", "no", "3", "how many are there?", "log: cents"])
people = st.sampled_from([ANA, ANA, ANA, BEN])
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(lambda by, w: lambda work: Commanded(work.now, by, w), people, words),
    st.builds(lambda by, w: lambda work: Said(work.now, by, w), people, words),
    st.builds(
        lambda by, back, w: lambda work: Pressed(work.now, by, work.s.ask - back, w),
        people,
        st.integers(-1, 3),
        words,
    ),
    st.builds(
        lambda n, then: lambda work: Submitted(work.now, ANA, submission(f"v{n}"), "", then),
        st.integers(0, 3),
        st.sampled_from(Scope),
    ),
    st.builds(_found, st.integers(-2, -1), st.sampled_from(Call)),
    st.builds(_found, st.just(-1), st.sampled_from(Call)),
    st.builds(
        lambda name, late: (
            lambda work: TimerFired(work.now, name, work.now - timedelta(seconds=late))
        ),
        st.sampled_from([*TIMERS, "idle"]),
        st.sampled_from([0, 700]),
    ),
    st.just(lambda work: Changed(work.now, ANA)),
    st.just(lambda work: Continued(work.now, ANA)),
)
plays = st.lists(st.tuples(moves, st.sampled_from([0, 1, 200, 3000, -500])), max_size=45)


def played(moved: list[tuple[Move, int]]) -> Played:
    work = Played()
    for move, seconds in moved:
        work.now += timedelta(seconds=seconds)
        if (event := move(work)) is not None:
            happened(work, event)
    return work


def happened(work: Played, event: Event) -> None:
    """One event, and what holds of it."""
    before = work.s
    count = len(work.said)
    work.happen(event)
    after = work.s
    said = "\n".join(text_of(each) for each in work.said[count:])
    if work.work.frozen is None:
        assert not [secret for secret in SECRETS if secret in said]
        assert not work.probes
    if before.phase is Phase.ENDED:
        assert after == before
    assert after.clock.elapsed(work.now) >= 0
    assert work.work.frozen is None or work.work.frozen >= 0
    if after.phase is Phase.ENDED:
        assert work.notes
        assert not work.timers
    if before.work is not None and before.work.frozen is not None:
        assert work.work.files == before.work.files


@settings(max_examples=150, deadline=None)
@given(plays)
def test_nothing_of_the_traps_is_said_before_done_and_nothing_ends_without_a_note(
    moved: list[tuple[Move, int]],
) -> None:
    played(moved)


@settings(max_examples=100, deadline=None)
@given(plays)
def test_whatever_happened_a_session_can_be_brought_to_its_end(
    moved: list[tuple[Move, int]],
) -> None:
    work = played(moved)
    if work.s.phase is Phase.ENDED:
        return
    for event in (Continued(work.now, ANA), Commanded(work.now, ANA, "no")):
        happened(work, event)
    happened(work, Submitted(work.now, ANA, submission("last"), "", Scope.DONE))
    for asked in list(work.asked):
        if isinstance(asked, RunProgram):
            happened(work, Ran(work.now, asked.name, ProgramRun("paid 10\n")))
    for asked in list(work.asked):
        if isinstance(asked, Probe) and work.work.calls is None:
            happened(work, Probed(work.now, asked.name, HANDLED))
    for _ in range(60):
        if work.s.phase is not Phase.ENDED:
            happened(work, Said(work.now, ANA, "3"))
    assert work.s.phase is Phase.ENDED
