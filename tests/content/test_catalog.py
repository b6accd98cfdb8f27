"""The catalog: entries, draws, fresh seeds, saved draws, and what it says of a broken folder."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from authoring import FILES, PROBLEM, author

from content.catalog import Catalog
from content.draw.authored import Authored
from content.draw.broken import BrokenContent
from content.draw.drawing import Draw
from content.draw.saved import SavedDraws
from drills.menu import near


def catalog(tmp_path: Path) -> Catalog:
    saved = SavedDraws(tmp_path / "saved")
    return Catalog(tmp_path / "problems", saved, random.Random(7))


def test_a_folder_added_is_a_problem_added(tmp_path: Path) -> None:
    author(tmp_path / "problems")
    (entry,) = catalog(tmp_path).entries()
    assert (entry.id, entry.title, entry.seniority) == ("counter", "Counter", "mid")
    assert entry.minutes == (5, 6)
    assert {"kitchen", "desk", "orders", "counter"} <= entry.story_words


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("leaky bucket", "rate-limiter"),
        ("token bucket", "rate-limiter"),
        ("redis", "kv-store"),
        ("a to-do list", "task-queue"),
        ("todo list", "task-queue"),
        ("job queue", "task-queue"),
        ("ledger", "banking-ledger"),
        ("accounting", "banking-ledger"),
        ("payments", "banking-ledger"),
    ],
)
def test_everyday_words_find_their_domain(asked: str, first: str) -> None:
    assert near(asked, Catalog().entries())[0] == first


def test_entries_need_nothing_but_each_problem_toml(tmp_path: Path) -> None:
    folder = author(tmp_path / "problems")
    for name in FILES:
        if name != "problem.toml":
            (folder / name).unlink()
    assert len(catalog(tmp_path).entries()) == 1


def test_an_unknown_problem_is_a_key_error(tmp_path: Path) -> None:
    author(tmp_path / "problems")
    for ask in (catalog(tmp_path).author, lambda id: catalog(tmp_path).draw(id, 1)):
        with pytest.raises(KeyError, match="counterr"):
            ask("counterr")


def test_a_draw_holds_everything_of_its_problem(tmp_path: Path) -> None:
    authored = Authored(author(tmp_path))
    problem = Draw(authored, {"start": "one", "below": "raises"}, "orders", 5).problem()
    assert (problem.id, problem.seed, problem.skin) == ("counter", 5, "orders")
    assert (problem.title, problem.required) == ("Order counter", "OrderCounter")
    assert problem.categories["many"] == "more than one order"
    assert problem.sentences == {"empty_module": "there is no order at all"}
    one, two = problem.parts
    assert one.follow_ups == ("What if orders come from two threads?",)
    assert (one.title, one.seconds, one.added) == ("Count orders", 300, ("OrderCounter", "order"))
    assert (two.title, two.added) == ("Take an order back", ("cancel",))
    assert one.spec == (
        "You count the orders of a kitchen.\n\n"
        "- `order(desk)` counts an order for the desk and returns how many orders there are, "
        "the first one as 1.\n\n"
        '```python\ncounter = OrderCounter()\ncounter.order("grill")  # 1\n```\n'
    )
    assert [(test.id, test.name, test.category) for test in two.tests] == [
        ("test_example_a_call_is_taken_back", "test_example_an_order_is_taken_back", None),
        ("test_undo_without_a_call", "test_cancel_without_an_order", "empty"),
    ]
    assert "with pytest.raises(ValueError):\n        counter.cancel()" in two.hidden
    assert "import pytest" not in two.visible
    assert two.hint == "Let `cancel` clear it."
    assert "class order:" in one.costs
    assert "class cancel:" not in one.costs
    assert "class cancel:" in two.costs
    assert "undo" not in one.reference + one.signatures


def test_the_same_seed_draws_the_same_problem(tmp_path: Path) -> None:
    first, again = author(tmp_path / "a"), author(tmp_path / "b")
    draws = []
    for folder in (first, again):
        authored = Authored(folder)
        draws.append(Draw(authored, *authored.choose(3), 3).problem())
    assert draws[0] == draws[1]


def test_what_a_seed_chooses_never_changes() -> None:
    authored = Catalog().author("kv-store")
    knobs, skin = authored.choose(1)
    assert skin == "store"
    assert [knobs[name] for name in ("put_gives", "missing", "order", "tie")] == [
        "new",
        "raises",
        "name",
        "older",
    ]


def test_a_saved_draw_is_the_draw(tmp_path: Path) -> None:
    author(tmp_path / "problems")
    drawn = catalog(tmp_path).draw("counter", 4)
    (file,) = (tmp_path / "saved" / "counter").iterdir()
    again = catalog(tmp_path).draw("counter", 4)
    assert again == drawn
    assert file.stat().st_size > 1000


def test_a_saved_draw_of_other_content_or_a_damaged_one_is_drawn_anew(tmp_path: Path) -> None:
    author(tmp_path / "problems")
    catalog(tmp_path).draw("counter", 4)
    for file in (tmp_path / "saved" / "counter").iterdir():
        file.write_text('{"id": "counter"')
    assert catalog(tmp_path).draw("counter", 4).title.endswith("counter")
    author(
        tmp_path / "problems",
        problem=PROBLEM.replace("Call counter", "Other counter").replace(
            "Order counter", "Other counter"
        ),
    )
    assert catalog(tmp_path).draw("counter", 4).title == "Other counter"


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    author(tmp_path / "problems")
    (tmp_path / "saved").write_text("a file, where a folder is wanted")
    assert catalog(tmp_path).draw("counter", 4).id == "counter"


def test_fresh_seeds_show_unseen_skins_first_and_never_the_same_draw(tmp_path: Path) -> None:
    author(tmp_path / "problems")
    problems = catalog(tmp_path)
    authored = problems.author("counter")
    earlier: list[tuple[str, dict[str, str]]] = []
    for _ in range(8):  # 2 skins of 4 behaviours
        knobs, skin = authored.choose(problems.fresh_seed("counter", earlier))
        assert (skin, knobs) not in earlier
        earlier.append((skin, knobs))
    assert {skin for skin, _ in earlier[:2]} == {"calls", "orders"}
    assert problems.fresh_seed("counter", earlier) > 0  # all were seen: any will do


@pytest.mark.parametrize(
    ("file", "text", "cause"),
    [
        ("problem", "title = ", "Invalid value"),
        ("problem", PROBLEM.replace('title = "Counter"', ""), "title: missing"),
        ("problem", PROBLEM.replace('["zero", "one"]', '["zero"]'), "knobs.start"),
        ("problem", PROBLEM.replace('["call", "order"]', '["call"]'), "no cell for the skin"),
        ("problem", PROBLEM.replace("reworks", "rework"), "rework: unknown"),
        ("problem", PROBLEM.replace("2 = [", "two = ["), "reserved.two"),
        ("part1", "Count\n", "the first line is no title"),
        ("part1", "# T\n\n{% if strat %}{% endif %}\n", "'strat' is undefined"),
        ("part1", "# T\n\nA {cal}.\n", "{cal} is in no row"),
        ("part1", "# T\n\n```example\nTally().bmup()\n```\n", "bmup"),
        ("reference", "class Tally:\n    def bump(self:\n", "line 2"),
        ("reference", "class Tally:\n    if knobs.strat == 1:\n        x = 1\n", "no knob 'strat'"),
        ("tests_part1", FILES["tests/part1.py"].replace('"many"', '"mnay"'), "no category 'mnay'"),
        ("tests_part2", FILES["tests/part1.py"], "is also in part 1"),
        ("wrong", FILES["wrong.py"].replace('"many"', '"mnay"'), "no category 'mnay'"),
        ("wrong", FILES["wrong.py"].replace('"many"', "many"), "line 5: a constant is wanted"),
        ("feedback", FILES["feedback.toml"].replace("lesson", "lessen"), "part1.lesson: missing"),
    ],
)
def test_a_broken_file_is_named_with_its_cause(
    tmp_path: Path, file: str, text: str, cause: str
) -> None:
    author(tmp_path, **{file: text})

    def everything() -> None:
        authored = Authored(tmp_path / "counter")
        Draw(authored, *authored.choose(1), 1).problem()
        assert authored.wrongs

    with pytest.raises(BrokenContent) as caught:
        everything()
    assert caught.value.path.stem == file.rpartition("_")[2]
    assert cause in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = author(tmp_path)
    (folder / "part2.md").unlink()
    authored = Authored(folder)
    with pytest.raises(BrokenContent, match=r"part2\.md: .*No such file"):
        Draw(authored, *authored.choose(1), 1).problem()


def test_a_folder_without_problem_toml_is_broken_and_says_so(tmp_path: Path) -> None:
    author(tmp_path / "problems")
    shutil.copytree(tmp_path / "problems" / "counter", tmp_path / "problems" / "other")
    (tmp_path / "problems" / "other" / "problem.toml").unlink()
    with pytest.raises(BrokenContent, match=r"other/problem\.toml"):
        catalog(tmp_path).entries()
