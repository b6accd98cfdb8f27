"""What is shown outside a working session: the domains, the progress, and which one is picked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from drills import menu as progressive
from drills.command import SESSIONS, Request, nearest, picks_session, quoted, session
from drills.effects import Block, Choice, Command, Say, Table
from drills.kinds.session.verdict import counted
from drills.kinds.session.wording import NEXT
from drills.model import Attempt, Entry

SURPRISE = Command("session", (("random", ""),))


def menu(entries: Sequence[Entry], attempts: Sequence[Attempt]) -> Say:
    """A surprise first, then every domain with what the person did there."""
    if not entries:
        return Say(("There are no working sessions here. Reinstall Drillbot: content is missing.",))
    pick = f"Pick: {SURPRISE} for a surprise · {session(entries[0].id)} · {NEXT}"
    return Say(
        (
            "**WORKING SESSION** · a messy build larger than its time, then a walkthrough",
            _table(entries, attempts),
            "\n".join([*progressive.in_progress(attempts, "session"), pick]),
        ),
        choices=(
            Choice(picks_session(""), "surprise me"),
            *(Choice(picks_session(entry.id), entry.id) for entry in entries),
        ),
    )


def status(entries: Sequence[Entry], attempts: Sequence[Attempt]) -> Say:
    """The progress alone."""
    done = _done(attempts)
    tried = [entry for entry in entries if any(a.problem == entry.id for a in done)]
    blocks: list[Block] = [
        f"**Progress** · {len(done)} working session{'' if len(done) == 1 else 's'} done ·"
        f" {len(tried)} of {len(entries)} domains"
    ]
    if tried:
        blocks.append(_table(tried, attempts))
    open = progressive.in_progress(attempts, "session")
    blocks.append("\n".join([*open, f"Next: {NEXT} · all domains: {SESSIONS}"]))
    return Say(tuple(blocks))


def pick(
    request: Request, entries: Sequence[Entry], attempts: Sequence[Attempt], random_number: int
) -> str | Say:
    """The id of the problem to start, or what to say instead. `random_number` is 0 or more."""
    kind = [entry for entry in entries if entry.codebase == request.codebase]
    known = kind if request.codebase else entries  # a repository may be named without the option
    if request.domain:
        named = any(entry.id == request.domain for entry in known)
        return request.domain if named else _unknown(request.domain, known)
    if request.custom:
        return _custom(request.custom, known)
    ids = [entry.id for entry in kind]
    if ids and request.next:
        count = Counter(attempt.problem for attempt in _done(attempts))
        return min(ids, key=lambda id: (count[id], ids.index(id)))
    if ids and request.random:
        return ids[random_number % len(ids)]
    return menu(entries, attempts)


def _unknown(id: str, entries: Sequence[Entry]) -> Say:
    ids = [entry.id for entry in entries]
    near = nearest(id, ids)
    listed = ", ".join(f"`{each}`" for each in ids)
    plain = quoted(id)
    if near is None:
        return Say((f"There is no working session `{plain}`. There are {listed}.",))
    text = f"There is no working session `{plain}`. Did you mean {near}? {session(near)}"
    return Say((text,), choices=(Choice(picks_session(near), near),))


def _custom(text: str, entries: Sequence[Entry]) -> Say:
    near = progressive.near(text, entries)
    if not near:
        return Say(
            (
                "No working session here is near to that, and none is made up on the spot: each is"
                f" written and proven beforehand. {SESSIONS} lists those there are.",
            )
        )
    lines = "\n".join(f"- {session(id)}" for id in near)
    return Say(
        (f"Nearest to your words {'is' if len(near) == 1 else 'are'}:\n{lines}",),
        choices=tuple(Choice(picks_session(id), id) for id in near),
    )


def _table(entries: Sequence[Entry], attempts: Sequence[Attempt]) -> Table:
    return Table(
        ("Domain", "Begins with", "Minutes", "Done", "Last time"),
        tuple(
            _row(entry, [a for a in _done(attempts) if a.problem == entry.id]) for entry in entries
        ),
    )


def _row(entry: Entry, done: Sequence[Attempt]) -> tuple[str, ...]:
    last = counted(done[-1].work) if done and done[-1].work else "—"
    begins = "a repository" if entry.codebase else "rows"
    return entry.id, begins, str(sum(entry.minutes)), str(len(done)), last


def _done(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Those that came to a verdict."""
    return [a for a in attempts if a.drill == "session" and not a.open and a.work is not None]
