"""Pieces by other hands: what the tests and probes must take for right, flawed or broken."""

import os.path
import re
import unicodedata
from pathlib import PurePosixPath

_TICKET = re.compile(r"([A-Z]{2,6})-([1-9][0-9]*)")


def right_folder(root, ticket):
    found = _TICKET.fullmatch(ticket)
    if found is None or len(found[2]) > 8:
        raise Refused("ticket")
    return os.path.join(root, ticket)


def broken_folder(root, ticket):
    if re.match(r"^[A-Z]{2,6}-[1-9]\d{0,7}$", ticket) is None:
        raise Refused("ticket")
    return f"{root}/{ticket}"


def right_parts(sent):
    kept = []
    for part in re.split(r"[/\\]", sent):
        if part.strip(".") or len(part) > 2:
            kept.append(part)
    if kept:
        return kept
    raise Refused("no name")


def flawed_parts(sent):
    sent = re.sub(r"\.\./", "", sent.replace("\\", "/"))
    kept = [part for part in sent.split("/") if part and part != "."]
    if kept:
        return kept
    raise Refused("no name")


def broken_parts(sent):
    kept = [part for part in sent.replace("\\", "/").split("/") if part.strip(".")]
    if not kept:
        raise Refused("no name")
    return kept


def right_clean(part):
    out = ""
    for c in unicodedata.normalize("NFC", part):
        out += "_" if c in '<>:"/\\|?*' or not c.isprintable() else c
    if len(out.encode("utf-8")) <= 200:
        return out
    raise Refused("long")


def flawed_clean(part):
    rules = [
        lambda text: unicodedata.normalize("NFC", text),
        lambda text: "".join(c if c.isprintable() and c not in RESERVED else "_" for c in text),
    ]
    for rule in rules:
        part = rule(part)
    if len(part.encode()) > MOST_BYTES:
        raise Refused(part)
    return part


def broken_clean(part):
    part = "".join(c if c.isprintable() and c not in RESERVED else "_" for c in part)
    if len(part) > MOST_BYTES:
        raise Refused(part)
    return unicodedata.normalize("NFC", part)


class right_put:
    def put(self, ticket, sent, data):
        base = folder_of(self.root, ticket) + "/"
        *folders, last = map(clean, parts_of(sent))
        stem, extension = os.path.splitext(last)
        number = 1
        while number <= 100:
            name = last if number == 1 else f"{stem} ({number}){extension}"
            path = "/".join([*folders, name])
            if self.volume.create(base + path, data) is True:
                return path
            number += 1
        raise Refused("taken")


class broken_put:
    def put(self, ticket, sent, data):
        folder = folder_of(self.root, ticket)
        name = "/".join(clean(part) for part in parts_of(sent))
        stem, dot, extension = name.rpartition(".")
        path, number = name, 1
        while not self.volume.create(f"{folder}/{path}", data):
            number += 1
            if number > 100:
                raise Refused("taken")
            path = f"{stem} ({number}){dot}{extension}"
        return path


class right_locate:
    def locate(self, ticket, asked):
        folder = PurePosixPath(folder_of(self.root, ticket))
        path = PurePosixPath(os.path.normpath(folder / asked))
        if folder not in path.parents:
            raise Refused("outside")
        return str(path)


class flawed_locate:
    def locate(self, ticket, asked):
        folder = folder_of(self.root, ticket)
        path = os.path.abspath(os.path.join(folder, asked))
        if os.path.commonprefix([path, folder]) != folder:
            raise Refused("outside")
        return path


class broken_locate:
    def locate(self, ticket, asked):
        folder = folder_of(self.root, ticket)
        if ".." in asked or asked.startswith("/"):
            raise Refused("outside")
        return os.path.normpath(f"{folder}/{asked}")
