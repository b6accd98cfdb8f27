"""What an app may do once it is installed from its manifest: the scopes and events named there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parents[3] / "slack-manifest.yaml"


@dataclass(frozen=True)
class Manifest:
    scopes: frozenset[str]
    events: frozenset[str]
    commands: frozenset[str]


def read(path: Path = FILE) -> Manifest:
    text = path.read_text()
    return Manifest(
        scopes=frozenset(_listed(text, "bot")),
        events=frozenset(_listed(text, "bot_events")),
        commands=frozenset(re.findall(r"command:\s*(/\w+)", text)),
    )


def _listed(text: str, key: str) -> list[str]:
    """The items below a key: YAML's block lists are all that a manifest needs."""
    found = re.search(rf"^( *){key}:[^\n]*\n((?:\1 *(?:- |#)[^\n]*\n|\s*\n)+)", text, re.MULTILINE)
    return re.findall(r"-\s+([\w:.]+)", found[2]) if found else []
