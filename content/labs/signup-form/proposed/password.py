import re


def password_problems(password: str) -> list[str]:
    """What is wrong with a password (rule 4)."""
    problems = []
    if not re.search("[A-Za-z]", password):
        problems.append("Use at least one letter from a to z.")
    if not re.search("[0-9]", password):
        problems.append("Use at least one digit.")
    if not 10 <= len(password) <= 128:
        problems.append("Use 10 to 128 characters.")
    for word in ["iloveyou", "letmein", "password", "qwerty", "welcome"]:
        if word in password.lower():
            problems.append(f'"{password}" is too easy to guess.')
            break
    return problems
