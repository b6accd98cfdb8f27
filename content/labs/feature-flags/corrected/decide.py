from flags import Flag, admits, place


def decide(flag: Flag, user: str, now: int) -> bool:
    """Whether a flag is on for a user (rule 5)."""
    if flag.killed:
        return False
    if user in flag.overrides:
        return flag.overrides[user]
    return admits(flag.ramp, place(flag.name, user), now)
