import re


def email_problems(email: str) -> list[str]:
    """What is wrong with an email (rule 3)."""
    pattern = r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+"
    if len(email) <= 254 and re.fullmatch(pattern, email):
        return []
    return ["Enter an email address, such as ada@example.org."]
