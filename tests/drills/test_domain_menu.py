"""The menu outside a session: what it shows, and which problem a request picks."""

from __future__ import annotations

from datetime import UTC, datetime

from talk import Talk, text_of

from drills import menu
from drills.command import Request
from drills.effects import Say, Table
from drills.model import Attempt, Entry, Place

ENTRIES = [
    Entry("kv-store", "Session cache", "mid", (8, 10, 14, 13),
          frozenset(["sessions", "keys", "values", "store", "counter", "prefix"])),
    Entry("banking-ledger", "Small bank", "mid–senior", (10, 13, 19, 18),
          frozenset(["accounts", "transfer", "money", "payments", "store"])),
    Entry("chat-room", "Team chat", "mid–senior", (10, 13, 19, 18),
          frozenset(["messages", "rooms", "unread", "members"])),
    Entry("rate-limiter", "Gatekeeper", "mid–senior", (10, 13, 19, 18),
          frozenset(["requests", "windows", "users", "limits"])),
]  # fmt: skip


def attempt(
    problem: str,
    passed: int = 0,
    seconds: float = 600.0,
    graded: bool = True,
    open: bool = False,
    place: Place | None = None,
    title: str = "",
) -> Attempt:
    return Attempt(
        session="s",
        problem=problem,
        seed=1,
        skin="x",
        knobs={},
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        parts_passed=passed,
        parts=4,
        graded=graded,
        seconds=seconds,
        budget=2700,
        open=open,
        part=min(passed + 1, 4),
        place=place or Place("terminal", "laptop", "/home/ana/practice"),
        title=title,
    )


def row(attempts: list[Attempt]) -> tuple[str, ...]:
    """The first row of the table: kv-store's."""
    (table,) = (b for b in menu.menu(ENTRIES, attempts).blocks if isinstance(b, Table))
    return table.rows[0]


def test_the_menu_shows_every_domain_and_how_to_pick() -> None:
    say = menu.menu(ENTRIES, [])
    (table,) = (b for b in say.blocks if isinstance(b, Table))
    assert table.columns == ("Domain", "Seniority", "Attempts", "Best part", "Best time")
    assert [r[0] for r in table.rows] == [entry.id for entry in ENTRIES]
    assert [c.id for c in say.choices] == [entry.id for entry in ENTRIES]
    assert "⟦progressive|domain=kv-store⟧ · ⟦progressive|next=⟧" in text_of(say)


def test_a_domain_never_tried_has_dashes() -> None:
    assert row([]) == ("kv-store", "mid", "0", "—", "—")


def test_a_session_without_a_grade_is_no_attempt() -> None:
    assert row([attempt("kv-store", graded=False)])[2] == "0"


def test_best_part_is_the_highest_passed_and_best_time_only_over_all_four() -> None:
    assert row([attempt("kv-store", 3, 600), attempt("kv-store", 1)])[2:] == ("2", "3/4", "—")
    assert row([attempt("kv-store", 4, 2400), attempt("kv-store", 4, 2000)])[2:] == (
        "2",
        "4/4",
        "33:20",
    )


def test_time_says_over_when_the_budget_went_by() -> None:
    assert row([attempt("kv-store", 3, 2701)])[4] == "over"
    assert row([attempt("kv-store", 4, 2701)])[4] == "over"
    assert row([attempt("kv-store", 4, 2700), attempt("kv-store", 4, 4000)])[4] == "45:00"


def test_what_is_in_progress_is_told_with_how_to_go_on() -> None:
    there = [
        attempt("kv-store", 1, open=True, title="Session cache"),
        attempt("kv-store", open=True, title="Host registry", place=Place("slack", "T1", "C1")),
    ]
    text = text_of(menu.menu(ENTRIES, there))
    assert "In progress: kv-store · Session cache, part 2 of 4 → ⟦progressive|continue=|" in text
    assert "|folder=/home/ana/practice⟧\n" in text
    assert "In progress: kv-store · Host registry, part 1 of 4 → ⟦#slack|T1|C1⟧" in text


def test_two_sessions_of_one_domain_are_told_apart() -> None:
    folders = ("/home/ana/one", "/home/ana/two")
    there = [
        attempt("kv-store", open=True, place=Place("terminal", "laptop", folder))
        for folder in folders
    ]
    for say in (menu.menu(ENTRIES, there), menu.status(ENTRIES, there), menu.nothing_here(there)):
        lines = [line for line in text_of(say).splitlines() if "kv-store" in line and "→" in line]
        assert len(lines) == len(set(lines)) == 2
        assert all(folder in line for folder, line in zip(folders, lines, strict=True))


def test_no_content_is_said_plainly() -> None:
    assert "content is missing" in text_of(menu.menu([], []))
    assert isinstance(menu.pick(Request(next=True), [], [], 5), Say)


def test_status_shows_the_domains_tried_alone() -> None:
    text = text_of(menu.status(ENTRIES, [attempt("kv-store", 4), attempt("chat-room", 1)]))
    assert text.startswith("**Progress** · 2 attempts · 2 of 4 domains tried · 1 completed")
    assert "banking-ledger" not in text
    assert text_of(menu.status(ENTRIES, [])).startswith("**Progress** · 0 attempts · 0 of 4")


def test_a_named_domain_is_picked() -> None:
    assert menu.pick(Request(domain="chat-room"), ENTRIES, [], 0) == "chat-room"


def test_an_unknown_domain_offers_the_nearest() -> None:
    say = menu.pick(Request(domain="kv-stor"), ENTRIES, [], 0)
    assert isinstance(say, Say)
    assert text_of(say) == (
        "There is no domain `kv-stor`. Did you mean kv-store? ⟦progressive|domain=kv-store⟧"
    )
    assert [c.id for c in say.choices] == ["kv-store"]


def test_an_unknown_domain_near_to_none_lists_what_there_is() -> None:
    say = menu.pick(Request(domain="xyzzy"), ENTRIES, [], 0)
    assert isinstance(say, Say)
    assert "There is no domain `xyzzy`." in text_of(say)
    assert not say.choices


def test_next_takes_the_unpassed_first_then_the_fewest_attempts() -> None:
    pick = lambda attempts: menu.pick(Request(next=True), ENTRIES, attempts, 0)  # noqa: E731
    assert pick([]) == "kv-store"
    assert pick([attempt("kv-store")]) == "banking-ledger"
    assert pick([attempt("kv-store", graded=False)]) == "kv-store"
    tried = [attempt(entry.id) for entry in ENTRIES]
    assert pick([*tried, attempt("kv-store")]) == "banking-ledger"
    passed = [attempt(entry.id, 4) for entry in ENTRIES[:3]]
    assert pick([*passed, attempt("rate-limiter"), attempt("rate-limiter")]) == "rate-limiter"


def test_random_takes_any_by_the_number_given() -> None:
    picks = [menu.pick(Request(random=True), ENTRIES, [], number) for number in range(8)]
    assert picks == [entry.id for entry in ENTRIES] * 2


def test_without_a_flag_the_menu_is_shown_and_nothing_starts() -> None:
    assert menu.pick(Request(), ENTRIES, [], 0) == menu.menu(ENTRIES, [])


def test_custom_offers_the_nearest_by_the_words_of_their_stories_and_starts_none() -> None:
    say = menu.pick(Request(custom="A chat app with unread messages"), ENTRIES, [], 0)
    assert isinstance(say, Say)
    assert [c.id for c in say.choices] == ["chat-room"]
    assert "⟦progressive|domain=chat-room⟧" in text_of(say)


def test_custom_offers_at_most_three_the_rarest_words_first() -> None:
    text = "transfer money; keys in a store; message rooms; request windows"
    say = menu.pick(Request(custom=text), ENTRIES, [], 0)
    assert isinstance(say, Say)
    assert len(say.choices) == 3
    assert say.choices[0].id == "banking-ledger"  # money, transfer and the common store


def test_custom_near_to_nothing_says_so() -> None:
    for text in ("quantum chromodynamics", "the and of", "!!!"):
        say = menu.pick(Request(custom=text), ENTRIES, [], 0)
        assert isinstance(say, Say)
        assert text_of(say).startswith("No domain here is near to that")
        assert not say.choices


def test_a_session_already_running_here_offers_its_three_ways_on() -> None:
    talk = Talk()
    talk.word("quit")
    say = menu.taken(talk.s, talk.problem)
    assert text_of(say).startswith(
        "A session is already running here: Session cache, part 1 of 4. Its clock is paused."
    )
    assert [c.id for c in say.choices] == ["continue", "finish", "abandon"]


def test_nothing_to_continue_here_names_what_is_open_elsewhere() -> None:
    assert "Nothing is open to continue" in text_of(menu.nothing_here([attempt("kv-store")]))
    there = attempt("kv-store", 1, open=True, title="Session cache")
    text = text_of(menu.nothing_here([there]))
    assert "\nkv-store · Session cache, part 2 of 4 → ⟦progressive|continue=|folder=" in text
    away = attempt("kv-store", 1, open=True, place=Place("slack", "T1", "C1"))
    assert text_of(menu.nothing_here([away])).endswith("\nkv-store, part 2 of 4 → ⟦#slack|T1|C1⟧")
