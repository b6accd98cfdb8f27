import re


def username_problems(username: str) -> list[str]:
    """What is wrong with a username (rule 2)."""
    problems = []
    if not 3 <= len(username) <= 20:
        problems.append("Use 3 to 20 characters.")
    if not re.fullmatch("[A-Za-z0-9_]*", username):
        problems.append("Use letters from a to z, digits and underscores only.")
    if username.startswith("_") or username.endswith("_"):
        problems.append("Put no underscore at the beginning or the end.")
    if "__" in username:
        problems.append("Put no two underscores side by side.")
    return problems
