"""Requests as the website makes them."""


def book(**fields):
    return {
        "do": "book",
        "client": "web",
        "key": "k1",
        "room": "blue",
        "guest": "Ida",
        "arrives": "2025-07-01",
        "leaves": "2025-07-04",
        **fields,
    }
