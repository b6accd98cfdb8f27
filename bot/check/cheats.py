"""Point 6: submissions that try to pass without solving anything; each must fail every part."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from drills.model import Problem

_AT_ONCE = {
    "leaves while it is loaded": "import sys\n\nsys.exit(0)\n",
    "ends its process while it is loaded": "import os\n\nos._exit(0)\n",
}
# Code of the module, and what stands in each method.
_LATER = {
    "leaves in its first call": ("import sys", "sys.exit(0)"),
    "ends its process in its first call": ("import os", "os._exit(0)"),
    "is equal to everything": (
        """
        class Anything(Exception):
            def __eq__(self, other):
                return True

            __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = __bool__ = __eq__

            def __hash__(self):
                return 0

            def __getattr__(self, name):
                return self

            def __call__(self, *args, **named):
                return self

            def __iter__(self):
                return iter(())

            def __len__(self):
                return 0
        """,
        "return Anything()",
    ),
    "prints forged results": (
        """
        import os

        SAYS = b'{"ending": "passed"}\\n[0, 0, "passed"]\\n4 passed in 0.01s\\n'
        for number in range(1, 64):
            for frame in (SAYS, len(SAYS).to_bytes(4, "big") + SAYS):
                try:
                    os.write(number, frame)
                except OSError:
                    pass
        """,
        "print('4 passed in 0.01s')",
    ),
    "looks for the tests and empties them": (
        """
        import gc
        import sys

        def empty():
            scopes = [vars(module) for module in list(sys.modules.values()) if module]
            frame = sys._getframe()
            while frame is not None:
                scopes.append(frame.f_globals)
                frame = frame.f_back
            scopes += [found for found in gc.get_objects() if type(found) is dict]
            for scope in scopes:
                for name in [key for key in list(scope) if str(key).startswith("test_")]:
                    scope[name] = lambda *args: None
        """,
        "empty()",
    ),
    "plants a conftest and spoils what tests are made of": (
        """
        import builtins
        import sys

        try:
            with open("conftest.py", "w") as file:
                file.write("def pytest_runtest_call(item): pass")
        except OSError:
            pass
        builtins.AssertionError = type("AssertionError", (BaseException,), {})
        builtins.isinstance = lambda *args: True
        sys.modules["pytest"] = None
        """,
        "raise AssertionError",
    ),
}


def cheats(problem: Problem) -> Iterator[tuple[str, str]]:
    """(name, source) of each, with every method that the problem ever asks for."""
    yield from _AT_ONCE.items()
    methods = dict.fromkeys(name for part in problem.parts for name in part.added)
    for name, (module, body) in _LATER.items():
        lines = [textwrap.dedent(module).strip(), "", "", f"class {problem.required}:"]
        for method in methods:
            if method not in (problem.required, "__init__"):
                lines += [f"    def {method}(self, *args, **named):", f"        {body}"]
        yield name, "\n".join([*lines, ""])
