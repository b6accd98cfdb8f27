"""Exports as Shopwise gives them."""


def row(id="S1", **fields):
    return {
        "id": id,
        "version": "1",
        "updated": "2025-03-10T10:00:00+00:00",
        "sold": "2025-03-10T09:00:00+00:00",
        "sku": "mug",
        "quantity": "2",
        "price": "10.00",
        "discount": "0",
        "currency": "EUR",
        "status": "paid",
        **fields,
    }


def pages(*lists):
    """A `fetch` of these pages, one list of rows each; `fetch.asked` has the since of each call."""

    def fetch(since, cursor):
        fetch.asked.append(since)
        number = int(cursor or 0)
        page = {"rows": lists[number]}
        if number + 1 < len(lists):
            page["next"] = str(number + 1)
        return page

    fetch.asked = []
    return fetch
