from datetime import datetime, timedelta

from share_links import CDN_SECONDS, Link


def seconds_to_keep(link: Link, now: datetime) -> int | None:
    """How long a page may be kept; None when the link is dead (rules 4 and 5)."""
    left = link.expires - now
    if link.revoked or left < timedelta(0):
        return None
    return min(left // timedelta(seconds=1), CDN_SECONDS)
