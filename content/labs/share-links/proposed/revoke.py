from share_links import NoSuchLink


class ShareLinks:
    def revoke(self, user: str, link_id: int) -> None:
        """End a link for good (rule 7)."""
        link = self.links.get(link_id)
        if link is None or self.designs.owner(link.design) != user:
            raise NoSuchLink
        self.links.revoke(link_id, self.clock())
