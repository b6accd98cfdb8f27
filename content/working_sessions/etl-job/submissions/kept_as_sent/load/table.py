"""The newest version of each sale."""


class Table:
    def __init__(self):
        self._sales = {}

    def put(self, sale):
        """Keep a sale, unless a newer version of it is there; returns whether it was kept."""
        there = self._sales.get(sale.id)
        if there is not None and there.version >= sale.version:
            return False
        self._sales[sale.id] = sale
        return True

    def rows(self):
        """Every sale, by its id."""
        return [self._sales[id] for id in sorted(self._sales)]

    def __len__(self):
        return len(self._sales)
