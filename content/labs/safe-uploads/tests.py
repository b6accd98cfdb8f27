"""The tests of the uploads."""

import pytest

from uploads import Refused, Uploads, clean, folder_of, parts_of

ROOT = "/srv/attached"


class Disk:
    def __init__(self, *paths):
        self.files = dict.fromkeys(paths, b"")

    def create(self, path, data):
        if path in self.files:
            return False
        self.files[path] = data
        return True


def test_a_ticket_has_its_folder_below_the_root():
    assert folder_of(ROOT, "HELP-42") == "/srv/attached/HELP-42"


def test_what_is_no_id_is_refused():
    for ticket in ["", "HELP", "help-42", "HELP-042", "HELP-42/..", "../HELP-42"]:
        with pytest.raises(Refused):
            folder_of(ROOT, ticket)


def test_folders_are_kept_whatever_the_slash():
    assert parts_of("trip/day 1/bill.pdf") == ["trip", "day 1", "bill.pdf"]
    assert parts_of("C:\\Users\\ann\\bill.pdf") == ["C:", "Users", "ann", "bill.pdf"]


def test_parent_folders_are_dropped():
    assert parts_of("../../bill.pdf") == ["bill.pdf"]
    assert parts_of("trip\\..\\bill.pdf") == ["trip", "bill.pdf"]


def test_empty_parts_and_dots_are_dropped():
    assert parts_of("//trip/./.hidden") == ["trip", ".hidden"]
    assert parts_of("....//bill.pdf") == ["....", "bill.pdf"]


def test_a_name_without_parts_is_refused():
    for sent in ["", "/", "./../", "\\"]:
        with pytest.raises(Refused):
            parts_of(sent)


def test_what_is_reserved_or_unprintable_is_replaced():
    assert clean('a:b?c*"d".log') == "a_b_c__d_.log"
    assert clean("fdp\u202e.exe\n") == "fdp_.exe_"


def test_a_part_takes_200_bytes_at_most():
    assert clean("\u00e4" * 100) == "\u00e4" * 100
    with pytest.raises(Refused):
        clean("\u00e4" * 100 + "a")


def test_an_upload_is_stored_below_its_ticket():
    disk = Disk()
    assert Uploads(ROOT, disk).put("HELP-42", "trip/bill.pdf", b"4.20") == "trip/bill.pdf"
    assert disk.files == {"/srv/attached/HELP-42/trip/bill.pdf": b"4.20"}


def test_a_name_that_is_taken_gets_a_number():
    uploads = Uploads(ROOT, Disk())
    stored = [uploads.put("HELP-42", "bill.pdf", b"") for _ in range(3)]
    assert stored == ["bill.pdf", "bill (2).pdf", "bill (3).pdf"]


def test_a_file_is_located_below_its_ticket():
    uploads = Uploads(ROOT, Disk())
    assert uploads.locate("HELP-42", "trip/bill.pdf") == "/srv/attached/HELP-42/trip/bill.pdf"
    assert uploads.locate("HELP-42", "trip/../bill.pdf") == "/srv/attached/HELP-42/bill.pdf"


def test_a_path_that_leads_out_is_refused():
    uploads = Uploads(ROOT, Disk())
    for asked in ["../HELP-7/bill.pdf", "../../../etc/passwd", "/etc/passwd", ".."]:
        with pytest.raises(Refused):
            uploads.locate("HELP-42", asked)
