"""Command lines and single words, as people type them in a chat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.app import Answer
from drills import command
from drills.command import CHAT_OPTIONS, CONTINUE, HELP
from drills.effects import Command, Say, Token, spell
from drills.kinds.lab import flow as lab
from drills.kinds.session import flow as working
from drills.model import Session

_WORDS = re.compile(r'--?[\w-]+="[^"]*"|"[^"]*"|“[^”]*”|\S+')


def split(line: str) -> list[str]:
    """The words of a command line; what stands in quotes, straight or curly, is one word."""
    return [word.strip('"“”') or word for word in _WORDS.findall(line)]


def starts(words: Sequence[str]) -> bool:
    """Whether a command line is to open a session, which takes a place to hold it in."""
    request = command.parse(without(words, "private", "team")[0], CHAT_OPTIONS)
    return not isinstance(request, Say) and request.opens and not request.resume


def keeping(answer: Answer, flag: str) -> Answer:
    """An answer whose commands and choices start with a flag that was given."""
    if answer.say is None or not flag:
        return answer

    def kept(token: Token) -> str:
        if not isinstance(token, Command) or token.options in (CONTINUE.options, HELP.options):
            return str(token)
        return str(replace(token, options=(*token.options, (flag, ""))))

    told = answer.say.blocks
    blocks = tuple(spell(each, kept) if isinstance(each, str) else each for each in told)
    return replace(answer, say=replace(answer.say, blocks=blocks), flag=flag)


def without(words: Sequence[str], *flags: str) -> tuple[list[str], set[str]]:
    """The words without those flags, and which of the flags were there."""
    named = [(word, command.flag(word)[0]) for word in words]
    rest = [word for word, flag in named if flag not in flags]
    return rest, {flag for _, flag in named if flag in flags}


def plain(text: str) -> str:
    """A message with its case and final punctuation folded."""
    return text.strip().rstrip(".!?… ").casefold()


def apart(text: str) -> tuple[str, str]:
    """A message without the control word that is its first or its last line, and that word."""
    lines = text.strip().splitlines()
    for at in (-1, 0):
        if len(lines) > 1 and command.control_word(lines[at]):
            word = lines.pop(at)
            return "\n".join(lines), word
    return text, ""


def spoken(text: str, session: Session | None = None) -> str | None:
    """The word of a drill that a whole message is, or `continue`."""
    if plain(text) == "continue":
        return "continue"
    if session is not None and session.lab is not None:
        return lab.spoken(session, text)
    if session is not None and session.work is not None:
        return working.spoken(session, text)
    return command.control_word(text)
