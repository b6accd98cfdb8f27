import re

from uploads import Refused


def folder_of(root: str, ticket: str) -> str:
    """The folder with the files of a ticket (rule 1)."""
    form = r"[A-Z]{2,6}-[1-9][0-9]{0,7}"
    if not re.fullmatch(form, ticket):
        raise Refused(ticket)
    return f"{root}/{ticket}"
