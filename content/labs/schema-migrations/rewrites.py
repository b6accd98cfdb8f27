"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import re
from itertools import groupby


def right_name(file):
    number, underscore, rest = file.partition("_")
    name, dot, ending = rest.partition(".")
    allowed = set("abcdefghijklmnopqrstuvwxyz0123456789_")
    if not (
        underscore
        and dot
        and ending == "sql"
        and name
        and set(name) <= allowed
        and number
        and set(number) <= set("0123456789")
        and not number.startswith("0")
        and len(number) < 10
    ):
        raise Refused("not a migration: " + file)
    return int(number)


def broken_name(file):
    match = re.match(r"(\d+)_\w+\.sql$", file)
    if not match:
        raise Refused(f"strange file {file}")
    return int(match.group(1))


def right_order(files):
    all_of_them = sorted(
        (Migration(version_of(name), name, text) for name, text in files.items()),
        key=lambda m: m.version,
    )
    for version, group in groupby(all_of_them, key=lambda m: m.version):
        names = [m.file for m in group]
        if len(names) > 1:
            raise Refused(f"{version} is taken by {', '.join(names)}")
    return all_of_them


def flawed_order(files):
    taken = {}
    for name in files:
        taken.setdefault(version_of(name), []).append(name)
    for names in taken.values():
        if len(names) > 1:
            raise Refused(" / ".join(names))
    return [Migration(version_of(n), n, files[n]) for n in sorted(files, key=str.lower)]


def broken_order(files):
    found = {version_of(name): Migration(version_of(name), name, files[name]) for name in files}
    return [found[version] for version in sorted(found)]


def right_pending(migrations, rows):
    waiting = {m.version: m for m in migrations}
    for row in rows:
        waiting.pop(row.version, None)
    return list(waiting.values())


def flawed_pending(migrations, rows):
    if not rows:
        return list(migrations)
    reached = sorted(row.version for row in rows)[-1]
    return [m for m in migrations if reached < m.version]


def broken_pending(migrations, rows):
    known = {(row.version, row.checksum) for row in rows}
    return [m for m in migrations if (m.version, m.checksum) not in known]


def right_run(database, files):
    release = in_order(files)
    with database.lock():
        log = {row.version: row.checksum for row in database.rows()}
        edited = [m.version for m in release if m.version in log and log[m.version] != m.checksum]
        done = []
        for m in pending(release, database.rows()):
            database.apply(m)
            done += [m.version]
        return Report(applied=done, changed=edited)


def flawed_run(database, files):
    release = in_order(files)
    with database.lock():
        todo = pending(release, database.rows())
        for m in todo:
            database.apply(m)
        known = {row.version: row for row in database.rows()}
        edited = [m for m in release if known[m.version].checksum != m.checksum]
        for m in edited:
            database.correct(Row(m.version, m.checksum))
    return Report([m.version for m in todo], [m.version for m in edited])


def broken_run(database, files):
    release = in_order(files)
    todo = pending(release, database.rows())
    with database.lock():
        for m in todo:
            database.apply(m)
        log = {row.version: row.checksum for row in database.rows()}
    return Report(
        [m.version for m in todo],
        [m.version for m in release if log[m.version] != m.checksum],
    )
