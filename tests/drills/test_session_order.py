"""Which way a program read a trap, told from the order in which its lines come."""

from __future__ import annotations

from dataclasses import replace

from drills.kinds.session.reading import judge
from drills.working import Call, ProbeCall, ProgramRun, Splice, Trial, Twin, Worth

SECONDS = Twin("seconds", Worth.HANDLED, ())
FAR_OFF = Twin("far_off", Worth.MISSED, (Splice(4, 5, ("far off",)),))
TRIAL = Trial("milliseconds", (Splice(4, 5, ("thousandths",)),), (SECONDS, FAR_OFF), ("kq",), ())


def feed(*posts: str) -> ProgramRun:
    return ProgramRun(output="\n".join(["Feed of u1", *posts]))


def called(
    messy: ProgramRun, seconds: ProgramRun, far_off: ProgramRun, trial: Trial = TRIAL
) -> ProbeCall:
    return judge(trial, messy, messy, {"seconds": seconds, "far_off": far_off})


def test_the_same_lines_in_the_order_of_a_reading_were_read_so() -> None:
    rightly, wrongly = feed("bd by Ada", "kq by Bram"), feed("kq by Bram", "bd by Ada")
    assert called(rightly, rightly, wrongly).call is Call.HANDLED
    missed = called(wrongly, rightly, wrongly)
    assert (missed.call, missed.reading) == (Call.MISSED, "far_off")


def test_the_proof_of_an_order_is_where_a_line_stands() -> None:
    rightly = feed("bd by Ada", "mm by Cleo", "kq by Bram")
    wrongly = feed("kq by Bram", "bd by Ada", "mm by Cleo")
    call = called(wrongly, rightly, wrongly)
    assert (call.before, call.after) == (("line 2: kq by Bram",), ("line 4: kq by Bram",))
    assert called(rightly, rightly, wrongly).before == ()


def test_an_order_that_is_nobodys_is_not_called() -> None:
    other = feed("mm by Cleo", "kq by Bram", "bd by Ada")
    rightly = feed("bd by Ada", "kq by Bram", "mm by Cleo")
    wrongly = feed("kq by Bram", "bd by Ada", "mm by Cleo")
    assert called(other, rightly, wrongly).call is Call.UNREACHED


def test_an_order_that_no_reading_changes_is_not_reached() -> None:
    same = feed("bd by Ada", "kq by Bram")
    assert called(same, same, same).call is Call.UNREACHED


def test_scores_that_fit_no_reading_leave_the_order_to_tell() -> None:
    messy = feed("kq by Bram 71.50", "bd by Ada 0.61")
    rightly = feed("bd by Ada 0.61", "kq by Bram 0.58")
    wrongly = feed("kq by Bram 72.25", "bd by Ada 0.61")
    assert called(messy, rightly, wrongly).call is Call.MISSED


def test_lines_that_come_or_go_are_no_order() -> None:
    messy = feed("kq by Bram 71.50", "bd by Ada 0.61")
    rightly, wrongly = feed("bd by Ada 0.61"), feed("kq by Bram 7.25", "bd by Ada 0.61")
    assert called(messy, rightly, wrongly).call is Call.UNTOLD


def test_an_order_that_may_be_the_datas_own_tells_nothing() -> None:
    moved = replace(FAR_OFF, splices=(Splice(4, 5, ()), Splice(9, 9, ("far off",))))
    rightly, wrongly = feed("bd by Ada", "kq by Bram"), feed("kq by Bram", "bd by Ada")
    trial = replace(TRIAL, twins=(SECONDS, moved))
    assert called(wrongly, rightly, wrongly, trial).call is Call.UNREACHED


def test_an_order_that_may_be_the_alphabets_tells_nothing() -> None:
    rightly = feed("bd by Ada in 2025", "kq by Bram in 2025")
    wrongly = feed("kq by Bram in 2025", "bd by Ada in 2025")
    assert called(wrongly, rightly, wrongly).call is Call.MISSED
    trial = replace(TRIAL, spelt=("Bram",))
    assert called(wrongly, rightly, wrongly, trial).call is Call.UNREACHED


def test_an_order_that_changes_by_itself_tells_nothing() -> None:
    rightly, wrongly = feed("bd by Ada", "kq by Bram"), feed("kq by Bram", "bd by Ada")
    twins = {"seconds": rightly, "far_off": wrongly}
    assert judge(TRIAL, rightly, wrongly, twins).call is Call.UNREACHED
