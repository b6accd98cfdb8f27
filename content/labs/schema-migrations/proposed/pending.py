from collections.abc import Sequence

from migrate import Migration, Row


def pending(migrations: Sequence[Migration], rows: Sequence[Row]) -> list[Migration]:
    """Those of the migrations that have yet to run (rule 3)."""
    newest = max((row.version for row in rows), default=0)
    return [each for each in migrations if each.version > newest]
