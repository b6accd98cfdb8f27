import string
import unicodedata


def words_of(text: str) -> list[str]:
    """The words of an article as the index takes them (rules 1 and 2)."""
    folded = unicodedata.normalize("NFC", text.casefold())
    words = (word.strip(string.punctuation) for word in folded.split())
    return [word for word in words if word]
