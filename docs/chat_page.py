"""A chat thread as a page of our own look, and the photograph of it."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from docs import palette

BEGAN = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)  # what the clock shows beside the first message
WIDTH = 500  # CSS pixels: on a phone the README shows the picture at about three quarters of it
SCALE = 2
PREVIEW = 6  # lines of a file
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")

# A stopwatch of our own: not every machine has a font with one.
_WATCH = (
    '<svg class="watch" viewBox="0 0 16 16"><path d="M6 1h4M8 1v2M12.5 4l1-1"/>'
    '<circle cx="8" cy="9" r="6"/><path d="M8 5.5V9l2 1.5"/></svg>'
)

_FOLDED = "… the rest of the specification, an example, the signatures …"
_COLOURS = HtmlFormatter(style="default", nowrap=True)
_STYLE = """
* { box-sizing: border-box; margin: 0 }
body { width: %(width)dpx; background: #fff; color: #1d2026; overflow: hidden;
  font: 15px/1.45 "Liberation Sans", Arial, sans-serif }
main { padding: 0 14px; border: 1px solid #d5d8de; border-radius: 10px; overflow: hidden }
header { margin: 0 -14px 6px; padding: 10px 14px; border-bottom: 1px solid #e4e6ea;
  font-weight: bold }
header span { color: #686d78; font-weight: normal }
article { display: grid; grid-template-columns: 36px 1fr; gap: 0 10px; padding: 8px 0 }
article > div { min-width: 0 }
.face { width: 36px; height: 36px; border-radius: var(--face); color: #fff; font-weight: bold;
  text-align: center; line-height: 36px; background: #b4552d }
.bot .face { background: #1d3a4c }
.tag { font-size: 10px; font-weight: bold; color: #565b66; background: #e4e6ea;
  border-radius: 3px; padding: 1px 4px; vertical-align: 1px }
time { color: #686d78; font-size: 12px }
.replies { color: #686d78; font-size: 13px; display: flex; align-items: center; gap: 8px }
.replies::after { content: ""; flex: 1; border-top: 1px solid #e4e6ea }
ul { padding-left: 20px }
li { margin: 2px 0 }
code, pre { font-family: "DejaVu Sans Mono", monospace; background: #f4f5f7 }
code { font-size: 12.5px; border: 1px solid #e0e2e7; border-radius: 3px; padding: 0 3px }
pre { font-size: 12px; line-height: 1.45; border: 1px solid #e0e2e7; border-radius: 5px;
  padding: 7px 9px; margin: 5px 0; white-space: pre-wrap }
.person { color: #1f5fae; background: #e6f0fb; border-radius: 3px; padding: 0 2px }
.fold { position: relative; max-height: 186px; overflow: hidden; margin-bottom: 8px }
.fold::after { content: ""; position: absolute; inset: auto 0 0; height: 56px;
  background: linear-gradient(transparent, var(--under, #fff)) }
.folded { color: #686d78; font-size: 13px; border-top: 1px dashed #c2c6ce; padding-top: 3px;
  margin: -4px 0 8px; text-align: center }
.watch { width: 15px; height: 15px; vertical-align: -2px; fill: none; stroke: #565b66;
  stroke-width: 1.4 }
article:last-child { max-height: 156px; overflow: hidden; padding-bottom: 0;
  -webkit-mask-image: linear-gradient(#000 50%%, transparent) }
.files { display: flex; flex-wrap: wrap; gap: 6px; margin: 6px 0 }
.file { border: 1px solid #d5d8de; border-radius: 7px; padding: 4px 9px; font-size: 13px;
  font-weight: bold; background: #fff }
.file small { display: block; color: #686d78; font-weight: normal; font-size: 11.5px }
.preview { margin: 6px 0; padding: 6px 9px }
.preview pre { font-weight: normal }
.buttons { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 7px }
.button { border: 1px solid #c2c6ce; border-radius: 5px; padding: 4px 9px; font-size: 13px;
  font-weight: bold; background: #fff }
.button.first { background: #2b6a4d; border-color: #2b6a4d; color: #fff }
%(own)s
%(colours)s
"""


@dataclass(frozen=True, slots=True)
class Message:
    """One message as it is drawn. `at` is what the clock beside it shows, `body` is HTML."""

    author: str
    at: str
    body: str
    bot: bool = False


def draw(title: str, aside: str, messages: Sequence[Message], own: str, to: Path) -> None:
    """Photograph a thread. `own` is the style in which one platform differs from the other."""
    first, *replies = map(_article, messages)
    body = [
        f"<header>{escaped(title)} <span>{escaped(aside)}</span></header>",
        first,
        '<p class="replies">in the thread</p>',
        *replies,
    ]
    colours = _COLOURS.get_style_defs("pre")
    style = _STYLE % {"width": WIDTH, "own": own, "colours": colours}
    body = [part.replace("⏱", _WATCH) for part in body]
    page = f"<!doctype html><meta charset=utf-8><style>{style}</style><main>{''.join(body)}</main>"
    _photograph(page, to)
    palette.shrink(to)


def escaped(text: str) -> str:
    return html.escape(text, quote=False)


def code(text: str, language: str) -> str:
    """A block of code in its language's colours."""
    if language:
        return f"<pre>{highlight(text, get_lexer_by_name(language), _COLOURS).rstrip()}</pre>"
    return f"<pre>{escaped(text)}</pre>"


def folded(body: str) -> str:
    """The beginning of what is too long for a picture, and a line that says so."""
    return f'<div class="fold">{body}</div><p class="folded">{_FOLDED}</p>'


def files(given: Sequence[tuple[str, int]]) -> str:
    """Names and sizes in bytes."""
    if not given:
        return ""
    chips = (
        f'<span class="file">{escaped(name)}<small>{size:,} bytes</small></span>'
        for name, size in given
    )
    return f'<div class="files">{"".join(chips)}</div>'


def previewed(name: str, text: str) -> str:
    """A file of code as chats show it: the first lines, and how many there are more."""
    lines = text.splitlines()
    shown = code("\n".join(lines[:PREVIEW]), "python")
    more = f"<small>+ {len(lines) - PREVIEW} lines</small>" if len(lines) > PREVIEW else ""
    return f'<div class="file preview">{escaped(name)}{shown}{more}</div>'


def buttons(labels: Sequence[tuple[str, bool]]) -> str:
    """Labels, and whether a button stands out among them."""
    row = (
        f'<span class="button{" first" * first}">{escaped(label)}</span>' for label, first in labels
    )
    return f'<div class="buttons">{"".join(row)}</div>'


def _article(message: Message) -> str:
    tag = ' <span class="tag">APP</span>' if message.bot else ""
    return (
        f'<article class="{"bot" if message.bot else "human"}">'
        f'<div class="face">{escaped(message.author[:1].upper())}</div>'
        f"<div><b>{escaped(message.author)}</b>{tag} <time>{message.at}</time>{message.body}</div>"
        "</article>"
    )


def _photograph(page: str, to: Path) -> None:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit(f"No browser to photograph {to.name} with: install one of {', '.join(BROWSERS)}.")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        measuring = "<script>document.title = document.querySelector('main').offsetHeight</script>"
        file.write_text(page + measuring)
        shown = _run(browser, folder, f"--window-size={WIDTH},800", "--dump-dom", file.as_uri())
        height = re.search(r"<title>(\d+)</title>", shown)
        assert height is not None, f"{browser} drew nothing"
        size = f"--window-size={WIDTH},{height[1]}"
        scale = f"--force-device-scale-factor={SCALE}"
        _run(browser, folder, size, scale, f"--screenshot={to}", file.as_uri())


def _run(browser: str, folder: str, *how: str) -> str:
    always = ("--headless=new", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}")
    # The page is our own, and holds no script but the one that measures it.
    done = subprocess.run(
        [browser, *always, "--no-sandbox", *how], capture_output=True, text=True, timeout=120
    )
    if done.returncode:
        sys.exit(f"{browser} failed: {done.stderr.strip()[-500:]}")
    return done.stdout
