"""Specifications and feedback: Jinja over the knobs, braces for a skin's words, run examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import jinja2

from content.draw.words import Words


class BadText(Exception):
    """A text that cannot be drawn; says why."""


@cache
def _jinja() -> jinja2.Environment:
    # Markdown, not HTML: nothing is escaped.
    return jinja2.Environment(
        undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def draw_text(text: str, words: Words, knobs: Mapping[str, str], story: str = "") -> str:
    """One text in a draw's words, its paragraphs and list items a line each.

    Raises BadText.
    """
    try:
        chosen = text
        if "{{" in text or "{%" in text or "{#" in text:  # most sentences hang on no knob
            chosen = _jinja().from_string(text).render(story=story, **knobs)
        return unwrapped(words.markdown(chosen))
    except jinja2.TemplateError as error:
        raise BadText(str(error)) from error
    except KeyError as error:
        raise BadText(f"{{{error.args[0]}}} is in no row of the skins") from error


def unwrapped(text: str) -> str:
    """Join the lines of each paragraph and list item: chat platforms show line ends as they are."""
    lines: list[str] = []
    fenced = joins = False
    for line in text.strip().splitlines():
        if line.startswith("```"):
            fenced, joins = not fenced, False
            lines.append(line)
        elif fenced:
            lines.append(line)
        elif not line.strip():
            joins = False
            if lines and lines[-1]:
                lines.append("")
        elif joins and not re.match(r"\s*(?:[-*] |\d+\. |#)", line):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line.rstrip())
            joins = not line.startswith("#")
    return "\n".join(lines) + "\n"


def titled(text: str) -> tuple[str, str]:
    """A specification's title, from its first line, and the rest. Raises BadText."""
    first, _, rest = text.partition("\n")
    if not first.startswith("# "):
        raise BadText("the first line is no title")
    return first.removeprefix("# ").strip(), rest.strip() + "\n"


def with_examples(text: str, run: Callable[[Sequence[str]], Sequence[str]]) -> str:
    """Replace each ```example block by what running it gives."""

    def shown(match: re.Match[str]) -> str:
        return "\n".join(["```python", *run(match[1].rstrip("\n").split("\n")), "```"])

    return re.sub(r"```example\n(.*?)```", shown, text, flags=re.S)
