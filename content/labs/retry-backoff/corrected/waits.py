from retry import Policy


def wait_after(policy: Policy, failures: int) -> float:
    """The wait after so many failures (rule 3)."""
    return min(policy.longest, policy.first * 2 ** (failures - 1))
