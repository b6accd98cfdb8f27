from retry import Busy, ProviderError, TimedOut


def may_repeat(error: ProviderError) -> bool:
    """Whether a request that failed like this may be sent again (rule 2)."""
    if isinstance(error, Busy):
        return True
    if isinstance(error, TimedOut):
        return error.key is not None
    return False
