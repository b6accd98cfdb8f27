"""The words after `/drill` or `drill play`, and the control words inside a session."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from drills.effects import Choice, Command, Option, Say, Sending
from drills.task import LEVELS

CONTINUE = Command(options=(("continue", ""),))
NEXT = Command(options=(("next", ""),))
RANDOM = Command(options=(("random", ""),))
STATUS = Command(options=(("status", ""),))
MENU = Command()
HELP = Command(options=(("help", ""),))
NOTES = Command("notes")
NO_NOTES = (
    "There are no notes yet. A part's is kept from its first grade on, that of every part you"
    " reached when its drill ends, and a lab's when it is over."
)

WORDS = {
    "run": "run the visible tests of the parts so far",
    "done": "grade this part, hidden tests included",
    "hint": "one nudge for this part, for a point of one score (asks first)",
    "time": "the time spent and left",
    "stub": "put this part's new signatures into your file",
    "skip": "see this part's model solution; ends the session (asks first)",
    "finish": "end here with the whole wrap-up, no model solution (asks first)",
    "abandon": "end here with a note and no wrap-up (asks first)",
    "quit": f"leave with the clock paused; {CONTINUE} brings you back",
    "help": "this list",
}
LAB_WORDS = {
    "run": "run the tests on your file as it is",
    "accept": "put the suggestion in; `accept 4` says how sure you are, 1 to 5",
    "edit": "put in your own version of it",
    "reject": "leave it out; `reject 4` says how sure you are",
    "try": "run the tests with the suggestion, before you decide",
    "back": "to the suggestion before, to decide anew; `back 2` to the second",
    "next": "on to what is not decided yet",
    "done": "end this phase: from the plan to building, from the tests to explaining",
    "rules": "the task and its rules again",
    "time": "the time spent and left",
    "finish": "end here with what is known of what you decided (asks first)",
    "abandon": "end here with a note and no summary (asks first)",
    "quit": "leave with the clock paused",
    "help": "this list",
}
SESSION_WORDS = {
    "go": "start the clock",
    "run": "run your program on the data, and see what it printed and wrote",
    "log: WORDS": "add a decision to your log; `decisions.md` is part of it too",
    "done": "freeze what you sent, and begin the walkthrough",
    "time": "the time left",
    "brief": "the brief again",
    "reset": "put the clock back to nought, before there is any code",
    "skip": "leave a question of the walkthrough unanswered",
    "finish": "end the walkthrough here, with the verdict (asks first)",
    "abandon": "end here with a note and no verdict (asks first)",
    "quit": "leave with the clock paused",
    "help": "this list",
}
CHANNEL = Command("channel")
AFTER = "--next"  # the choice, of a session that is over, of the next one
CHAT_WORDS = {"continue": "go on after `quit`"}
CHAT_OPTIONS = {
    "--private": "where nobody else sees it",
    "--team": "anyone in the thread may act",
}
TERMINAL_WORDS = {
    "edit": "open your solution in `$VISUAL` or `$EDITOR`",
    "files": "where your files are; puts back those of the bot that are gone",
}
_ALIASES = {"exit": "quit", "q": "quit", ":q": "quit", "bye": "quit"}
_SPOKEN = {
    "time left": "time", "how much time is left": "time", "how much time left": "time",
    "start": "go", "let s go": "go", "run it": "run", "i am done": "done", "i m done": "done",
}  # fmt: skip
# What people say who do not know the words yet; such a word is suggested, never obeyed.
_MEANT = {
    "test": "run", "tests": "run", "check": "run",
    "submit": "done", "grade": "done", "finished": "done",
    "clue": "hint", "stuck": "hint",
    "long": "time", "left": "time", "clock": "time",
    "signatures": "stub", "leave": "quit", "pause": "quit", "stop": "quit",
    "editor": "edit", "open": "edit", "file": "files", "folder": "files",
}  # fmt: skip
_SENTENCE = 8  # words; what is longer is talk and no command
_DRILLS = ("progressive", "lab", "session")
_BEGIN = ("start", "begin", "play")  # what one may say before all else
_IDLE = {"it", "this", "the", "my", "a", "me", "i", "m", "am", "please", "pls", "now", "again",
         "just", "ok", "okay", "give", "code"}  # fmt: skip
_SLIP = 0.8  # the same where people talk to each other
_NEAR = 0.75  # how near a word is to a known one that was meant, where most words are no slip

OPTIONS = {
    "--domain NAME": "a fresh problem of that domain",
    "--seed N": "with a domain: the same N always draws the same problem",
    "--next": "the domain you have played least, those not yet passed first",
    "--random": "any domain",
    "--custom WORDS": "finds the domains nearest to your own words",
    "--continue": "goes on where you left",
    "--status": "your progress",
    "--help": "this text",
}

LAB_OPTIONS = {
    "TASK": "that task",
    "--level LEVEL": f"the task of that level you have done least: {', '.join(LEVELS)}",
    "--next": "the task you have done least, from the first level on",
    "--random": "any task",
    "--continue": "goes on where you left",
    "--status": "your progress",
    "--help": "this text",
}

SESSION_OPTIONS = {
    "--domain NAME": "that domain, drawn afresh",
    "--seed N": "with a domain: the same N always draws the same rows",
    "--next": "the domain you have done least",
    "--random": "any domain",
    "--codebase": "a repository with a failing suite in place of rows; alone, any of them",
    "--custom WORDS": "finds the domains nearest to your own words",
    "--time MINUTES": "the time cap, 10 to 480; 60 where none is named",
    "--ai": "tools are allowed, and asked about afterwards",
    "--lang LANGUAGE": "what you write in: Python",
    "--continue": "goes on where you left",
    "--status": "your progress",
    "--help": "this text",
}

_PICKS = ("domain", "custom", "continue", "next", "random", "status", "repo")
_VALUED = ("domain", "custom", "lang", "seed")
_FLAGS = (*_PICKS, "lang", "seed", "help")
_COLONS = frozenset((*_FLAGS, "private", "team", "task", "level", "zone", "drill", "time", "ai"))
_DASHES = "-‐‑‒–—―−﹘﹣-"
_QUOTES = "\"'“”„‟‘’«»"


def domain(id: str) -> Command:
    return Command(options=(("domain", id),))


LABS = Command("lab")
LAB_HELP = Command("lab", (("help", ""),))


def lab(id: str) -> Command:
    return Command("lab", (("task", id),))


SESSIONS = Command("session")
SESSION_HELP = Command("session", (("help", ""),))


def session(id: str) -> Command:
    return Command("session", (("domain", id),))


def picks_session(id: str) -> str:
    """The id of a menu's choice of a working session; "" is a surprise."""
    return f"session:{id}"


def picks(task: str) -> str:
    """The id of the choice of a lab's task in a menu; that of a domain is its own."""
    return f"lab:{task}"


def offered(choice: str) -> Command:
    """The command that a choice of a menu stands for."""
    drill, _, id = choice.rpartition(":")
    return {"session": session, "lab": lab}.get(drill, domain)(id)


def picked(choice: str) -> list[str]:
    """The words of the command line that a choice of a menu stands for."""
    drill, _, task = choice.rpartition(":")
    if task == AFTER:
        return [drill or "progressive", AFTER]
    if drill == "session":
        return ["session", *(("--domain", task) if task else ("--random",))]
    return ["lab", task] if drill == "lab" else ["--domain", choice]


@dataclass(frozen=True, slots=True)
class Request:
    """What a command line asks for. With nothing set: the menu."""

    domain: str = ""
    custom: str = ""
    resume: bool = False
    next: bool = False
    random: bool = False
    status: bool = False
    seed: int | None = None
    drill: str = "progressive"
    task: str = ""  # of a lab
    level: str = ""
    minutes: int = 0  # of a working session; 0: as its author says
    ai: bool = False
    codebase: bool = False  # a working session that begins with a repository

    @property
    def opens(self) -> bool:
        """Whether it is for a session, and not for something to read."""
        return bool(
            self.domain or self.task or self.level or self.next or self.random or self.resume
        )


def help_text(more: Mapping[str, str] | None = None) -> Say:
    """What a drill is, every option and every word. `more` are the platform's own options."""
    return _say(
        "**A progressive drill** is one problem in four parts. You see part 1; each later part is"
        " shown when the one before it passes all its tests, hidden ones included. You write real"
        " code that grows.\n\n"
        f"- {MENU} shows the domains, what you have played, and what is in progress\n"
        f"- {domain('kv-store')} starts a drill\n"
        f"- {CONTINUE} goes on where you left\n"
        f"- {LABS} is another kind of drill: you judge what an assistant suggests; {LAB_HELP}"
        " tells more\n"
        f"- {SESSIONS} is a third: a build on messy rows, larger than its time, and a walkthrough;"
        f" {SESSION_HELP} tells more\n"
        f"- {STATUS} shows your progress, {NOTES} what was noted after your parts\n\n"
        f"{Sending()} `run` tries the visible tests, `done` grades.\n\n"
        f"Options:\n\n{_options({**OPTIONS, **(more or {})})}\n\n"
        f"In a session say one word:\n\n{_listed(WORDS)}"
    )


def _listed(words: Mapping[str, str]) -> str:
    return "\n".join(f"- `{word}`: {what}" for word, what in words.items())


def _options(options: Mapping[str, str]) -> str:
    """Each option as its platform spells it."""
    lines = []
    for option, what in options.items():
        name, _, value = option.lstrip("-").partition(" ")
        token = Option(name, value) if option.startswith("-") else Option(name.lower(), name)
        lines.append(f"- {token}: {what}")
    return "\n".join(lines)


def control_word(text: str) -> str | None:
    """The control word that a whole message is, with case and final punctuation folded."""
    word = text.strip().rstrip(".!?… ").casefold()
    word = _ALIASES.get(word, word)
    return word if word in WORDS else None


def lab_word(text: str) -> str | None:
    """The same for a lab."""
    word = text.strip().rstrip(".!?… ").casefold()
    word = {**_ALIASES, "run with it": "try", "run tests": "run"}.get(word, word)
    return word if word in LAB_WORDS else None


def session_word(text: str) -> str | None:
    """The same for a working session."""
    word = " ".join(re.findall(r"[\w:]+", text.casefold()))
    word = {**_ALIASES, **_SPOKEN}.get(word, word)
    return word if word in SESSION_WORDS else None


def nearest(word: str, known: Sequence[str], cutoff: float = 0.6) -> str | None:
    """The known word that was probably meant."""
    found = difflib.get_close_matches(word.casefold(), known, n=1, cutoff=cutoff)
    return found[0] if found else None


def suggested(text: str, known: Sequence[str]) -> str | None:
    """The known word that was probably meant by a word with a slip, or by a short sentence."""
    spoken = re.findall(r"\w+", text.casefold())
    if len(spoken) > _SENTENCE:
        return None
    said = [word for word in spoken if word in known]
    meant = [word for word in map({**_MEANT, **_ALIASES}.get, spoken) if word in known]
    return next(iter([*said, *meant]), None) or nearest(text, known)


def slip(text: str, known: Sequence[str]) -> str | None:
    """The known word that a lone word is a slip of, or that is said with words of no weight about
    it: "runn", "run it please"; None for talk."""
    said = [word for word in re.findall(r"\w+", text.casefold()) if word not in _IDLE]
    meant = {**_MEANT, **_ALIASES}
    words = {word if word in known else meant.get(word, word) for word in said}
    if len(words) != 1:
        return None
    [word] = words
    return nearest(word, known, _SLIP)


def parse(
    words: Sequence[str],
    more: Mapping[str, str] | None = None,
    known: Mapping[str, str] | None = None,
) -> Request | Say:
    """Read a command line. What cannot be done comes back as a message of one or two sentences.

    `more` are the options that the platform takes itself, with what they do: they are named where
    options are named, and not expected here. `known` are words that a lone word may mean, each
    with its choice of a menu, "" where it is a word to say.

    Dashes that a phone or an editor made smart (`—domain`), `--domain=x` and quotes are accepted.
    """
    options: dict[str, str] = {}
    rest = list(words)
    if rest and rest[0].casefold() in _BEGIN:
        rest.pop(0)
    if rest and rest[0].casefold() == "progressive":
        rest.pop(0)
    elif rest and rest[0].casefold() == "lab":
        return _parse_lab(rest[1:], more or {})
    elif rest and rest[0].casefold() == "session":
        return _parse_session(rest[1:], more or {})
    while rest:
        name, given = flag(rest.pop(0))
        if name is None:
            return _unknown_word([given, *rest], known or {})
        if name not in _FLAGS:
            return _unknown_flag(name, more or {})
        if name in options:
            return _say(f"{Option(name)} is given twice. Give it once.")
        value = given
        if name in _VALUED:
            if not value and rest and flag(rest[0])[0] is None:
                value = rest.pop(0)
            if name == "custom":
                while rest and flag(rest[0])[0] is None:
                    value += " " + rest.pop(0)
            value = value.strip().strip(_QUOTES).strip()
            if not value:
                return _say(f"{Option(name)} needs a value: {_example(name)}.")
        elif value:
            return _say(f"{Option(name)} takes no value. Say only {Option(name)}.")
        options[name] = value
    return help_text(more) if "help" in options else _request(options)


def lab_help(more: Mapping[str, str] | None = None) -> Say:
    """What a lab is, every option and every word. `more` are the platform's own options."""
    return _say(
        "**A lab** is a small feature in a file that exists, and an assistant who suggests how to"
        " write it. Some suggestions are wrong in the ways that real ones are. You plan, accept,"
        " edit or reject each, make the tests pass, and say why; what counts is judgement.\n\n"
        f"- {LABS} shows the tasks by level, and what you have done\n"
        f"- {lab('total-cart')} starts one\n\n"
        f"Options:\n\n{_options({**LAB_OPTIONS, **(more or {})})}\n\n"
        f"In a lab say one word:\n\n{_listed(LAB_WORDS)}"
    )


def _parse_lab(words: Sequence[str], more: Mapping[str, str]) -> Request | Say:
    """The words after `lab`: a task's name, or options."""
    valued, flags = ("task", "level"), ("next", "random", "continue", "status", "help")
    options: dict[str, str] = {}
    rest = list(words)
    while rest:
        name, value = flag(rest.pop(0))
        if name is None:
            name = "task"
        elif name not in (*valued, *flags):
            near = nearest(name, [*flags, "level"])
            meant = f" Did you mean {Option(near)}?" if near else ""
            return _say(f"There is no option {Option(quoted(name))} for a lab.{meant} {LABS}")
        elif name in valued and not value and rest and flag(rest[0])[0] is None:
            value = rest.pop(0)
        if name in options:
            return _say(f"`{quoted(value or name)}` is one too many: name one task or option.")
        if name in valued and not value:
            return _say(f"{Option(name)} needs a value. {LABS} lists the tasks by level.")
        options[name] = value.strip(_QUOTES).casefold()
    if "help" in options:
        return lab_help(more)
    if len(options) > 1:
        first, second = list(options)[:2]
        return _say(f"`{first}` and `{second}` exclude each other. Give one of them.")
    level = options.get("level", "")
    if level and level not in LEVELS:
        return _say(f"There is no level `{quoted(level)}`. There are {', '.join(LEVELS)}.")
    return Request(
        drill="lab",
        task=options.get("task", ""),
        level=level,
        resume="continue" in options,
        next="next" in options,
        random="random" in options,
        status="status" in options,
    )


def session_help(more: Mapping[str, str] | None = None) -> Say:
    """What a working session is, every option and every word. `more` are the platform's own."""
    return _say(
        "**A working session** is one open build on messy rows, larger than its time on purpose."
        " You decide what it should be, log your decisions, and then walk through them question by"
        " question. What counts is judgement; finishing is not expected.\n\n"
        f"- {SESSIONS} shows the domains, and what you have done\n"
        f"- {session('billing-reconciler')} starts one\n\n"
        f"Options:\n\n{_options({**SESSION_OPTIONS, **(more or {})})}\n\n"
        f"In a session say one word:\n\n{_listed(SESSION_WORDS)}"
    )


def _parse_session(words: Sequence[str], more: Mapping[str, str]) -> Request | Say:
    """The words after `session`: a domain's name, or options."""
    valued = ("domain", "seed", "custom", "time", "lang", "interviewer")
    flags = ("next", "random", "ai", "codebase", "continue", "status", "help")
    options: dict[str, str] = {}
    rest = list(words)
    while rest:
        name, value = flag(rest.pop(0))
        if name is None:
            name = "domain"
        elif name not in (*valued, *flags):
            near = nearest(name, [*flags, *valued])
            meant = f" Did you mean {Option(near)}?" if near else ""
            unknown = f"There is no option {Option(quoted(name))} for a session."
            return _say(f"{unknown}{meant} {SESSIONS}")
        elif name in valued and not value and rest and flag(rest[0])[0] is None:
            value = rest.pop(0)
        if name == "custom":
            while rest and flag(rest[0])[0] is None:
                value += " " + rest.pop(0)
        if name in options:
            return _say(f"`{quoted(value or name)}` is one too many: name each option once.")
        if name in valued and not value:
            return _say(f"{Option(name)} needs a value. {SESSIONS} lists the domains.")
        options[name] = value.strip(_QUOTES)
    return session_help(more) if "help" in options else _session_request(options)


def _session_request(options: dict[str, str]) -> Request | Say:
    picked = [name for name in _PICKS if name in options]
    if len(picked) > 1:
        first, second = map(Option, picked[:2])
        return _say(f"{first} and {second} exclude each other. Give one of them.")
    if "interviewer" in options:
        return _say(f"{Option('interviewer')} is not available: you mark yourself. Leave it out.")
    if options.get("lang", "python").casefold() not in ("python", "python3", "py"):
        return _say(f"`{quoted(options['lang'])}` is not available: programs are run in Python.")
    minutes = options.get("time", "0")
    if "time" in options and not (
        re.fullmatch(r"[0-9]{1,4}", minutes) and 10 <= int(minutes) <= 480
    ):
        given = Option("time", quoted(minutes))
        return _say(f"{given} is no time cap: give minutes, from 10 to 480.")
    seed = options.get("seed")
    if seed is not None and not re.fullmatch(r"[0-9]{1,9}", seed):
        return _say(f"`{quoted(seed)}` is no seed: give a whole number of up to nine digits.")
    if not picked and {"ai", "time", "codebase"} & options.keys():
        options = {**options, "random": ""}
    return Request(
        drill="session",
        domain=options.get("domain", "").casefold(),
        custom=options.get("custom", ""),
        resume="continue" in options,
        next="next" in options,
        random="random" in options,
        status="status" in options,
        seed=int(seed) if seed is not None else None,
        minutes=int(minutes),
        ai="ai" in options,
        codebase="codebase" in options,
    )


def _request(options: dict[str, str]) -> Request | Say:
    picks = [name for name in _PICKS if name in options]
    if len(picks) > 1:
        first, second = picks[:2]
        return _say(f"{Option(first)} and {Option(second)} exclude each other. Give one of them.")
    if "repo" in options:
        return _say(
            f"Repository drills are not available; progressive problems are: {MENU} lists them."
        )
    if options.get("lang", "python").casefold() not in ("python", "python3", "py"):
        return _say(
            f"`{quoted(options['lang'])}` is not available: solutions are written and graded in"
            f" Python. Leave {Option('lang')} out."
        )
    request = Request(
        domain=options.get("domain", "").casefold(),
        custom=options.get("custom", ""),
        resume="continue" in options,
        next="next" in options,
        random="random" in options,
        status="status" in options,
    )
    if "seed" not in options:
        return request
    seed = options["seed"]
    if not re.fullmatch(r"[0-9]{1,9}", seed):
        return _say(
            f"`{quoted(seed)}` is no seed: give a whole number of up to nine digits,"
            f" for example {Option('seed', '7')}."
        )
    if not request.domain and not request.next and not request.random:
        if picks:
            seedless = f"{Option(picks[0])} takes no seed."
            return _say(f"{seedless} Leave {Option('seed')} out, or name a domain.")
        return _say(f"A seed draws a problem of a domain: add {Option('domain')} and its name.")
    return replace(request, seed=int(seed))


def flag(word: str) -> tuple[str | None, str]:
    """(name, value after "=") of a flag, or (None, the word) for anything else.

    `private:True` and `domain:kv-store`, as Discord spells them, are flags too.
    """
    bare = word.lstrip(_DASHES)
    typed, colon, given = word.partition(":")
    if colon and given and typed.casefold() in _COLONS:
        return typed.casefold(), "" if given.casefold() == "true" else given
    if bare == word or not bare[:1].isalpha():
        return None, word
    name, _, value = bare.partition("=")
    for dash in _DASHES:
        name = name.replace(dash, "-")
    return name.casefold(), value


def _unknown_word(words: Sequence[str], known: Mapping[str, str]) -> Say:
    """`words`: it, and what stands behind it."""
    folded, all = words[0].casefold(), "-".join(words).casefold()
    unknown = f"I don't know `{quoted(words[0])}` here."
    if folded in _FLAGS and folded not in _VALUED:
        return _say(f"{unknown} Did you mean {Command(options=((folded, ''),))}?")
    names = {**dict.fromkeys(_DRILLS, ""), **known}
    near = nearest(all, list(names), _NEAR) or nearest(folded, list(names), _NEAR)
    if near is None:
        return _say(f"{unknown} {MENU} shows what you can start, {HELP} what you can say.")
    if not names[near]:
        return _say(f"{unknown} Did you mean `{near}`?")
    choices = (Choice(names[near], near),)
    if near in (all, folded):
        return Say((f"`{near}` is started so: {offered(names[near])}",), choices=choices)
    return Say((f"{unknown} Did you mean {near}? {offered(names[near])}",), choices=choices)


def _unknown_flag(name: str, more: Mapping[str, str]) -> Say:
    known = [option.split()[0].lstrip("-") for option in [*OPTIONS, *more]]
    near = nearest(name, [*known, *_FLAGS])
    meant = f" Did you mean {Option(near)}?" if near else ""
    flags = ", ".join(str(Option(flag)) for flag in known)
    return _say(f"There is no option {Option(quoted(name))}.{meant} There are {flags}.")


def _example(name: str) -> str:
    examples = {"domain": "kv-store", "custom": "a chat room", "lang": "python", "seed": "7"}
    return str(Option(name, examples[name]))


def quoted(text: str) -> str:
    """A person's own words, short and unable to break out of the backticks around them."""
    plain = re.sub(r"[`⟦⟧\x00-\x1f\x7f]", " ", text).strip()
    return plain if len(plain) <= 60 else plain[:59] + "…"


def _say(text: str) -> Say:
    return Say((text,))
