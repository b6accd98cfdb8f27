"""What is shown outside a session: the menu, the progress, and which problem a request picks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from drills.command import (
    CONTINUE,
    MENU,
    NEXT,
    RANDOM,
    Request,
    domain,
    nearest,
    picks,
    picks_session,
)
from drills.effects import Block, Choice, Command, Say, Table, Thread
from drills.kinds.lab.wording import step
from drills.model import Attempt, Entry, Problem, Session
from drills.task import LabEntry
from drills.timing import mmss

_COMMON = """the and for with from that this into over our your their has have are was were can who
what when where which will would should must not but per one two some any all each more most than
then them they its system service app application simple build write make using use like"""
_STOP = frozenset(_COMMON.split())


def menu(entries: Sequence[Entry], attempts: Sequence[Attempt]) -> Say:
    """Every domain with what the person did there, what is in progress, and how to pick."""
    if not entries:
        return Say(("There are no problems here. Reinstall Drillbot: its content is missing.",))
    pick = f"Pick: {domain(entries[0].id)} · {NEXT} · {RANDOM}"
    return Say(
        (
            "**PROGRESSIVE BUILD** · domains",
            _table(entries, attempts),
            "\n".join([*in_progress(attempts), pick]),
        ),
        choices=tuple(Choice(entry.id, entry.id) for entry in entries),
    )


def status(entries: Sequence[Entry], attempts: Sequence[Attempt]) -> Say:
    """The progress alone: the domains that were tried, and what is in progress."""
    graded = [attempt for attempt in attempts if attempt.graded and attempt.drill == "progressive"]
    tried = [entry for entry in entries if any(a.problem == entry.id for a in graded)]
    whole = {a.problem for a in graded if a.parts_passed == a.parts}
    blocks: list[Block] = [
        f"**Progress** · {_count(len(graded), 'attempt')} · {len(tried)} of"
        f" {_count(len(entries), 'domain')} tried · {len(whole)} completed"
    ]
    if tried:
        blocks.append(_table(tried, attempts))
    blocks.append("\n".join([*in_progress(attempts), f"Next: {NEXT} · all domains: {MENU}"]))
    return Say(tuple(blocks))


def taken(session: Session, problem: Problem) -> Say:
    """A new session was asked for where one is running."""
    what = f"{problem.title}, part {session.stage.number} of {len(problem.parts)}"
    if session.lab is not None:
        what = f"{problem.title}, {step(session.lab)}"
    if session.work is not None:
        what = f"{problem.title}, {session.work.phase}"
    clock = " Its clock is paused." if session.paused_at is not None else ""
    return Say(
        (
            f"A session is already running here: {what}.{clock}\n"
            f"Continue it ({CONTINUE}), or end it first with `finish` (the wrap-up) or `abandon`"
            " (a note alone).",
        ),
        choices=tuple(
            Choice(word, word.capitalize()) for word in ("continue", "finish", "abandon")
        ),
    )


def nothing_here(attempts: Sequence[Attempt]) -> Say:
    """`--continue` was said where no session is open."""
    elsewhere = [f"{_reached(a)} → {_go_on(a)}" for a in attempts if a.open]
    if elsewhere:
        return Say(("Nothing is open here. You have open sessions elsewhere:\n"
                    + "\n".join(elsewhere),))  # fmt: skip
    return Say((f"Nothing is open to continue. Start with {NEXT}, or choose from {MENU}.",))


def pick(
    request: Request, entries: Sequence[Entry], attempts: Sequence[Attempt], random_number: int
) -> str | Say:
    """The id of the problem to start, or what to say instead. `random_number` is 0 or more."""
    ids = [entry.id for entry in entries]
    if request.domain:
        return request.domain if request.domain in ids else _unknown(request.domain, ids)
    if request.custom:
        return _custom(request.custom, entries)
    if not ids or not (request.next or request.random):
        return menu(entries, attempts)
    return _next(ids, attempts) if request.next else ids[random_number % len(ids)]


def startable(
    entries: Sequence[Entry], labs: Sequence[LabEntry], sessions: Sequence[Entry]
) -> dict[str, str]:
    """The name of everything that can be started, and its choice in a menu."""
    return {
        **{entry.id: picks_session(entry.id) for entry in sessions},
        **{entry.id: picks(entry.id) for entry in labs},
        **{entry.id: entry.id for entry in entries},
    }


def _next(ids: Sequence[str], attempts: Sequence[Attempt]) -> str:
    """Not yet passed first, then the fewest attempts, then the menu's order."""
    graded = [attempt for attempt in attempts if attempt.graded]
    count = Counter(attempt.problem for attempt in graded)
    passed = {attempt.problem for attempt in graded if attempt.parts_passed == attempt.parts}
    return min(ids, key=lambda id: (id in passed, count[id], ids.index(id)))


def _unknown(id: str, ids: Sequence[str]) -> Say:
    plain = re.sub(r"[^\w.-]+", " ", id).strip()[:60]
    near = nearest(id, ids)
    if near is None:
        return Say((f"There is no domain `{plain}`. {MENU} lists those there are.",))
    return Say(
        (f"There is no domain `{plain}`. Did you mean {near}? {domain(near)}",),
        choices=(Choice(near, near),),
    )


def _custom(text: str, entries: Sequence[Entry]) -> Say:
    """Offer the problems nearest to a text."""
    found = near(text, entries)
    if not found:
        return Say(
            (
                "No domain here is near to that, and a problem is not made up on the spot: each is"
                f" written and proven beforehand. {MENU} lists those there are.",
            )
        )
    lines = "\n".join(f"- {domain(id)}" for id in found)
    return Say(
        (f"Nearest to your words {'is' if len(found) == 1 else 'are'}:\n{lines}",),
        choices=tuple(Choice(id, id) for id in found),
    )


def near(text: str, entries: Sequence[Entry]) -> list[str]:
    """Up to three problems whose stories share words with a text; rare words count more."""
    asked = _stems(re.findall(r"[^\W\d_]+", text.casefold()))
    stories = {
        entry.id: _stems(
            [*entry.story_words, *entry.id.split("-"), *entry.title.casefold().split()]
        )
        for entry in entries
    }
    spread = Counter(word for story in stories.values() for word in story)
    score = {
        id: sum(1 + log(len(stories) / spread[word]) for word in asked & story)
        for id, story in stories.items()
    }
    return sorted((id for id in stories if score[id] > 0), key=lambda id: -score[id])[:3]


def _stems(words: Sequence[str]) -> frozenset[str]:
    """Words of three letters and more without their commonest endings, so that plurals meet."""
    folded = (word.casefold() for word in words)
    kept = (word for word in folded if len(word) > 2 and word not in _STOP)
    return frozenset(re.sub(r"(?<=\w{3})(ing|ies|es|ed|s|y|e)$", "", word) for word in kept)


def _table(entries: Sequence[Entry], attempts: Sequence[Attempt]) -> Table:
    return Table(
        ("Domain", "Seniority", "Attempts", "Best part", "Best time"),
        tuple(_row(entry, [a for a in attempts if a.problem == entry.id]) for entry in entries),
    )


def _row(entry: Entry, attempts: Sequence[Attempt]) -> tuple[str, ...]:
    graded = [attempt for attempt in attempts if attempt.graded]
    if not graded:
        return entry.id, entry.seniority, "0", "—", "—"
    best = max(graded, key=lambda attempt: attempt.parts_passed)
    part = f"{best.parts_passed}/{best.parts}"
    return entry.id, entry.seniority, str(len(graded)), part, _time(graded)


def _time(graded: Sequence[Attempt]) -> str:
    """The best time over all parts; "over" where the budget went by first; else a dash."""
    whole = [a for a in graded if a.parts_passed == a.parts]
    inside = [a.seconds for a in whole if a.seconds <= a.budget]
    if inside:
        return mmss(min(inside))
    return "over" if any(a.seconds > a.budget for a in whole or graded) else "—"


def in_progress(attempts: Sequence[Attempt], drill: str = "progressive") -> list[str]:
    """A line for each open session of a drill."""
    return [
        f"In progress: {_reached(a)} → {_go_on(a)}" for a in attempts if a.open and a.drill == drill
    ]


def _reached(attempt: Attempt) -> str:
    title = f" · {attempt.title}" if attempt.title else ""
    return f"{attempt.problem}{title}, {at(attempt)}"


def at(attempt: Attempt) -> str:
    """How far a session is: "part 2 of 4", "suggestion 3 of 5"."""
    if attempt.drill == "session":
        return "a working session"
    return step(attempt.lab) if attempt.lab else f"part {attempt.part} of {attempt.parts}"


def which(word: str, attempts: Sequence[Attempt]) -> Say:
    """A word was said outside of every session, and several are open that it may be meant for.

    A choice's id is the word and the session's id.
    """
    listed = "\n".join(f"- {_reached(a)} → {_go_on(a)}" for a in attempts)
    return Say(
        (f"You have {len(attempts)} open drills. Which one do you mean?\n{listed}",),
        choices=tuple(Choice(f"{word} {a.session}", a.title or a.problem) for a in attempts),
    )


def _go_on(attempt: Attempt) -> Command | Thread:
    """How to continue a session where it is; a terminal's place is the practice folder."""
    place = attempt.place
    if place.platform != "terminal":
        return Thread(place)
    return Command(attempt.drill, (*CONTINUE.options, ("folder", place.thread)))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
