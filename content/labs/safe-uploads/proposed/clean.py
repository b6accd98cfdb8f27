import unicodedata
from dataclasses import dataclass
from typing import Protocol

from uploads import MOST_BYTES, RESERVED, Refused


class Step(Protocol):
    """What can be done to a part of a name."""

    def apply(self, part: str) -> str:
        """The part after this step."""


@dataclass(frozen=True)
class Normalize:
    """Puts a part into a Unicode form."""

    form: str

    def apply(self, part: str) -> str:
        return unicodedata.normalize(self.form, part)


@dataclass(frozen=True)
class Substitute:
    """Puts a filler in place of unprintable and reserved characters."""

    reserved: str
    filler: str

    def apply(self, part: str) -> str:
        return "".join(
            c if c.isprintable() and c not in self.reserved else self.filler for c in part
        )


@dataclass(frozen=True)
class Limit:
    """Refuses a part that takes too many bytes."""

    most: int

    def apply(self, part: str) -> str:
        if len(part.encode()) > self.most:
            raise Refused(part)
        return part


STEPS: tuple[Step, ...] = (Normalize("NFC"), Substitute(RESERVED, "_"), Limit(MOST_BYTES))


def clean(part: str) -> str:
    """A part of a name as it is stored (rule 3)."""
    for step in STEPS:
        part = step.apply(part)
    return part
