"""Choose the draws to examine: few, and yet every knob's option and every skin."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import combinations, product

from content.draw.authored import Authored

AHEAD = 40  # seeds looked at for each that is chosen


def todays_seed() -> int:
    """Rotates daily, so that a check that runs each day sees other draws."""
    return datetime.now(UTC).toordinal() % 1_000 * 1_000


def sample(authored: Authored, draws: int, start: int) -> list[int]:
    """`draws` seeds from `start` on, each the one that shows most of what was not yet shown.

    Single options and skins count first, then pairs of them.
    """
    facts = {seed: facts_of(authored, seed) for seed in range(start, start + AHEAD * draws)}
    chosen: list[int] = []
    singles: set[str] = set()
    pairs: set[tuple[str, str]] = set()

    def news(seed: int) -> tuple[int, int]:
        return (
            len(set(facts[seed]) - singles),
            sum(pair not in pairs for pair in combinations(facts[seed], 2)),
        )

    while len(chosen) < draws:
        best = max(facts.keys() - set(chosen), key=lambda seed: (news(seed), -seed))
        chosen.append(best)
        singles.update(facts[best])
        pairs.update(combinations(facts[best], 2))
    return chosen


def facts_of(authored: Authored, seed: int) -> list[str]:
    """What a draw shows: each knob's option, and the skin."""
    knobs, skin = authored.choose(seed)
    return [*(f"{name}={option}" for name, option in knobs.items()), f"skin={skin}"]


def unseen(authored: Authored, seeds: Sequence[int]) -> list[str]:
    """The options and skins that none of these draws shows."""
    seen = {fact for seed in seeds for fact in facts_of(authored, seed)}
    every = [f"{name}={option}" for name, options in authored.knobs.items() for option in options]
    every += [f"skin={skin}" for skin in authored.skins.columns]
    return [fact for fact in every if fact not in seen]


def unseen_pairs(authored: Authored, seeds: Sequence[int]) -> int:
    """How many pairs of options of two knobs none of these draws shows."""
    seen = {pair for seed in seeds for pair in combinations(authored.choose(seed)[0].items(), 2)}
    return sum(
        ((one, a), (two, b)) not in seen
        for one, two in combinations(authored.knobs, 2)
        for a, b in product(authored.knobs[one], authored.knobs[two])
    )
