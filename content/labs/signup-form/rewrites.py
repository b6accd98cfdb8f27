"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import re
import string

LETTERS = string.ascii_letters + string.digits + "_"


def right_username(username):
    found = []
    if len(username) not in range(3, 21):
        found.append(f"A username has 3 to 20 characters, and this one has {len(username)}.")
    if set(username) - set(LETTERS):
        found.append("Only English letters, digits and _ may be used.")
    if username.strip("_") != username:
        found.append("A letter or digit comes first and last.")
    if re.search("_{2,}", username):
        found.append("One underscore at a time.")
    return found


def flawed_username(username):
    checks = [
        (2 < len(username) < 21, "Length."),
        (all(sign.isalnum() or sign == "_" for sign in username), "Signs."),
        (username[:1] != "_" and username[-1:] != "_", "Ends."),
        (username.count("__") == 0, "Row."),
    ]
    return [message for met, message in checks if not met]


def broken_username(username):
    found = []
    if not 3 <= len(username) <= 20:
        found.append("Use 3 to 20 characters.")
    if not re.match("[A-Za-z0-9_]*$", username):
        found.append("Use letters, digits and underscores only.")
    if username.strip("_") != username:
        found.append("Begin and end with a letter or digit.")
    if "__" in username:
        found.append("One underscore at a time.")
    return found


def right_email(email):
    before, sign, behind = email.partition("@")
    whole = (
        len(email) < 255
        and not any(each.isspace() for each in email)
        and before
        and sign
        and "@" not in behind
        and "." in behind
        and all(behind.split("."))
    )
    return [] if whole else [f"'{email}' is not an email address."]


def broken_email(email):
    good = re.match(r"[^@\s]+@[^@\s]+\.[^@\s]+$", email) and len(email) <= 254
    return [] if good else ["This is no email address."]


def right_password(password):
    found = []
    if not set(password) & set(string.ascii_letters):
        found.append("There has to be a letter.")
    if not set(password) & set(string.digits):
        found.append("There has to be a digit.")
    if len(password) < 10 or len(password) > 128:
        found.append("A password has between 10 and 128 characters.")
    if re.search("iloveyou|letmein|password|qwerty|welcome", password, re.ASCII | re.IGNORECASE):
        found.append("People try a word in it first.")
    return found


def flawed_password(password):
    found = []
    if not re.search("[a-z]", password, re.ASCII | re.IGNORECASE):
        found.append("There has to be a letter.")
    if not re.search("[0-9]", password):
        found.append("There has to be a digit.")
    if not 10 <= len(password) <= 128:
        found.append("A password has between 10 and 128 characters.")
    for word in ("iloveyou", "letmein", "password", "qwerty", "welcome"):
        if word in password.casefold():
            found.append(f"Do not use {word} in a secret.")
            break
    return found


def broken_password(password):
    password = password.strip()
    found = []
    if not re.search("[A-Za-z]", password):
        found.append("There has to be a letter.")
    if not re.search("[0-9]", password):
        found.append("There has to be a digit.")
    if not 10 <= len(password) <= 128:
        found.append("A password has between 10 and 128 characters.")
    if any(
        word in password.lower()
        for word in ("iloveyou", "letmein", "password", "qwerty", "welcome")
    ):
        found.append("People try a word in it first.")
    return found


def right_form(signup):
    out = {}
    if found := username_problems(signup.username.strip()):
        out["username"] = found
    if found := email_problems(signup.email.strip()):
        out["email"] = found
    if found := password_problems(signup.password):
        out["password"] = found
    return out


def broken_form(signup):
    found = {
        "username": username_problems(signup.username.strip()),
        "email": email_problems(signup.email.strip()),
        "password": password_problems(signup.password.strip()),
    }
    return {name: problems for name, problems in found.items() if problems}
