"""A tiny problem for tests: a counter with two knobs, two skins and two parts."""

from __future__ import annotations

import textwrap
from pathlib import Path

PROBLEM = """
title = "Counter"
seniority = "mid"
minutes = [5, 6]
version = 1
required = "Tally"
reworks = []
shares = []

[knobs]
start = { part = 1, options = ["zero", "one"] }
below = { part = 2, options = ["raises", "stays"] }

[reserved]
2 = ["undo"]

[categories]
many = "more than one {call}"
empty = "nothing to take back"

[skins]
columns = ["calls", "orders"]
title = ["Call counter", "Order counter"]
story = ["You count the calls of a desk.", "You count the orders of a kitchen."]

[skins.names]
Tally = ["CallCounter", "OrderCounter"]
bump = ["ring", "order"]
undo = ["take_back", "cancel"]

[skins.words]
call = ["call", "order"]
calls = ["calls", "orders"]
tally = ["counter", "counter"]

[skins.samples.desks]
north = ["north", "grill"]
"""

FILES = {
    "problem.toml": PROBLEM,
    "part1.md": """
        # Count {calls}

        {{ story }}

        - `bump(desk)` counts a {call} for the desk and returns how many {calls} there are,
          {% if start == "zero" %}
          the first one as 0.
          {% else %}
          the first one as 1.
          {% endif %}

        ```example
        tally = Tally()
        tally.bump("north")  # drawn
        ```
        """,
    "part2.md": """
        # Take a {call} back

        - `undo()` takes back a {call}.
          {% if below == "raises" %}Without any it raises `ValueError`.{% endif %}

        ```example
        tally = Tally()
        tally.undo()  # drawn
        ```
        """,
    "reference.py": """
        from collections import Counter, deque

        from drawn import knobs


        class Tally:
            def __init__(self) -> None:
                self._calls = Counter[str]()

            def bump(self, desk: str) -> int:
                self._calls[desk] += 1
                return self._calls[desk] - 1 if knobs.start == "zero" else self._calls[desk]

            if knobs.part >= 2:

                def undo(self) -> None:
                    if not self._calls:
                        if knobs.below == "raises":
                            raise ValueError("no call")
                        else:
                            return
                    self._calls.clear()
        """,
    "second.py": """
        from drawn import knobs


        class Tally:
            def __init__(self):
                self.seen = []

            def bump(self, desk):
                self.seen.append(desk)
                return self.seen.count(desk) - (1 if knobs.start == "zero" else 0)

            if knobs.part >= 2:

                def undo(self):
                    if knobs.below == "raises" and not self.seen:
                        raise ValueError
                    self.seen = []
        """,
    "tests/part1.py": """
        from drawn import drawn, hidden
        from solution import Tally


        def bumped(times):
            tally = Tally()
            for _ in range(times):
                tally.bump("north")
            return tally


        def test_example_a_call_is_counted():
            tally = Tally()
            assert tally.bump("north") == drawn


        @hidden("many")
        def test_calls_are_counted():
            tally = bumped(3)
            assert tally.bump("north") == drawn
        """,
    "tests/part2.py": """
        from drawn import drawn, hidden
        from solution import Tally


        def test_example_a_call_is_taken_back():
            tally = Tally()
            first = tally.bump("north")
            tally.undo()
            assert tally.bump("north") == first


        @hidden("empty")
        def test_undo_without_a_call():
            tally = Tally()
            assert tally.undo() == drawn
        """,
    "wrong.py": """
        from drawn import wrong
        from reference import Tally


        @wrong(part=1, fails="many")
        class StopsCounting(Tally):
            def bump(self, desk):
                return min(super().bump(desk), 1)


        @wrong(part=2, fails="empty", when={"below": ["raises"]})
        class NeverRefuses(Tally):
            def undo(self):
                self._calls.clear()
        """,
    "costs.py": """
        from drawn import cost
        from solution import Tally


        @cost(n="the calls", expected="flat")
        class bump:
            def make():
                return Tally()

            def fill(tally, i, text):
                tally.bump(text("north"))

            def args(i, text):
                return (text("north"),)

            def call(tally, *args):
                return tally.bump(*args)


        @cost(n="the calls", expected="linear")
        class undo:
            def make():
                return Tally()

            def fill(tally, i, text):
                tally.bump(text(f"{i}"))

            def args(i, text):
                return ()

            def call(tally):
                tally.bump("north")
                return tally.undo()
        """,
    "signals.py": """
        def empty_module(tree):
            return not tree.body
        """,
    "feedback.toml": """
        [part1]
        hint = "Count {calls} by desk."
        design_idea = "A dictionary."
        lesson = "One count a desk."
        follow_ups = ["What if {calls} come from two threads?"]
        [part2]
        hint = "Let `undo` clear it."
        design_idea = "A dictionary."
        lesson = "One count a desk."
        follow_ups = ["What if {calls} come from two threads?"]
        [signals]
        empty_module = "there is no {call} at all"
        """,
}


def author(root: Path, **changes: str) -> Path:
    """Write the problem `counter` under a root; changes are by name: part1="..."."""
    named = {name.replace("/", "_").partition(".")[0]: name for name in FILES}
    files = {**FILES, **{named[name]: text for name, text in changes.items()}}
    folder = root / "counter"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    return folder
