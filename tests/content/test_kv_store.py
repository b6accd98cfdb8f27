"""kv-store as it is drawn: every skin complete, clean files, both solutions green."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from content.catalog import Catalog
from content.draw.drawing import Draw
from content.draw.formatting import WIDTH
from drills.model import Problem

AUTHORED = Catalog().author("kv-store")
FIRST = {name: options[0] for name, options in AUTHORED.knobs.items()}
LAST = {name: options[-1] for name, options in AUTHORED.knobs.items()}
SKINS = AUTHORED.skins.columns


@pytest.fixture(scope="module", params=SKINS)
def problem(request: pytest.FixtureRequest) -> Problem:
    knobs = FIRST if SKINS.index(request.param) % 2 else LAST
    return Draw(AUTHORED, knobs, request.param, 1).problem()


def test_there_are_enough_behaviours_and_skins() -> None:
    assert len(list(AUTHORED.all_knobs())) >= 48
    assert len(SKINS) >= 4


def test_every_skin_renders_every_part_without_leftovers(problem: Problem) -> None:
    column = SKINS.index(problem.skin)
    skins = AUTHORED.skins
    rows = {**skins.names, **skins.words}
    for group in skins.samples.values():
        rows.update(group)
    used = {piece for cells in rows.values() for piece in _pieces(cells[column])}
    gone = [word for word in rows if not _pieces(word) <= used]
    for part in problem.parts:
        texts = [part.title, part.spec, part.signatures, part.visible, part.hidden]
        texts += [part.reference, part.costs, part.hint, part.design_idea, part.lesson]
        texts += part.follow_ups
        for text in [*texts, *problem.categories.values()]:
            assert not re.search(r"\bknobs\b|\bdrawn\b|@hidden|\{%|\{\{", text)
            text = text.replace("key=", "")  # of sorted()
            for word in gone:
                assert not re.search(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z])", text), word


def _pieces(text: str) -> set[str]:
    return {piece.lower() for piece in re.findall(r"[A-Za-z]+", text)}


def test_articles_fit_the_words_after_them(problem: Problem) -> None:
    for part in problem.parts:
        prose = re.sub(r"```.*?```|`[^`]*`", "", part.spec, flags=re.S)
        for test in part.tests:
            prose += " " + test.name.replace("_", " ")
        assert not re.search(r"\b[Aa] [aeio]\w+", prose)
        assert not re.search(r"\b[Aa]n [^aeiou\s]\w+", prose)


def test_each_part_has_as_many_tests_as_it_should(problem: Problem) -> None:
    for part in problem.parts:
        hidden = [test for test in part.tests if test.hidden]
        assert 3 <= len(part.tests) - len(hidden) <= 6
        assert 3 <= len(hidden) <= 5
        for module, tests in ((part.visible, False), (part.hidden, True)):
            names = [n.name for n in ast.parse(module).body if isinstance(n, ast.FunctionDef)]
            wanted = [test.name for test in part.tests if test.hidden is tests]
            assert [name for name in names if name.startswith("test_")] == wanted


def test_formatting_changes_how_a_module_looks_and_nothing_else() -> None:
    draw = Draw(AUTHORED, LAST, "sessions")
    for part in draw.problem().parts:
        for text, made in (
            (part.reference, draw.reference(part.number)),
            (part.hidden, draw.hidden(part.number)),
            (part.signatures, draw.stub(part.number)),
        ):
            assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(made))


def test_rendered_files_are_clean_under_ruff(problem: Problem, tmp_path: Path) -> None:
    (tmp_path / "solution.py").write_text(problem.parts[-1].reference)  # as a person has it
    for part in problem.parts:
        for name in ("reference", "signatures", "visible", "hidden"):
            (tmp_path / f"{name}{part.number}.py").write_text(getattr(part, name))
    ruff = [sys.executable, "-m", "ruff"]
    options = ["--isolated", "--no-cache", "--line-length"]
    for command, width in ((["check", "--select", "E,F,I,B"], 100), (["format", "--check"], WIDTH)):
        done = subprocess.run(
            [*ruff, *command, *options, str(width), "."],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("solution", ["reference", "second"])
def test_a_whole_draw_passes_plain_pytest(solution: str, tmp_path: Path) -> None:
    draw = Draw(AUTHORED, LAST, "hosts")
    problem = draw.problem()
    text = draw.reference(4) if solution == "reference" else draw.second(4)
    (tmp_path / "solution.py").write_text(text)
    for part in problem.parts:
        (tmp_path / f"test_visible{part.number}.py").write_text(part.visible)
        (tmp_path / f"test_hidden{part.number}.py").write_text(part.hidden)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert f"{sum(len(part.tests) for part in problem.parts)} passed" in done.stdout, done.stdout


def test_a_wrong_solution_is_the_reference_with_one_class_more() -> None:
    draw = Draw(AUTHORED, FIRST, "sessions")
    wrong = next(wrong for wrong in AUTHORED.wrongs if wrong.part == 1)
    text = draw.wrong(wrong)
    assert text.startswith(draw.reference(1))
    assert text.count("class ") == draw.reference(1).count("class ") + 1
    assert text.endswith(f"\nSessionCache = {wrong.name}\n")
