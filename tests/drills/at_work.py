"""A working session with the rules alone: a hand-made work, hand-made calls, and a clock."""

from __future__ import annotations

from talk import ANA, HERE, Talk, submission

from drills.effects import Probe, RunProgram, Say
from drills.events import Changed, Probed, Ran, Started, Submitted
from drills.model import Part, Problem, Scope
from drills.working import Books, Call, ProbeCall, ProgramRun, Trap, Work
from drills.working_state import WorkState

CLEAN = "ROWS = [1]\n"
BRIEF = (
    "# Working Session: The quarter at Acme\n\n"
    "Time cap: {minutes} min. Completion is not the goal: judgment is.\n\n"
    "## Context\n\nReal books are messy.\n"
)


def trap(id: str, word: str) -> Trap:
    return Trap(
        id=id,
        ask=f"What is one row of kind {id[0]} in your program?",
        notice=f"NOTICE of the {word}.",
        tell=f"TELL: {id.upper()} has the {word}.",
        proof=f"With the {word} said plainly",
        keywords=(word,),
        touched=(id.upper(),),
    )


TRAPS = (
    trap("alpha_first", "saffron"),
    trap("beta_second", "obelisk"),
    trap("gamma_third", "turnip"),
    trap("delta_fourth", "lantern"),
)


def work_problem(*traps: Trap) -> Problem:
    work = Work(BRIEF, "ROWS = [1, 1]\n", 60, traps or TRAPS, (Books(CLEAN, ()),))
    part = Part(
        1, "The quarter at Acme", 3600, BRIEF, "", (), "", "", (), "", "", "", "", ""
    )  # fmt: skip
    return Problem(
        "billing-reconciler", 1, 7, "acme", {}, "The quarter at Acme", "senior", "",
        (part,), {}, "", {}, work=work,
    )  # fmt: skip


def called(trap: str, call: Call, **more: object) -> ProbeCall:
    return ProbeCall(trap, call, **more)  # type: ignore[arg-type]


HANDLED = tuple(called(each.id, Call.HANDLED) for each in TRAPS)
OUTPUT = "paid 10\nunpaid 2\n"


class AtWork(Talk):
    """Ana at a working session."""

    def __init__(self, problem: Problem | None = None, minutes: int = 0, ai: bool = False) -> None:
        super().__init__(problem or work_problem(), begin=False)
        started = Started(self.now, ANA, HERE, "s1", "d1", "session", minutes=minutes, ai=ai)
        self.happen(started)

    @property
    def work(self) -> WorkState:
        assert self.s.work is not None
        return self.s.work

    def change(self) -> str:
        return "\n".join(self.happen(Changed(self.now, ANA)))

    def code(
        self, text: str = "import data\n", log: str | None = None, then: Scope = Scope.RUN
    ) -> str:
        """Send a program, and with it a log."""
        more = ()
        if log is not None:
            kept = submission(log)
            more = (type(kept)(kept.id, "decisions.md", log),)
        return "\n".join(
            self.happen(Submitted(self.now, ANA, submission(text), "", then, more=more))
        )

    def ran(self, output: str = OUTPUT, **more: object) -> str:
        run = ProgramRun(output, **more)  # type: ignore[arg-type]
        return "\n".join(self.happen(Ran(self.now, self.s.grading, run)))

    def probed(self, *calls: ProbeCall) -> str:
        """The calls come; those that a test does not name are handled."""
        named = {call.trap: call for call in calls}
        whole = tuple(named.get(each.trap, each) for each in HANDLED)
        return "\n".join(self.happen(Probed(self.now, self.work.probing, whole)))

    def frozen(self, *calls: ProbeCall, code: str = "import data\n", log: str | None = None) -> str:
        """Send, freeze, and have it run and probed."""
        self.code(code, log, Scope.DONE)
        said = self.ran()
        self.probed(*calls)
        return said

    def answer_all(self, marks: str = "3", words: str = "so it is") -> str:
        """Answer until it is over; the last that was said."""
        said = ""
        while self.s.open:
            said = self.chat(marks if self.work.waits.startswith("mark:") else words)
        return said

    @property
    def runs_of_the_program(self) -> list[RunProgram]:
        return [each for each in self.effects if isinstance(each, RunProgram)]

    @property
    def probes(self) -> list[Probe]:
        return [each for each in self.effects if isinstance(each, Probe)]

    @property
    def shown(self) -> list[Say]:
        return [each for each in self.effects if isinstance(each, Say)]
