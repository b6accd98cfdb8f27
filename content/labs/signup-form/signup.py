"""What is wrong with a signup form."""

import re
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Signup:
    """What somebody typed into the three boxes."""

    username: str
    email: str
    password: str = field(repr=False)


def username_problems(username: str) -> list[str]:
    """What is wrong with a username (rule 2)."""
    problems = []
    if not 3 <= len(username) <= 20:
        problems.append("Use 3 to 20 characters.")
    return problems


def email_problems(email: str) -> list[str]:
    """What is wrong with an email (rule 3)."""
    raise NotImplementedError("email_problems")


def password_problems(password: str) -> list[str]:
    """What is wrong with a password (rule 4)."""
    problems = []
    if not re.search("[A-Za-z]", password):
        problems.append("Use at least one letter from a to z.")
    if not re.search("[0-9]", password):
        problems.append("Use at least one digit.")
    return problems


def signup_problems(signup: Signup) -> dict[str, list[str]]:
    """The problems of each field that has any (rule 6)."""
    return {
        "username": username_problems(signup.username),
        "password": password_problems(signup.password),
    }
