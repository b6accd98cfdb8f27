from collections.abc import Mapping

from migrate import Migration, Refused, version_of


def in_order(files: Mapping[str, str]) -> list[Migration]:
    """The migrations in the order to run them, from the scripts by file name (rule 2)."""
    found: dict[int, Migration] = {}
    for file in sorted(files):
        version = version_of(file)
        if version in found:
            raise Refused(f"{found[version].file} and {file} are both version {version}")
        found[version] = Migration(version, file, files[file])
    return list(found.values())
