import re

from uploads import Refused


def folder_of(root: str, ticket: str) -> str:
    """The folder with the files of a ticket (rule 1)."""
    if not re.fullmatch(r"[A-Z]{2,6}-[1-9][0-9]{0,7}", ticket):
        raise Refused(ticket)
    return f"{root}/{ticket}"
