"""The conversation that the killed process plays, a line each.

    > (reference 2)     the person sends the model solution of parts 1 to 2 as code
    > press No, go on   presses the button of that label which was shown last
    > done              says a word
    >> done             the same, at once: whatever runs is not waited for
    ~ 5m                time passes
    ! progressive …     a command line

Before each line but `>>` everything that was asked for has been done and told.
"""

from __future__ import annotations

from datetime import timedelta

SCRIPT = """\
! progressive --domain kv-store --seed 7
> hint
> stub
> done
> (reference 1)
> skip
> press No, go on
~ 5m
> done
> (reference 1)
> done
> quit
~ 50m
! progressive --continue
> time
~ 3m
> (reference 2)
>> done
> (reference 3)
> done
~ 12m
> abandon
> no
> (reference 4)
> done
""".splitlines()


def minutes(line: str) -> timedelta:
    """How much time a line lets pass."""
    return timedelta(minutes=int(line[2:-1])) if line[0] == "~" else timedelta()
