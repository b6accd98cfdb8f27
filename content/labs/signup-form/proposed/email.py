import re


def email_problems(email: str) -> list[str]:
    """What is wrong with an email (rule 3)."""
    if len(email) <= 254 and re.fullmatch(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+", email):
        return []
    return ["Enter an email address, such as ada@example.org."]
