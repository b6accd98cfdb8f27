"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

from itertools import islice


def right_items(results, number, size):
    return list(islice(results, size * (number - 1), size * number))


def broken_items(results, number, size):
    return results[number * size : (number + 1) * size]


def right_count(total, size):
    if size < 1 or size > 100:
        raise ValueError("size")
    full, left = divmod(total, size)
    return full + (left > 0) or 1


def flawed_count(total, size):
    if size not in range(1, 101):
        raise ValueError("size")
    return int(total / size) or 1


def right_caption(number, size, total):
    places = range(1, total + 1)[(number - 1) * size : number * size]
    if not places:
        return "Nothing found"
    return "Showing " + str(places[0]) + " to " + str(places[-1]) + " of " + str(total)


def broken_caption(number, size, total):
    if not total:
        return "Nothing found"
    return f"Showing {(number - 1) * size + 1} to {number * size} of {total}"


def right_paginate(results, number, size):
    pages = page_count(len(results), size)
    if number < 1:
        number = 1
    elif number > pages:
        number = pages
    shown = page_items(results, number, size)
    after = len(results) > number * size
    return Page(shown, number, pages, caption(number, size, len(results)), number != 1, after)


def flawed_paginate(results, number, size):
    pages = page_count(len(results), size)
    number = sorted((1, number, pages))[1]
    shown = page_items(results, number, size)
    text = caption(number, size, len(results))
    return Page(shown, number, pages, text, number > 1, not len(shown) < size)


def broken_paginate(results, number, size):
    pages = page_count(len(results), size)
    shown = page_items(results, number, size)
    text = caption(number, size, len(results))
    return Page(shown, number, pages, text, number > 1, number < pages)
