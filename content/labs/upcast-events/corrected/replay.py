import json
from collections.abc import Iterable, Iterator

from events import Event, upcast


def replay(lines: Iterable[str]) -> Iterator[Event]:
    """The events of a log, oldest first, in the latest version (rule 9)."""
    for line in lines:
        yield upcast(json.loads(line))
