"""The command line, and all the wiring: every part is built here, in explicit constructors."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # each command imports what it needs, so that help is there at once
    import argparse

    from bot.platforms.terminal.spelling import Spelling
    from bot.settings import Settings
    from drills.effects import Say
    from drills.model import Person, Session
    from storage.store import Store

DESCRIPTION = """\
Interview drills that unlock part by part. You write real code in your own
editor, each part is shown only when the one before it passes, and the clock
is kept for you."""

EXAMPLES = """\
examples:
  drill play                      what there is to play, and how you did so far
  drill play --domain kv-store    start a drill; its files go to ./practice
  drill play --continue           go on where you left
  drill play --next               what you have practised least
  drill play lab                  labs: an assistant whose suggestions you judge
  drill play session              working sessions: a messy build, then a walkthrough
  drill play --help               every option, and the words to say in a drill
  drill notes > notes.md          everything that was noted after your parts
  drill doctor                    is this machine ready, is your code confined?

Nothing is lost when you leave, and nothing needs an account or a token."""

FOLDER = {"--folder DIR": "the practice folder, else `./practice`; two can be used at once"}
PLAY_HELP = """\
In the terminal also say:

{words}

Each drill has a folder of its own in the practice folder, with `PROBLEM.md`, `solution.py` and \
`tests_visible.py`. Lines can be piped in too: `printf 'run\\ndone\\n' | {command}`

{labs} is another kind of drill: an assistant whose suggestions you judge. {labs} `--help` tells \
more. {sessions} is a third: a build on messy rows, larger than its time, and a walkthrough."""


STOPPED = "\nStopped. Everything up to here is kept."


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; returns the exit code (0 well, 1 no, 2 not understood or unusable)."""
    try:
        return _run(argv)
    except KeyboardInterrupt:
        return _refuse(STOPPED, code=130)


def _run(argv: Sequence[str] | None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):  # a sign that an old terminal lacks ends nothing
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if arguments[:1] == ["play"]:
        return _safely(lambda: _play(arguments[1:]))
    if arguments[:1] == ["check"]:
        from bot.check import main as check

        return check(arguments[1:])
    if arguments[:1] == ["tables"]:
        from bot.check.lab.commands import tables

        return tables(arguments[1:])
    if arguments[:1] == ["new-problem"]:
        from bot.check.new_problem import main as new_problem

        return new_problem(arguments[1:])
    chosen = _parser().parse_args(arguments)
    if chosen.command is None:
        _parser().print_help()
        return 0
    run = {"notes": _notes, "doctor": _doctor, "serve": _serve, "version": _version}
    return _safely(run[chosen.command])


def _parser() -> argparse.ArgumentParser:
    import argparse

    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("drill", None, DESCRIPTION, EXAMPLES, formatter_class=raw)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, about in (
        ("play", "play a drill here, in the terminal"),
        ("notes", "print your notes, as Markdown"),
        ("doctor", "check this machine: Python, database, content, sandbox"),
        ("check", "check content: the gate that every problem must pass"),
        ("tables", "compute the labs' results, for every combination of decisions"),
        ("new-problem", "make the folder of a new problem, to write it from"),
        ("serve", "serve the chat platforms that are configured, and keep the long timers"),
        ("version", "print the version"),
    ):
        commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
    return parser


def _safely(run: Callable[[], int]) -> int:
    """Say a fault that can be foreseen in a sentence, without a traceback."""
    from bot.platforms.terminal.workspace import Busy, WorkspaceProblem
    from content.draw.broken import BrokenContent
    from storage.errors import StoreProblem

    try:
        return run()
    except (StoreProblem, WorkspaceProblem, BrokenContent) as e:
        return _explain(str(e))
    except Busy as e:
        return _explain(str(e), code=1)
    except BrokenPipeError:  # `drill notes | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as e:
        return _explain(_unforeseen(e), code=70)  # EX_SOFTWARE


def _unforeseen(error: Exception) -> str:
    """A fault of the program itself: keep what it was, and say how to go on."""
    import tempfile
    import traceback

    from drills.command import CONTINUE

    with tempfile.NamedTemporaryFile("w", prefix="drill-", suffix=".txt", delete=False) as file:
        file.write("".join(traceback.format_exception(error)))
    return (
        f"Drillbot itself failed, not your code ({type(error).__name__}). All that was taken is"
        f" kept; go on with {CONTINUE}\nThe clock runs on until then. What went wrong stands in"
        f" `{file.name}`."
    )


def _explain(sentence: str, code: int = 2) -> int:
    """Say what cannot be, as a message of a drill looks."""
    from bot.platforms.terminal.render import sentence as rendered
    from bot.platforms.terminal.screen import Screen, console
    from bot.platforms.terminal.spelling import spelling

    screen = Screen(console(stderr=True))
    screen.show(rendered(sentence, spelling(sys.argv[0], os.environ)))
    return code


def _refuse(sentence: str, code: int = 2) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201
    return code


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201


def _person() -> Person:
    import getpass

    from drills.model import Person

    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a container's user without a name
        user = str(os.getuid())
    return Person("terminal", "local", user)


def _database_url() -> str | None:
    """Of the environment, or of the `.env` that `drill serve` reads here too."""
    if (url := os.environ.get("DATABASE_URL")) or not Path(".env").exists():
        return url
    from bot.settings import SettingsProblem, load
    from storage.errors import StoreProblem

    try:
        return load().database
    except SettingsProblem as e:
        raise StoreProblem(str(e)) from None


# --- play ------------------------------------------------------------------------------------


def _play(arguments: Sequence[str]) -> int:
    from drills import command
    from drills.effects import Say

    words, folder = _without_folder(arguments)
    if folder == "":
        return _explain("`--folder` needs the name of a folder, for example: `--folder practice`")
    request = command.parse(words, FOLDER)
    if isinstance(request, Say):
        return _tell(_with_names(words, request), folder or "")
    import asyncio

    with _starting():
        from bot.platforms.terminal.conversation import UNSANDBOXED  # and all that is under it
        from bot.platforms.terminal.spelling import PRACTICE, spelling
        from storage.store import open_store

        store = open_store(_database_url())
        agreed = store.setting(_person(), UNSANDBOXED) == "yes"
    practice = Path(folder or PRACTICE).resolve()
    spelled = spelling(sys.argv[0], os.environ, folder or "")
    return asyncio.run(_converse(words, practice, spelled, store, agreed))


def _with_names(words: Sequence[str], wrong: Say) -> Say:
    """What is wrong with a command line, told by somebody who knows the names of the problems."""
    from content.catalog import Catalog
    from drills import command, menu
    from drills.effects import Say

    catalog = Catalog()
    known = menu.startable(catalog.entries(), catalog.labs(), catalog.working())
    told = command.parse(words, FOLDER, known)
    return told if isinstance(told, Say) else wrong


def _tell(say: Say, folder: str) -> int:
    """Help, or what is wrong with a command line."""
    from bot.platforms.terminal import render
    from bot.platforms.terminal.screen import Screen, console
    from bot.platforms.terminal.spelling import spelling
    from drills import command

    spelled = spelling(sys.argv[0], os.environ, folder)
    screen = Screen(console())
    screen.show(render.message(say, spelled))
    if say in (command.lab_help(FOLDER), command.session_help(FOLDER)):
        return 0
    if say != command.help_text(FOLDER):
        return 2
    own = "\n".join(f"- `{word}`: {what}" for word, what in command.TERMINAL_WORDS.items())
    labs = f"`{spelled(command.LABS)}`"
    sessions = f"`{spelled(command.SESSIONS)}`"
    more = PLAY_HELP.format(
        words=own, command=spelled(command.CONTINUE), labs=labs, sessions=sessions
    )
    screen.show(render.Words(more))
    return 0


@contextlib.contextmanager
def _starting() -> Iterator[None]:
    """A line that stands on a terminal while what is needed is imported."""
    import signal

    def stop(*_: object) -> None:  # nothing is under way yet
        _refuse(STOPPED)
        os._exit(130)

    live = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    # Not a KeyboardInterrupt: raised inside an import's own callbacks, Python passes it over.
    before = signal.signal(signal.SIGINT, stop)
    if live:
        sys.stdout.write("Starting …")
        sys.stdout.flush()
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if live:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()


def _without_folder(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """The words for the drill, and the value of `--folder`: "" where it has none."""
    words, folder = [], None
    rest = iter(arguments)
    for word in rest:
        if word == "--folder":
            folder = next(rest, "")
        elif word.startswith("--folder="):
            folder = word.partition("=")[2]
        else:
            words.append(word)
    return words, folder


async def _converse(
    words: Sequence[str], practice: Path, spelled: Spelling, store: Store, agreed: bool
) -> int:
    import socket

    from tzlocal import get_localzone_name

    from bot.app import App
    from bot.clock import SystemClock
    from bot.grader.pool import GraderPool
    from bot.grader.selftest import cache_file
    from bot.platforms.terminal.adapter import Terminal
    from bot.platforms.terminal.conversation import Conversation
    from bot.platforms.terminal.screen import Screen, console, lines, tell_warnings
    from content.catalog import Catalog
    from drills.command import LAB_WORDS, SESSION_WORDS, TERMINAL_WORDS, WORDS

    screen = Screen(console())
    if screen.live:  # the line of `_starting` goes on
        screen.busy("Starting …")
    tell_warnings(screen)
    person, clock = _person(), SystemClock()
    owner = f"terminal:{socket.gethostname()}:{practice}"
    pool = GraderPool(cache_file(), allow_unsandboxed=agreed)
    terminal = Terminal(store, screen, spelled)
    zone = get_localzone_name() or "UTC"
    app = App(store, Catalog(), pool, clock, {"terminal": terminal}, owner, zone)

    @contextlib.asynccontextmanager
    async def during(session: Session) -> AsyncIterator[None]:
        from bot.timers import Timers

        timers = Timers(store, clock, app.fire, owner, ["terminal"], session.id)
        app.poke = timers.poke
        timers.start()
        try:
            yield
        finally:
            timers.stop()

    words_of = [*WORDS, *LAB_WORDS, *SESSION_WORDS, *TERMINAL_WORDS]
    typed = lines(screen, list(dict.fromkeys(word.split()[0] for word in words_of)))
    conversation = Conversation(app, pool, terminal, person, practice, typed, os.environ, during)
    try:
        return await conversation.start(words)
    finally:
        screen.quiet()
        await app.close()
        await pool.close()
        store.close()


# --- the other commands ----------------------------------------------------------------------


def _notes() -> int:
    from drills.command import NO_NOTES
    from storage.store import open_store

    store = open_store(_database_url())
    notes = store.notes(_person())
    store.close()
    if not notes:
        return _refuse(NO_NOTES, 0)
    text = "\n\n".join(note.text.strip() for note in notes)
    if sys.stdout.isatty():  # a file or a pipe has the Markdown itself
        from bot.platforms.terminal.render import Words
        from bot.platforms.terminal.screen import Screen, console

        Screen(console()).show(Words(text))
    else:
        _say(text)
    return 0


def _version() -> int:
    from importlib.metadata import version

    _say(f"drillbot {version('drillbot')}")
    return 0


def _doctor() -> int:
    """Check what a drill needs, a line a fact; 1 where submitted code cannot be confined."""
    from bot.grader.sandbox import Rung
    from bot.grader.selftest import cache_file, choose
    from content.catalog import Catalog
    from storage.database import open_database
    from storage.errors import StoreProblem

    _say(f"Python: {sys.version.split()[0]} at {sys.executable}")
    try:
        database = open_database(_database_url())
        _say(f"database: {database.where} opens and is up to date")
        database.close()
        well = True
    except StoreProblem as e:
        _say(f"database: {e}")
        well = False
    entries, labs, sessions = Catalog().entries(), Catalog().labs(), Catalog().working()
    _say(f"content: {len(entries)} progressive: {', '.join(entry.id for entry in entries)}")
    _say(f"content: {len(labs)} labs: {', '.join(entry.id for entry in labs)}")
    _say(f"content: {len(sessions)} sessions: {', '.join(entry.id for entry in sessions)}")
    _say("sandbox: trying what hostile code would try …")
    found = choose(cache_file(), fresh=True)
    _say("\n".join(found.lines()))
    if found.rung is Rung.NONE:
        _say(
            "Code that comes through chat is refused on this machine. In the terminal your own code"
            " can run without a sandbox: `drill play` asks you once."
        )
    well = _examine_chats() and well
    return 0 if well and found.rung is not Rung.NONE and entries else 1


def _examine_chats() -> bool:
    """Check each chat platform as it is configured; whether all is well."""
    from bot.settings import SettingsProblem, load
    from storage.errors import StoreProblem

    try:
        settings = load()
        slack = _examine_slack(settings)
        return _examine_discord(settings) and slack
    except (SettingsProblem, StoreProblem) as e:
        _say(f"settings: {e}")
        return False


def _examine_slack(settings: Settings) -> bool:
    import asyncio

    if settings.slack is None:
        _say("Slack: not configured (SLACK_BOT_TOKEN is not set)")
        return True
    from bot.platforms.slack.doctor import examine

    found = asyncio.run(examine(settings.slack))
    for each in found:
        _say(f"Slack: {'' if each.well else '✗ '}{each.line}")
    return all(each.well for each in found)


def _examine_discord(settings: Settings) -> bool:
    import asyncio

    from storage.store import open_store

    if not settings.discord:
        _say("Discord: not configured (DISCORD_TOKEN is not set)")
        return True
    from bot.platforms.discord.doctor import examine

    store = open_store(settings.database)
    try:
        found = asyncio.run(examine(settings.discord, settings.discord_message_content, store))
    finally:
        store.close()
    for each in found:
        _say(f"Discord: {'' if each.well else '✗ '}{each.line}")
    return all(each.well for each in found)


def _serve() -> int:
    """Serve the chat platforms that are configured, and keep the timers of days."""
    import asyncio
    import logging

    from bot.serve import CannotServe, serve
    from bot.settings import SettingsProblem, load

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    for chatty in ("slack_sdk", "discord", "apscheduler", "uvicorn", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    logging.getLogger("slack_bolt").setLevel(logging.ERROR)  # it warns of variables that are ours
    try:
        asyncio.run(serve(load(), _say))
    except (CannotServe, SettingsProblem) as e:
        return _refuse(str(e))
    return 0


if __name__ == "__main__":
    sys.exit(main())
