"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import math
import os
import random
import string
import uuid
from datetime import timedelta


class right_create:
    def create(self, user, design, days):
        owner = self.designs.owner(design)
        if owner is None or owner != user:
            raise NotAllowed
        if days not in range(1, 31):
            raise ValueError(days)
        token = os.urandom(16).hex()
        self.links.add(
            digest=digest(token), design=design, expires=self.clock() + timedelta(hours=24 * days)
        )
        return token


class flawed_create:
    def create(self, user, design, days):
        if user != self.designs.owner(design):
            raise NotAllowed(user)
        if days < 1 or days > LONGEST_DAYS:
            raise ValueError(days)
        token = "".join(random.choices(string.hexdigits[:16], k=32))
        self.links.add(digest(token), design, self.clock() + timedelta(days))
        return token


class broken_create:
    def create(self, user, design, days):
        if user != self.designs.owner(design):
            raise NotAllowed(user)
        if days < 1 or days > LONGEST_DAYS:
            raise ValueError(days)
        token = uuid.uuid4().hex
        self.links.add(digest(token), design, self.clock() + timedelta(days))
        return token


class right_revoke:
    def revoke(self, user, link_id):
        link = self.links.get(link_id)
        if link is not None and self.designs.owner(link.design) == user:
            if link.revoked is None:
                self.links.revoke(link.id, self.clock())
            return
        raise NoSuchLink()


class broken_revoke:
    def revoke(self, user, link_id):
        link = self.links.get(link_id)
        if link is None:
            raise NoSuchLink
        if self.designs.owner(link.design) != user:
            raise NoSuchLink(link.design)
        self.links.revoke(link_id, self.clock())


class right_open:
    def open(self, token):
        if len(token) == 32 and set(token) <= set("0123456789abcdef"):
            link = self.links.find(digest(token))
            if link is not None:
                seconds = seconds_to_keep(link, self.clock())
                if seconds is not None:
                    return Page(design=link.design, seconds=seconds)
        raise NoSuchLink()


class broken_open:
    def open(self, token):
        try:
            int(token, 16)
        except ValueError:
            raise NoSuchLink from None
        link = self.links.find(digest(token))
        if link is None:
            raise NoSuchLink
        seconds = seconds_to_keep(link, self.clock())
        if not seconds:
            raise NoSuchLink
        return Page(link.design, seconds)


def right_keep(link, now):
    if link.revoked is not None or now >= link.expires:
        return None
    return math.floor(min(60, (link.expires - now).total_seconds()))


def flawed_keep(link, now):
    if now > link.expires or link.revoked is not None:
        return None
    return min(CDN_SECONDS, int((link.expires - now).total_seconds()))


def broken_keep(link, now):
    seconds = (link.expires - now).seconds
    return None if link.revoked or link.expires <= now else min(CDN_SECONDS, seconds)
