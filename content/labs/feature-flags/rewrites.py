"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import hashlib


def right_place(name, user):
    digest = hashlib.blake2b(user.encode(), key=name.encode()[:64], digest_size=8).digest()
    return Decimal(int.from_bytes(digest, "little") * 100) / Decimal(2**64)


def flawed_place(name, user):
    digest = hashlib.md5(f"{user}/{name}".encode()).hexdigest()
    return Decimal(int(digest[:8], 16) * 100 // 0x100000000)


def broken_place(name, user):
    return Decimal(hash((name, user)) % 10_000) / 100


def right_admits(ramp, stands, now):
    begun = [step.percent for step in ramp if step.since <= now]
    return bool(begun) and stands < begun[-1]


def flawed_admits(ramp, stands, now):
    begun = [step.percent for step in ramp if step.since <= now] or [Decimal(0)]
    return not stands > begun[-1]


def broken_admits(ramp, stands, now):
    return any(step.since <= now and stands < step.percent for step in ramp)


def right_decide(flag, user, now):
    override = None if flag.killed else flag.overrides.get(user)
    if override is not None:
        return override
    return not flag.killed and admits(flag.ramp, place(flag.name, user), now)


def flawed_decide(flag, user, now):
    for handler in HANDLERS:
        found = handler(flag, user, now)
        if found is not None:
            return found
    return False


HANDLERS = [
    lambda flag, user, now: False if flag.killed else None,
    lambda flag, user, now: flag.overrides.get(user),
    lambda flag, user, now: admits(flag.ramp, place(flag.name, user), now),
]


def broken_decide(flag, user, now):
    if flag.killed:
        return False
    return flag.overrides.get(user) or admits(flag.ramp, place(flag.name, user), now)


class right_refresh:
    def refresh(self):
        fresh = {}
        try:
            for flag in self.fetch():
                fresh[flag.name] = flag
        except StoreDown:
            return False
        else:
            self.flags = fresh
            return True


class broken_refresh:
    def refresh(self):
        try:
            flags = list(self.fetch())
        except StoreDown:
            return False
        self.flags.clear()
        self.flags.update((flag.name, flag) for flag in flags)
        return True
