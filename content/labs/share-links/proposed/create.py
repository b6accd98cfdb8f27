import random
from datetime import timedelta

from share_links import LONGEST_DAYS, NotAllowed, digest


class ShareLinks:
    def create(self, user: str, design: str, days: int) -> str:
        """Make a link and return its token (rules 1 to 4)."""
        if self.designs.owner(design) != user:
            raise NotAllowed(design)
        if not 1 <= days <= LONGEST_DAYS:
            raise ValueError(f"1 to {LONGEST_DAYS} days, not {days}")
        token = f"{random.getrandbits(128):032x}"
        expires = self.clock() + timedelta(days=days)
        self.links.add(digest(token), design, expires)
        return token
