import ast

from drills.kinds.lab.units import added

RUNNERS = {"threading", "_thread", "sched", "asyncio", "multiprocessing", "concurrent"}
PARTS = {"Thread", "Timer", "Lock", "RLock", "Event", "Condition", "ThreadPoolExecutor"}


def flaw_purge(before, after):
    """A class was added, or a thread, timer or lock is used, which rule 8 forbids."""
    if any(kind == "class" for name, kind in added(before, after)):
        return True
    used = {node.id for node in ast.walk(after) if isinstance(node, ast.Name)}
    return bool(used & (RUNNERS | PARTS))
