"""Point 8, the worked examples of a text: each is executed, and must give what it shows."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from bot.check.running import Late, limited, load
from bot.check.subject import Fault, Subject

BLOCK = re.compile(r"^```python\n(.*?)^```", re.M | re.S)


def examples(subject: Subject) -> Iterator[Fault]:
    """Run every example of every part on both solutions of that part."""
    for part in subject.parts:
        blocks = BLOCK.findall(part.spec)
        if not any(line for block in blocks for line in _results(block)):
            yield Fault(8, str(subject), f"the text of part {part.number} shows no worked example")
        for name, text in (
            ("reference.py", part.reference),
            ("second.py", subject.draw.second(part.number)),
        ):
            for block in blocks:
                for wrong in _wrong_lines(block, text):
                    yield Fault(
                        8, str(subject), f"the text of part {part.number}, by {name}: {wrong}"
                    )


def _results(block: str) -> dict[int, str]:
    """The line that a statement ends on -> what the comment beside or just below it says."""
    found, last = {}, 0
    for token in tokenize.generate_tokens(io.StringIO(block).readline):
        if token.type == tokenize.COMMENT:
            found[last] = token.string.lstrip("# ")
        elif token.string.strip():
            last = token.end[0]
    return found


def _wrong_lines(block: str, solution: str) -> Iterator[str]:
    """The lines that do not give what they show."""
    results = _results(block)
    scope = dict(vars(load(solution)))
    for statement in ast.parse(block).body:
        line = ast.unparse(statement)
        shown = results.get(statement.end_lineno or 0)
        try:
            with limited():
                if isinstance(statement, ast.Expr):
                    gives = repr(eval(line, scope))
                else:
                    exec(line, scope)
                    gives = ""
        except (Exception, Late) as error:
            gives = f"raises {type(error).__name__}"
        if shown is None and gives.startswith("raises "):
            yield f"`{line}` {gives} and does not show it"
        elif shown is not None and not _same(shown, gives):
            yield f"`{line}` shows {shown} and gives {gives or 'nothing'}"


def _same(shown: str, gives: str) -> bool:
    """Whether both are one value, whatever its quotes and spaces."""
    try:
        return ast.dump(ast.parse(shown)) == ast.dump(ast.parse(gives))
    except SyntaxError:
        return shown.split() == gives.split()
