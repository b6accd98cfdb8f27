"""What a component says when it is used: its custom id, which is all that survives a restart.

A custom id has at most 100 characters. Each kind has a template of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 100

PRESS = re.compile(r"press:(?P<session>[0-9a-f]{16}):(?P<ask>[0-9]+):(?P<choice>.+)")
FORM = re.compile(r"form:(?P<session>[0-9a-f]{16}):(?P<ask>[0-9]+):(?P<choice>.+)")
CODE = re.compile(r"code:(?P<session>[0-9a-f]{16})")  # of an earlier version
PICK = re.compile(r"pick:(?P<flags>p?t?):(?P<choice>.+)")
SHOW = re.compile(r"show:(?P<words>.*)")
ANY = re.compile(r"(press|form|code|pick|show):.*", re.DOTALL)  # also of another version


@dataclass(frozen=True, slots=True)
class Press:
    """A button of a session: what was chosen, and what it was shown for."""

    session: str
    ask: int
    choice: str

    def __str__(self) -> str:
        return f"press:{self.session}:{self.ask}:{self.choice}"


@dataclass(frozen=True, slots=True)
class Form:
    """The button that opens a window, and that window itself."""

    session: str
    ask: int
    choice: str

    def __str__(self) -> str:
        return f"form:{self.session}:{self.ask}:{self.choice}"


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice of an answer outside every session, and the flags of the command that led to it."""

    choice: str
    private: bool = False
    team: bool = False

    def __str__(self) -> str:
        return f"pick:{'p' if self.private else ''}{'t' if self.team else ''}:{self.choice}"


@dataclass(frozen=True, slots=True)
class Show:
    """Asks for an answer that its person alone may see: the words of the command line."""

    words: str

    def __str__(self) -> str:
        return f"show:{self.words}"


Id = Press | Form | Pick | Show


def read(custom_id: str) -> Id | None:
    """What a custom id says; None for one that is not of this bot, or of another version."""
    if m := PRESS.fullmatch(custom_id):
        return Press(m["session"], int(m["ask"]), m["choice"])
    if m := FORM.fullmatch(custom_id):
        return Form(m["session"], int(m["ask"]), m["choice"])
    if m := CODE.fullmatch(custom_id):
        return Form(m["session"], 0, "send")
    if m := PICK.fullmatch(custom_id):
        return Pick(m["choice"], "p" in m["flags"], "t" in m["flags"])
    if m := SHOW.fullmatch(custom_id):
        return Show(m["words"])
    return None
