"""What may be wrong in a draw."""

from content.codebase import Fault

SIGNATURE = "tests.test_signature.SignatureTest"
APP = "tests.test_app.ReceiverTest"

FAULTS = (
    Fault(
        "header_spelling",
        file="intake/signature.py",
        sound="""\
    lowered = {name.lower(): value for name, value in headers.items()}
    stamp, given = parts(lowered.get(HEADER, ""))
""",
        faulty="""\
    stamp, given = parts(headers.get(HEADER.title(), ""))
""",
        shows=(f"{SIGNATURE}.test_the_header_of_a_proxy_is_found",),
        patch=(
            (
                "intake/signature.py",
                'headers.get(HEADER.title(), "")',
                'headers.get(HEADER.title()) or headers.get(HEADER, "")',
            ),
        ),
    ),
    Fault(
        "stamp_ahead",
        file="intake/signature.py",
        sound="    if abs(now - stamp) > TOLERANCE:\n",
        faulty="    if now - stamp > TOLERANCE:\n",
        patch=(
            (
                "intake/signature.py",
                "if now - stamp > TOLERANCE:",
                "if now - stamp > TOLERANCE or stamp > now + 86_400:",
            ),
        ),
    ),
    Fault(
        "body_rewritten",
        file="intake/signature.py",
        sound="        wanted = digest(secret, stamp, body)\n",
        faulty='        wanted = digest(secret, stamp, b" ".join(body.split()))\n',
        patch=(("intake/signature.py", 'b" ".join(body.split())', "body.strip()"),),
    ),
    Fault(
        "digest_lost",
        file="intake/signature.py",
        sound="            given.append(value)\n",
        faulty="            given = [value]\n",
        patch=(("intake/signature.py", "given = [value]", "given = given or [value]"),),
    ),
    Fault(
        "thousandths",
        file="intake/events.py",
        sound="    return created / 1000 if version >= 2 else created\n",
        faulty="    return created / 1000 if version > 2 else created\n",
        shows=("tests.test_events.EventsTest.test_version_2_is_in_seconds_too_once_it_is_read",),
        patch=(
            (
                "intake/app.py",
                "        if self.subscriptions.change(name, status, event.created):\n",
                "        created = event.created\n"
                "        if created > 100_000_000_000:\n"
                "            created /= 1000\n"
                "        if self.subscriptions.change(name, status, created):\n",
            ),
        ),
    ),
    Fault(
        "cents_cut",
        file="intake/events.py",
        sound="        return int((Decimal(amount) * 100).to_integral_value())\n",
        faulty="        return int(Decimal(float(amount)) * 100)\n",
        patch=(
            (
                "intake/ledger.py",
                "        self._entries.append((account, currency, amount))\n",
                "        self._entries.append((account, currency, round(amount)))\n",
            ),
        ),
    ),
    Fault(
        "kept_briefly",
        file="intake/deliveries.py",
        sound="KEPT = 96 * 3600  # seconds\n",
        faulty="KEPT = 24 * 3600  # seconds\n",
        patch=(("intake/deliveries.py", "KEPT = 24 * 3600", "KEPT = 48 * 3600"),),
    ),
    Fault(
        "state_guessed",
        file="intake/subscriptions.py",
        sound="""\
        if status not in STATES:
            raise UnknownState(f"{subscription} is {status!r}")
""",
        faulty="""\
        if status not in STATES:
            status = "ended"
""",
        patch=(("intake/subscriptions.py", 'status = "ended"', 'status = "active"'),),
    ),
    Fault(
        "older_over_newer",
        file="intake/subscriptions.py",
        sound="        if since is not None and created < since:\n",
        faulty="        if (status, created) == (before, since):\n",
        shows=(
            "tests.test_subscriptions.SubscriptionsTest"
            ".test_what_has_ended_stays_so_when_an_earlier_word_comes_late",
        ),
        patch=(
            (
                "intake/subscriptions.py",
                "if (status, created) == (before, since):",
                'if before == "ended":',
            ),
        ),
    ),
    Fault(
        "split_leaves_cents",
        file="intake/ledger.py",
        sound="""\
        parts = {account: amount * share // whole for account, share in shares.items()}
        left = amount - sum(parts.values())
        for account in sorted(parts, key=lambda each: (-shares[each], each))[:left]:
            parts[account] += 1
        return parts
""",
        faulty="""\
        return {account: round(amount * share / whole) for account, share in shares.items()}
""",
        shows=("tests.test_ledger.LedgerTest.test_the_parts_make_up_the_whole",),
        patch=(
            (
                "intake/ledger.py",
                "        return {account: round(amount * share / whole)"
                " for account, share in shares.items()}\n",
                "        parts = {account: round(amount * share / whole)"
                " for account, share in shares.items()}\n"
                "        parts[min(parts)] += amount - sum(parts.values())\n"
                "        return parts\n",
            ),
        ),
    ),
    Fault(
        "batch_stopped",
        file="intake/app.py",
        sound="""\
        failed = [each for each in sent if not self._taken(each)]
        if failed:
""",
        faulty="""\
        failed = []
        for each in sent:
            if not self._taken(each):
                failed.append(each)
                break
        if failed:
""",
        patch=(("intake/app.py", "for each in sent:", "for each in reversed(sent):"),),
    ),
    Fault(
        "failure_as_success",
        file="intake/app.py",
        sound="            return FAILED, f",
        faulty="            return TAKEN, f",
        shows=(f"{APP}.test_the_sender_hears_of_what_was_not_taken_in",),
        patch=(("intake/app.py", "return TAKEN, f", "return 202, f"),),
    ),
    Fault(
        "kept_early",
        file="intake/app.py",
        sound="""\
            self._do(event)
            self.deliveries.keep(event.id)
""",
        faulty="""\
            self.deliveries.keep(event.id)
            self._do(event)
""",
        shows=(f"{APP}.test_what_failed_is_taken_in_when_it_comes_again",),
        patch=(
            (
                "intake/app.py",
                '            log.exception("an event was not taken in")\n',
                '            log.exception("an event was not taken in")\n'
                '            self.parked.append((sent, "not taken in"))\n',
            ),
        ),
    ),
)
