"""What each account was charged and got back, in minor units of a currency."""


class Ledger:
    def __init__(self, entries=None):
        self._entries = [] if entries is None else list(entries)

    def add(self, account, currency, amount):
        """Book an amount in minor units; one that was given back is negative."""
        self._entries.append((account, currency, amount))

    def balance(self, account, currency):
        return sum(
            amount for who, what, amount in self._entries if (who, what) == (account, currency)
        )

    def split(self, amount, shares):
        """An amount divided in the proportion of whole shares, by account."""
        whole = sum(shares.values())
        parts = {account: amount * share // whole for account, share in shares.items()}
        left = amount - sum(parts.values())
        for account in sorted(parts, key=lambda each: (-shares[each], each))[:left]:
            parts[account] += 1
        return parts
