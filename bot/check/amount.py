"""Point 10, how much there is: the least that makes a problem worth drawing many times."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bot.check.subject import Fault
from content.draw.authored import Authored

KNOBS, BEHAVIOURS, SKINS, FOLLOW_UPS = 4, 48, 4, 3
VISIBLE, HIDDEN = range(3, 7), range(3, 6)  # tests of a part


def amount(authored: Authored) -> Iterator[Fault]:
    """Too few knobs, behaviours, skins, questions; too few or too many tests of a part."""
    behaviours = math.prod(len(options) for options in authored.knobs.values())
    for what, there, least in (
        ("knobs", len(authored.knobs), KNOBS),
        ("behaviours (each knob's options, multiplied)", behaviours, BEHAVIOURS),
        ("skins", len(authored.skins.columns), SKINS),
    ):
        if there < least:
            yield Fault(10, "problem.toml", f"{what}: {there}; at least {least} are wanted")
    questions = len(authored.feedback["part1"]["follow_ups"])
    if questions < FOLLOW_UPS:
        text = f"part 1 has {questions} follow-up questions; at least {FOLLOW_UPS} are wanted"
        yield Fault(10, "feedback.toml", text)
    for part, ids in authored.test_ids.items():
        own = set(ids)  # one that stands in both branches of a knob is one
        shown = sum(id.startswith("test_example_") for id in own)
        for what, there, wanted in (
            ("visible", shown, VISIBLE),
            ("hidden", len(own) - shown, HIDDEN),
        ):
            if there not in wanted:
                text = f"{wanted.start} to {wanted.stop - 1} are wanted"
                where = f"tests/part{part}.py"
                yield Fault(10, where, f"part {part} has {there} {what} tests; {text}")
