"""Points 8 and 10, the words: no leak, no hint, no leftover of another skin, no unknown name."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterable, Iterator

from bot.check.running import failures
from bot.check.subject import Fault, Subject
from drills.model import Part

FENCED = re.compile(r"^```.*?^```", re.M | re.S)
SPAN = re.compile(r"`([^`\n]+)`")
MACHINERY = re.compile(r"\bknobs\b|\bdrawn\b|@hidden|@wrong|\{%|%\}|\{\{|\}\}|\{#")
HINTS = re.compile(
    r"\b(?:hints?|trick(?:y|s)?|traps?|careful(?:ly)?|beware|pitfalls?|gotchas?|corner cases?"
    r"|edge cases?|hidden tests?|later parts?|next part|future|will need|keep in mind|extensible"
    r"|refactor\w*|efficien\w+|performance|complexity|optimal\w*|optimi[sz]\w+|scal(?:es?|able)"
    r"|fast|quick(?:ly)?|data structures?|dict(?:ionar(?:y|ies))?|hash (?:map|table)s?"
    r"|linked lists?|heaps?|deques?|tries?|binary search|lazy|lazily|eager(?:ly)?|immutable"
    r"|(?:deep|shallow|defensive) cop(?:y|ies)|design|helpers?|abstraction)\b|\bO\([^)]*\)",
    re.I,
)
EVERYWHERE = {*keyword.kwlist, *dir(builtins), "self", "dataclass"}


def shown(part: Part, categories: dict[str, str]) -> dict[str, str]:
    """Where -> text, of all that a person may meet while this part is the last one known."""
    texts = {
        "the title": part.title,
        "the text": part.spec,
        "the signatures": part.signatures,
        "the visible tests": part.visible,
        "the hint": part.hint,
        "the design idea": part.design_idea,
        "costs.py": part.costs,
        "the follow-up questions": "\n".join(part.follow_ups),
    }
    for test in part.tests:
        if test.category:
            name = f"the category {test.category!r}"
            texts[name] = categories.get(test.category, "")
    return texts


def vocabulary(subject: Subject, number: int) -> Iterator[tuple[str, bool]]:
    """The words that a part brings, and whether they count in code alone: names do."""
    before = _names(subject.parts[number - 2].signatures) if number > 1 else set()
    new = _names(subject.parts[number - 1].signatures) - before - EVERYWHERE
    yield from ((name, True) for name in sorted(new) if len(name) > 1)  # `n` says nothing
    words = subject.authored.words(subject.skin)
    for canonical in subject.authored.reserved.get(number, ()):
        for form in {words.identifier(canonical), words.words.get(canonical, canonical)}:
            yield from ((form + ending, False) for ending in ("", "s", "es", "d", "ed", "ing"))


def _names(source: str) -> set[str]:
    """Every name that a module of signatures says."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.arg(arg=name):
                found.add(name)
            case ast.Name(id=name) | ast.alias(name=name):
                found.add(name)
    return found


def leaks(subject: Subject) -> Iterator[Fault]:
    """No word of a later part stands in anything that is shown before it."""
    for part in subject.parts[:-1]:
        for where, text in shown(part, dict(subject.problem.categories)).items():
            for word in leaked(subject, part.number, text):
                yield Fault(
                    8,
                    str(subject),
                    f"{where} of part {part.number} says {word!r}, which belongs to a later part",
                )


def leaked(subject: Subject, number: int, text: str) -> list[str]:
    """The words of parts after `number` that a text says."""
    names = sorted(_names(subject.parts[number - 1].signatures))
    text = re.sub(rf"\b(?:{'|'.join(names)})\b", "", text)  # `device_count` does not say "count"
    later = range(number + 1, len(subject.parts) + 1)
    new = dict(pair for part in later for pair in vocabulary(subject, part))
    return [word for word, in_code in new.items() if says(text, word, in_code)]


def says(text: str, word: str, in_code: bool) -> bool:
    """Whether a text says a word, between underscores too; `in_code`: in its code alone."""
    if in_code and "_" not in word:
        text = "\n".join([*FENCED.findall(text), *SPAN.findall(text)]) if "`" in text else text
        return bool(re.search(rf"(?<![A-Za-z_]){re.escape(word)}(?![A-Za-z_])", text))
    return bool(re.search(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])", text))


def hints(subject: Subject) -> Iterator[Fault]:
    """No word that steers, in texts, titles, names of tests, or what a category says."""
    for part in subject.parts:
        texts = {
            "the title": part.title,
            "the text": SPAN.sub("", FENCED.sub("", part.spec)),
            "a comment of the signatures": "\n".join(re.findall(r"#.*", part.signatures)),
            "a comment of the visible tests": "\n".join(re.findall(r"#.*", part.visible)),
        }
        for test in part.tests:
            texts[f"the test {test.id}"] = test.name.replace("_", " ")
            category = subject.problem.categories.get(test.category or "", "")
            texts[f"the category {test.category!r}"] = category
        for where, text in texts.items():
            if found := HINTS.search(text):
                yield Fault(8, str(subject), f"{where} of part {part.number} steers: {found[0]!r}")


def names(subject: Subject) -> Iterator[Fault]:
    """Every name in backticks exists by then; every new method is told; no machinery is left."""
    words = subject.authored.words(subject.skin)
    placeholders = {words.identifier(word) for word in words.words}  # `(key, writes)`
    for part in subject.parts:
        known = _names(part.signatures) | EVERYWHERE | placeholders
        prose = FENCED.sub("", part.spec)
        told = set()
        for span in SPAN.findall(prose):
            told |= set(re.findall(r"[A-Za-z_]\w*", re.sub(r"\"[^\"]*\"|'[^']*'", "", span)))
        for name in sorted(told - known):
            if len(name) > 1:  # `t + d`
                yield Fault(
                    10, str(subject), f"the text of part {part.number} names unknown `{name}`"
                )
        for name in part.added:
            if name not in told and name != "__init__":
                yield Fault(
                    10, str(subject), f"the text of part {part.number} does not name `{name}`"
                )
        for where, text in {**shown(part, {}), "the hidden tests": part.hidden}.items():
            if found := MACHINERY.search(text):
                yield Fault(10, str(subject), f"{where} of part {part.number} shows {found[0]!r}")
        if found := re.search(r"\{\w*\}?", SPAN.sub("", prose)):
            yield Fault(
                10, str(subject), f"the text of part {part.number} has a brace left: {found[0]!r}"
            )


def leftovers(subject: Subject) -> Iterator[Fault]:
    """No canonical word is left where the skin has another one."""
    drawn = subject.authored.words(subject.skin)
    story = subject.authored.skins.story[subject.authored.skins.columns.index(subject.skin)]
    cells = [*drawn.names.values(), *drawn.words.values(), *drawn.samples.values()]
    used = {piece.lower() for cell in cells for piece in re.findall(r"[A-Za-z]+", cell)}
    gone = [
        (canonical, kind is drawn.names)
        for kind in (drawn.names, drawn.words, drawn.samples)
        for canonical, cell in kind.items()
        if canonical != cell and not set(re.findall(r"[a-z]+", canonical.lower())) <= used
    ]
    for part in subject.parts:
        texts = {
            **shown(part, dict(subject.problem.categories)),
            "the text": part.spec.replace(story, ""),  # each skin has its own
            "the hidden tests": part.hidden,
            "the reference": part.reference,
            "the lesson": part.lesson,
            "the sentences of signals": "\n".join(subject.problem.sentences.values()),
        }
        for where, text in texts.items():
            text = re.sub(r"\bkey=", "", text)  # sorted(..., key=...)
            for canonical, name in gone:
                if says(text, canonical, name):
                    yield Fault(
                        10,
                        str(subject),
                        f"{where} of part {part.number} still says {canonical!r}",
                    )


def clashes(subject: Subject) -> Iterator[Fault]:
    """No name of the skin is one that the author's Python files already give to something else."""
    authored = subject.authored
    drawn = {name: canonical for canonical, name in authored.words(subject.skin).names.items()}
    files = ["reference.py", "second.py", "wrong.py", "costs.py"]
    for file in [*files, *(f"tests/part{number}.py" for number in authored.parts)]:
        for name in sorted(_defined(authored.tree(file)) & drawn.keys()):
            if name != drawn[name]:
                yield Fault(
                    10,
                    "problem.toml",
                    f"{file} has a {name!r} of its own, and {drawn[name]!r} is called that in the "
                    f"skin {subject.skin}",
                )


def _defined(tree: ast.Module) -> set[str]:
    """The names of functions, classes and attributes that a module makes."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return found


def turned(subject: Subject, flips: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    """Another option of one knob changes its own part's text, and nothing that is shown before."""
    for knob, option in flips:
        other = subject.with_knob(knob, option)
        own = subject.authored.knob_part[knob]
        what = f"turning {knob} to {option!r}"
        for number in range(1, own):
            for name in ("spec", "stub", "visible"):
                if getattr(subject.draw, name)(number) != getattr(other, name)(number):
                    yield Fault(10, str(subject), f"{what} shows in part {number} already ({name})")
        if subject.draw.spec(own) == other.spec(own):
            yield Fault(10, str(subject), f"{what} changes nothing in the text of part {own}")
        last = len(subject.parts)
        failed = failures(other.reference(last), subject.cases(last))
        if not any(case.test.hidden for case in failed):
            yield Fault(10, str(subject), f"{what} changes no hidden test's expected value")
