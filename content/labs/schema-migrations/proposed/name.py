import re

from migrate import Refused


def version_of(file: str) -> int:
    """The version that a file's name gives (rule 1)."""
    match = re.fullmatch(r"([1-9][0-9]{0,8})_[a-z0-9_]+\.sql", file)
    if match is None:
        raise Refused(f"{file!r} is no migration")
    return int(match[1])
