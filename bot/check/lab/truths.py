"""Points 1 to 3: the reference, what each suggestion does, and how the pieces fit together."""

from __future__ import annotations

from collections.abc import Iterator

from bot.check.lab.running import run
from bot.check.lab.subject import Fault, Subject
from bot.check.mutation import mutants
from drills.kinds.lab.composing import combinations, compose, owned, part
from drills.kinds.lab.scoring import faulty_lines
from drills.kinds.lab.splicing import splice, taken_out
from drills.kinds.lab.units import units
from drills.task import ACCEPTED, CORRECTED, REJECTED, Verdict


def reference(subject: Subject) -> Iterator[Fault]:
    """The right versions together pass everything, and show no fault."""
    problem = subject.problem
    grade = run(problem, subject.reference, problem.parts[0].tests)
    if grade.refused:
        yield Fault(1, f"the reference cannot be loaded: {grade.refused}")
    for outcome in grade.outcomes:
        if not outcome.passed:
            yield Fault(1, f"the reference fails {outcome.test.id}: {outcome.detail}")
    start = run(problem, subject.task.start, ())
    if start.refused:
        yield Fault(1, f"{subject.task.file} cannot be loaded: {start.refused}")


def solid(subject: Subject) -> Iterator[Fault]:
    """Every small mistake in a right piece is seen by a test or a probe, or is excused."""
    excuses = subject.lab.excuses
    used = set()
    for mutant in mutants(subject.reference, but=subject.task.start):
        if _caught(subject, mutant.text):
            continue
        covering = [each for each in excuses if each.covers(mutant.where, mutant.diff)]
        used.update(covering)
        if not covering:
            shown = mutant.diff.replace("\n", " / ")
            yield Fault(1, f"no test or probe sees this mistake in {mutant.where}: {shown}")
    for excuse in excuses:
        if excuse not in used:
            shown = " / ".join(excuse.diff)
            yield Fault(1, f"an excuse that nothing needs: {excuse.where}: {shown}")


def _caught(subject: Subject, file: str) -> bool:
    tests = subject.problem.parts[0].tests
    grade = run(subject.problem, file, tests)
    return bool(grade.refused) or not all(outcome.passed for outcome in grade.outcomes)


def truths(subject: Subject) -> Iterator[Fault]:
    """A good one breaks nothing; a bad one fails exactly what is declared, and shows its fault."""
    problem, computed = subject.problem, subject.computed
    known = {test.id for test in problem.parts[0].tests if not test.hidden}
    flaws = {o.test.id for o in computed.grades[CORRECTED * len(subject.suggestions)].outcomes}
    for index, s in enumerate(subject.suggestions):
        if unknown := set(s.fails) - known:
            yield Fault(2, f"{s.name}: there is no test {min(unknown)}")
        if (f"flaw_{s.name}" in flaws) is s.good:
            yield Fault(2, f"{s.name}: a flaw_ for each bad suggestion, and for no good one")
        accepted = subject.with_only(index, ACCEPTED)
        failing = computed.failing(accepted)
        if failing != set(s.fails):
            yield Fault(2, f"{s.name}: accepted it fails {sorted(failing)}, declared {s.fails}")
        want = Verdict.RIGHT if s.good else Verdict.FLAWED
        for state, wanted in ((ACCEPTED, want), (CORRECTED, Verdict.RIGHT)):
            found = subject.verdict(compose(subject.task, subject.with_only(index, state)), index)
            if found is not wanted:
                how = "as proposed" if state == ACCEPTED else "corrected"
                yield Fault(2, f"{s.name}, {how}: judged {found}, not {wanted}")
        yield from _probed(subject, index)
        yield from _everywhere(subject, index)


def _probed(subject: Subject, index: int) -> Iterator[Fault]:
    """A probe sees the faults of its own suggestion alone."""
    s = subject.suggestions[index]
    file = compose(subject.task, subject.with_only(index, ACCEPTED))
    grade = run(subject.problem, file, subject.lab.hidden)
    for outcome in grade.outcomes:
        if not outcome.passed and outcome.test.category != s.name:
            yield Fault(2, f"{s.name}: accepted it fails {outcome.test.id}, which is another's")
        elif not outcome.passed and s.good:
            yield Fault(2, f"{s.name}: good, and fails {outcome.test.id}")


def _everywhere(subject: Subject, index: int) -> Iterator[Fault]:
    s, computed = subject.suggestions[index], subject.computed
    for states in computed.grades:
        if states[index] == CORRECTED and computed.shows(states, s.name):
            yield Fault(2, f"{s.name}: its fault shows in {states}, where it is corrected")
            return
        if states[index] == ACCEPTED:
            right = states[:index] + CORRECTED + states[index + 1 :]
            more = computed.failing(states) - computed.failing(right) - set(s.fails)
            if more:
                yield Fault(2, f"{s.name}: in {states} it fails {sorted(more)} as well")
                return


def pieces(subject: Subject) -> Iterator[Fault]:
    """Each unit has one owner that changes it; each right version turns a test green."""
    task, computed = subject.task, subject.computed
    owners: dict[str, str] = {}
    start = units(task.start)
    for index, s in enumerate(subject.suggestions):
        for unit in sorted(owned(task, index)):
            if owners.setdefault(unit, s.name) != s.name:
                yield Fault(3, f"{s.name}: {unit} belongs to {owners[unit]} already")
        if not any(unit in start for unit in part(task, index, CORRECTED).units):
            yield Fault(3, f"{s.name}: {task.file} holds no stub of it")
        if not s.good and not faulty_lines(s):
            yield Fault(3, f"{s.name}: `where` is not in the proposal")
        if not s.good and s.where in s.corrected:
            yield Fault(3, f"{s.name}: `where` is in the correction too")
        before, after = subject.up_to(index), subject.up_to(index + 1)
        if not computed.failing(before) - computed.failing(after):
            yield Fault(3, f"{s.name}: its right version turns no test green")
        if worse := computed.failing(after) - computed.failing(before):
            yield Fault(3, f"{s.name}: its right version turns {sorted(worse)} red")


def order(subject: Subject) -> Iterator[Fault]:
    """Whatever is applied or taken back last, the file is the same to the letter."""
    task = subject.task
    for states in combinations(task):
        file = compose(task, states)
        if REJECTED in states and not subject.computed.failing(states):
            yield Fault(3, f"{states}: everything is green though something was rejected")
        for index, state in enumerate(states):
            without = compose(task, states[:index] + REJECTED + states[index + 1 :])
            name = subject.suggestions[index].name
            if state != REJECTED and splice(without, part(task, index, state)) != file:
                yield Fault(3, f"order matters: {states}, with {name} last")
                return
            if (
                state == ACCEPTED
                and taken_out(file, part(task, index, state), task.start) != without
            ):
                yield Fault(3, f"{states}: taking {name} back leaves something")
                return
