"""One draw of an authored problem: every text of it, concrete."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import ModuleType
from typing import Concatenate, ParamSpec, TypeVar

import libcst as cst

from content.draw import modules, prose
from content.draw.authored import Authored, Wrong
from content.draw.broken import BrokenContent
from content.draw.fold import UnknownKnob, fold
from content.draw.formatting import formatted
from content.draw.rename import rename
from content.draw.running import CannotFill, fill, load, run_example
from drills.model import Part, Problem, Test

P = ParamSpec("P")
T = TypeVar("T")


def _once(method: Callable[Concatenate[Draw, P], T]) -> Callable[Concatenate[Draw, P], T]:
    """Keep what a method of a draw gives; a draw never changes."""

    @wraps(method)
    def kept(self: Draw, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (method.__name__, *args)
        if key not in self._made:
            self._made[key] = method(self, *args, **kwargs)
        found: T = self._made[key]  # type: ignore[assignment]  # the key names the method
        return found

    return kept


class Draw:
    """The concrete texts of one choice of knobs and skin; each is made when first asked for.

    A skin of None gives the canonical words, which excuses of mutants are written in.
    `problem()` is what people get; its modules are the same as the other methods', formatted.
    Every method raises BrokenContent, naming the file, where the authored text cannot be drawn.
    """

    def __init__(
        self, authored: Authored, knobs: Mapping[str, str], skin: str | None, seed: int = 0
    ) -> None:
        self.authored = authored
        self.knobs = dict(knobs)
        self.skin = skin
        self.seed = seed
        self.words = authored.words(skin)
        self._made: dict[tuple[object, ...], object] = {}

    # --- solutions -----------------------------------------------------------------------

    @_once
    def reference(self, part: int) -> str:
        """The model solution of parts 1 to this one."""
        return modules.cut(self._source("reference.py", part))

    @_once
    def second(self, part: int) -> str:
        """The other correct solution, of a different design."""
        return modules.cut(self._source("second.py", part))

    def wrong(self, wrong: Wrong) -> str:
        """The reference of the wrong solution's part, with the one thing wrong."""
        name = self.words.identifier(wrong.name)
        others = {self.words.identifier(other.name) for other in self.authored.wrongs} - {name}
        subclass = modules.cut(self._wrongs(wrong.part), others)
        required = self.words.identifier(self.authored.required)
        return f"{self.reference(wrong.part)}\n\n{subclass}\n\n{required} = {name}\n"

    @_once
    def _wrongs(self, part: int) -> str:
        """wrong.py without its marks."""
        folded = self._folded("wrong.py", part)
        body = [
            line.with_changes(decorators=()) if isinstance(line, cst.ClassDef) else line
            for line in folded.body
        ]
        return folded.with_changes(body=body).code

    @_once
    def stub(self, part: int) -> str:
        """Every public signature that stands after this part; bodies raise."""
        return modules.stub(self.reference(part), self._interface(part))

    @_once
    def _interface(self, part: int) -> dict[str, str]:
        public = {self.words.identifier(self.authored.required)}
        for number in range(1, part + 1):
            tests = self._source(f"tests/part{number}.py", number)
            public |= modules.imported(tests, "solution")
        return modules.interface(self.reference(part), public)

    @_once
    def _solution(self, part: int) -> ModuleType:
        return load(self.reference(part))

    # --- tests ---------------------------------------------------------------------------

    @_once
    def index(self, part: int) -> tuple[Test, ...]:
        """The part's tests: canonical id, drawn name, category; in order."""
        name = f"tests/part{part}.py"
        ids = {self.words.identifier(id): id for id in self.authored.test_ids[part]}
        try:
            found = modules.marked_tests(self._source(name, part))
        except ValueError as error:
            raise self._broken(name, error) from error
        for test in found:
            if test.category is not None and test.category not in self.authored.categories:
                raise self._broken(name, f"{test.name}: no category {test.category!r}")
        return tuple(Test(ids[test.name], test.name, test.category) for test in found)

    @_once
    def tests(self, part: int) -> str:
        """All tests of a part in one module."""
        return modules.cut(self._filled(part))

    @_once
    def visible(self, part: int) -> str:
        """The part's visible tests alone, a complete module."""
        hidden = [test.name for test in self.index(part) if test.hidden]
        return modules.cut(self._filled(part), hidden)

    @_once
    def hidden(self, part: int) -> str:
        """The part's hidden tests alone, a complete module."""
        shown = [test.name for test in self.index(part) if not test.hidden]
        return modules.cut(self._filled(part), shown)

    @_once
    def _filled(self, part: int) -> str:
        name = f"tests/part{part}.py"
        try:
            return fill(self._folded(name, part), self._solution(part)).code
        except CannotFill as error:
            raise self._broken(name, error) from error

    # --- texts ---------------------------------------------------------------------------

    def spec(self, part: int) -> str:
        """The part's specification in Markdown, its title aside."""
        return self._specification(part)[1]

    def title(self, part: int) -> str:
        return self._specification(part)[0]

    @_once
    def _specification(self, part: int) -> tuple[str, str]:
        name = f"part{part}.md"

        def run(lines: Sequence[str]) -> Sequence[str]:
            code = rename(cst.parse_module("\n".join(lines) + "\n"), self.words).module.code
            return run_example(code.rstrip("\n").split("\n"), self._solution(part))

        try:
            title, text = prose.titled(self._text(self.authored.text(name)))
            return title, prose.with_examples(text, run)
        except (prose.BadText, CannotFill, cst.ParserSyntaxError) as error:
            raise self._broken(name, error) from error

    def _text(self, text: str) -> str:
        skins, column = self.authored.skins, 0
        if self.skin is not None:
            column = skins.columns.index(self.skin)
        return prose.draw_text(text, self.words, self.knobs, skins.story[column])

    def _sentence(self, name: str, text: str) -> str:
        try:
            return self._text(text).strip()
        except prose.BadText as error:
            raise self._broken(name, error) from error

    # --- what is measured and seen -------------------------------------------------------

    @_once
    def costs(self, part: int) -> str:
        """The operations to measure once this part is there."""
        source = self._source("costs.py", part)
        there = {name.rpartition(".")[2] for name in self._interface(part)}
        return modules.cut(source, modules.classes(source) - there)

    @_once
    def signals(self) -> str:
        """Predicates over the syntax tree of a submission."""
        return modules.cut(self._source("signals.py", len(self.authored.parts)))

    # --- the whole -----------------------------------------------------------------------

    @_once
    def problem(self) -> Problem:
        """Everything of this draw, as it is saved with a session."""
        authored = self.authored
        kinds = (self.stub, self.visible, self.hidden, self.reference, self.costs)
        sources = [kind(part) for part in authored.parts for kind in kinds]
        texts = iter(formatted([*sources, self.signals()]))
        parts = []
        for part in authored.parts:
            stub, visible, hidden, reference, costs = (next(texts) for _ in kinds)
            said = authored.feedback[f"part{part}"]
            parts.append(
                Part(
                    number=part,
                    title=self.title(part),
                    seconds=60 * authored.minutes[part - 1],
                    spec=self.spec(part),
                    signatures=stub,
                    added=modules.added(
                        self._interface(part - 1) if part > 1 else {}, self._interface(part)
                    ),
                    visible=visible,
                    hidden=hidden,
                    tests=self.index(part),
                    reference=reference,
                    costs=costs,
                    hint=self._sentence("feedback.toml", said["hint"]),
                    design_idea=self._sentence("feedback.toml", said["design_idea"]),
                    lesson=self._sentence("feedback.toml", said["lesson"]),
                    reworks=part in authored.reworks,
                    shares=part in authored.shares,
                    follow_ups=tuple(
                        self._sentence("feedback.toml", asked) for asked in said["follow_ups"]
                    ),
                )
            )
        return Problem(
            id=authored.id,
            version=authored.version,
            seed=self.seed,
            skin=self.skin or "",
            knobs=self.knobs,
            title=authored.title
            if self.skin is None
            else authored.skins.title[authored.skins.columns.index(self.skin)],
            seniority=authored.seniority,
            required=self.words.identifier(authored.required),
            parts=tuple(parts),
            categories=self._sentences("problem.toml", authored.categories),
            signals=next(texts),
            sentences=self._sentences("feedback.toml", authored.feedback["signals"]),
        )

    def _sentences(self, name: str, texts: Mapping[str, str]) -> dict[str, str]:
        return {key: self._sentence(name, text) for key, text in texts.items()}

    # --- files ---------------------------------------------------------------------------

    @_once
    def _folded(self, name: str, part: int) -> cst.Module:
        renamed = self.authored.renamed(name, self.skin)
        try:
            return fold(renamed.module, renamed.knobbed, {**self.knobs, "part": part})
        except UnknownKnob as error:
            raise self._broken(name, f"no knob {error.args[0]!r}") from error

    @_once
    def _source(self, name: str, part: int) -> str:
        return self._folded(name, part).code

    def _broken(self, name: str, cause: object) -> BrokenContent:
        return BrokenContent(self.authored.folder / name, str(cause))
