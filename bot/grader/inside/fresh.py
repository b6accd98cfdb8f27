"""Brings the interpreter back to how it was before a submission ran, as far as that can be done."""

from __future__ import annotations

import gc
import sys
import threading
from operator import is_
from types import ModuleType
from typing import Any


class Fresh:
    """Remembers what the modules held, `builtins` and `sys` among them.

    It makes a grade the same in any order of its tests. It is no protection: what one test leaves
    in a class or a closure stays, and gains nothing, since nothing of a hidden test leaves.
    """

    def __init__(self) -> None:
        self._saved: dict[str, tuple[ModuleType, dict[str, Any]]] = {}
        for name, module in list(sys.modules.items()):
            self._saved[name] = module, dict(vars(module))

    def remember(self) -> None:
        """Count the standard modules imported since as part of what is restored."""
        for name, module in list(sys.modules.items()):
            if name not in self._saved and name.partition(".")[0] in sys.stdlib_module_names:
                self._saved[name] = module, dict(vars(module))

    def restore(self) -> None:
        sys.settrace(None)
        sys.setprofile(None)
        threading.settrace(None)
        sys.setrecursionlimit(1000)
        gc.enable()
        self.remember()
        for name in [name for name in sys.modules if name not in self._saved]:
            del sys.modules[name]
        for name, (module, held) in self._saved.items():
            sys.modules[name] = module
            now = vars(module)
            if len(now) != len(held) or not all(map(is_, now.values(), held.values())):
                for key in [key for key in now if key not in held]:
                    del now[key]
                now.update(held)
        random = sys.modules.get("random")
        if random is not None:
            random.seed(0)
