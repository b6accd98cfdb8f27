from signup import Signup, email_problems, password_problems, username_problems


def signup_problems(signup: Signup) -> dict[str, list[str]]:
    """The problems of each field that has any (rule 6)."""
    found = {
        "username": username_problems(signup.username.strip()),
        "email": email_problems(signup.email.strip()),
        "password": password_problems(signup.password),
    }
    return {name: problems for name, problems in found.items() if problems}
