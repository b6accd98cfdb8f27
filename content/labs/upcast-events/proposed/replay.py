import json
from collections.abc import Iterable, Iterator
from typing import Protocol

from events import Event, upcast


class Plugin(Protocol):
    """What a team wants done with each event of its replay."""

    def before(self, event: Event) -> Event:
        """Called with the event as it was written."""

    def after(self, event: Event) -> Event:
        """Called with the event in the latest version."""


class Pipeline:
    """Brings events up, between the plug-ins that were registered."""

    def __init__(self) -> None:
        self.plugins: list[Plugin] = []

    def register(self, plugin: Plugin) -> None:
        self.plugins.append(plugin)

    def run(self, lines: Iterable[str]) -> Iterator[Event]:
        for line in lines:
            event = json.loads(line)
            for plugin in self.plugins:
                event = plugin.before(event)
            event = upcast(event)
            for plugin in reversed(self.plugins):
                event = plugin.after(event)
            yield event


PIPELINE = Pipeline()


def replay(lines: Iterable[str]) -> Iterator[Event]:
    """The events of a log, oldest first, in the latest version (rule 9)."""
    return PIPELINE.run(lines)
