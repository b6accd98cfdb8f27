"""`drill new-problem`: a folder with a tiny working problem, to grow a new one from."""

from __future__ import annotations

import argparse
import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from content.catalog import PROGRESSIVE, SKELETON

ABOUT = """\
Make the folder of a new problem. It holds a tiny problem that works: four parts,
two knobs, two skins, a second solution, and a wrong one for each hidden test.
Change it into yours bit by bit; `drill check NAME` says at any time what does not
hold yet, and what a whole problem still lacks."""

NEXT = """\
Made {folder}: a tiny problem in four parts that already works. Next:

  1. Read docs/writing-a-domain.md, and content/progressive/kv-store beside it.
  2. See what a whole problem still lacks:
       drill check {name} --draws 1 --mutants 0 --referee 0
  3. Make it yours, part by part; begin with problem.toml, part1.md, reference.py
     and tests/part1.py. Check after each step; play it with
       drill play --domain {name}
  4. At the end: drill check {name} --draws 40, then once with --record."""

MINUTES = {  # of the four parts
    "mid": (8, 10, 14, 13),
    "mid–senior": (10, 13, 19, 18),
    "senior": (12, 18, 28, 27),
    "staff": (12, 18, 28, 27),
}
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def main(argv: Sequence[str], root: Path | None = None) -> int:
    """Make one folder below `root`, the product's own problems by default.

    0: it is there; 1: there is such a name already, or it cannot be written; 2: bad arguments.
    """
    asked = _parser().parse_args(argv)
    name: str = asked.name
    folder = (root or PROGRESSIVE) / name
    if folder.exists():
        return _say(f"There is a problem {name!r} already, in {folder}.", 1)
    try:
        shutil.copytree(SKELETON, folder, ignore=shutil.ignore_patterns("__pycache__"))
        _entitle(folder / "problem.toml", asked.title or _spoken(name), asked.seniority)
    except OSError as error:
        return _say(f"{folder} cannot be made: {error.strerror}.", 1)
    return _say(NEXT.format(folder=folder, name=name), 0)


def _entitle(path: Path, title: str, seniority: str) -> None:
    """Put in the title, and how long the parts take at this seniority."""
    text = path.read_text(encoding="utf-8")
    for key, value in (
        ("title", title),
        ("seniority", seniority),
        ("minutes", list(MINUTES[seniority])),
    ):
        line = f"{key} = {json.dumps(value, ensure_ascii=False)}"
        before = re.search(rf"^{key} = .*$", text, re.M)
        assert before is not None, f"the skeleton has no {key}"
        text = text.replace(before[0], line, 1)
    path.write_text(text, encoding="utf-8")


def _spoken(name: str) -> str:
    """`rate-limiter` -> "Rate limiter"."""
    return name.replace("-", " ").capitalize()


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("drill new-problem", None, ABOUT, formatter_class=raw)
    parser.add_argument("name", type=_name, help="of the folder, such as rate-limiter")
    parser.add_argument("--title", help='as the menu shows it (from the name: "Rate limiter")')
    seniorities = ", ".join(MINUTES)
    parser.add_argument(
        "--seniority",
        type=_seniority,
        default="mid",
        metavar="LEVEL",
        help=f"whom it is for, which sets the minutes: {seniorities} (mid)",
    )
    return parser


def _name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r}: small letters, digits and single hyphens")
    return text


def _seniority(text: str) -> str:
    level = text.replace("-", "–")  # as it is typed
    if level not in MINUTES:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(MINUTES)}")
    return level


def _say(text: str, code: int) -> int:
    print(text)  # noqa: T201
    return code
