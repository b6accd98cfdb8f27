"""The texts that customers get, as HTML."""

from html import escape

TEXTS = {
    "overdue": "<p>Your subscription {name} could not be charged. It goes on for now.</p>",
    "ended": "<p>Your subscription {name} has ended.</p>",
    "active": "<p>Your subscription {name} is active.</p>",
}


def mail(status, name):
    """The text on a new state, "" where customers are not told of it."""
    return TEXTS.get(status, "").format(name=escape(name))
