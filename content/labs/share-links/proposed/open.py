import re

from share_links import NoSuchLink, Page, digest, seconds_to_keep


class ShareLinks:
    def open(self, token: str) -> Page:
        """The page that a link leads to (rule 6)."""
        if not re.fullmatch("[0-9a-f]{32}", token):
            raise NoSuchLink
        link = self.links.find(digest(token))
        if link is None:
            raise NoSuchLink
        seconds = seconds_to_keep(link, self.clock())
        if seconds is None:
            raise NoSuchLink
        return Page(link.design, seconds)
