"""How long a probe takes tells nothing of the traps: its end comes with a whole step."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bot.grader.pool import GraderPool
from storage.store import open_store
from tests.stage import Bare

STEP = 4.0  # seconds: longer than such a probe takes
QUICK = "import nothing"
SLOW = "import data\nfor row in data.INVOICES:\n    print(row['number'], row['total'])\n"


async def test_a_probe_ends_with_a_whole_step_however_short_it_was(tmp_path: Path) -> None:
    pool = GraderPool(Path(tempfile.gettempdir()) / "drill-tests" / "selftest.json", size=1)
    store = open_store(f"sqlite:///{tmp_path / 'drillbot.db'}")
    ana = Bare(store, pool)
    ana.app.probe_step = STEP
    try:
        await pool.start()
        for code in (QUICK, SLOW):
            await ana.command("session --domain billing-reconciler --seed 7")
            await ana.say("go")
            await ana.send(code)
            began = time.monotonic()
            await ana.say("done")
            took = time.monotonic() - began
            assert took >= STEP
            opened = ana.session()
            assert opened is not None
            work = store.session(opened.id).work
            assert work is not None
            assert work.calls is not None
            await ana.say("abandon")
            await ana.say("yes")
    finally:
        await ana.close()
        store.close()
        await pool.close()
