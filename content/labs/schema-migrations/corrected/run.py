from collections.abc import Mapping

from migrate import Database, Report, in_order, pending


def run(database: Database, files: Mapping[str, str]) -> Report:
    """Apply what is pending (rules 4 to 8)."""
    migrations = in_order(files)
    applied, changed = [], []
    with database.lock():
        rows = database.rows()
        stamps = {row.version: row.checksum for row in rows}
        for each in migrations:
            if stamps.get(each.version, each.checksum) != each.checksum:
                changed.append(each.version)
        for each in pending(migrations, rows):
            database.apply(each)
            applied.append(each.version)
    return Report(applied, changed)
