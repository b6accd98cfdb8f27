"""Hidden: a probe_ asserts that a piece is right; a flaw_ fails where that very fault shows."""

import pytest

from uploads import Refused, Uploads, clean, folder_of, parts_of

ROOT, FOLDER = "/srv/attached", "/srv/attached/HELP-42"


class Disk:
    def __init__(self, taken=(), meanwhile=None):
        self.files = dict.fromkeys(taken)
        self.tried = []
        self.meanwhile = meanwhile

    def create(self, path, data):
        self.tried.append((path, data))
        other, self.meanwhile = self.meanwhile, None
        if other:
            other()
        if path in self.files:
            return False
        self.files[path] = data
        return True


def probe_folder_the_edges_of_the_form():
    for ticket in ["AB-1", "ABCDEF-10000000", "HELP-99999999"]:
        assert folder_of("/data", ticket) == f"/data/{ticket}"
    wrong = ["A-1", "ABCDEFG-1", "HELP-0", "HELP-", "HELP-123456789", "HELP-42\n", " HELP-42"]
    wrong += ["HELP42", "HELP--42", "HELP-4.2", "HELP-\u0664", "H\u00c4LP-42", "HeLP-42", "HELP-1x"]
    wrong += ["HELP-\u0661\u0662", "HELP-4\u0662", "HELP 42", "HELP-+4", "HELP-4/2", "AB-1\nAB-2"]
    for ticket in wrong:
        with pytest.raises(Refused):
            folder_of("/data", ticket)


def probe_parts_parents_are_dropped_wherever_they_stand():
    assert parts_of("..\\../a/..") == ["a"]
    assert parts_of("a/..//./../b/") == ["a", "b"]
    for sent in ["..", "../..", "a/../..", "....//....//x", "..././x", "/..", "\\..\\"]:
        try:
            assert ".." not in parts_of(sent)
        except Refused:
            assert "a" not in sent and "x" not in sent
    for sent in ["..", "../..", "/..", ".", "/../"]:
        with pytest.raises(Refused):
            parts_of(sent)


def probe_parts_others_stay_as_they_are():
    assert parts_of("/a../b/..c/.../ /x") == ["a..", "b", "..c", "...", " ", "x"]
    assert parts_of(" .. /A:b") == [" .. ", "A:b"]
    assert parts_of("%2e%2e%2fx") == ["%2e%2e%2fx"]
    assert parts_of(".env") == [".env"]


def probe_clean_composed_before_it_is_measured():
    assert clean("Cafe\u0301") == "Caf\u00e9"
    assert clean("e\u0301" * 100) == "\u00e9" * 100
    assert clean("<\u0338") == "\u226e"


def probe_clean_every_character_of_the_rule_and_no_other():
    assert clean('/\\:*?"<>|') == "_" * 9
    assert clean("\x00\t\x7f\u00a0\u200b\u2028\ufeff\ud800") == "_" * 8
    kept = "a b-c+(d),'e'&#%.;~\u6587\U0001f600. "
    assert clean(kept) == kept
    assert clean("..") == ".." and clean(".env") == ".env" and clean("CON") == "CON"


def probe_clean_the_limit_is_in_bytes_after_all():
    assert clean("a" * 200) == "a" * 200 and clean("\u200b" * 200) == "_" * 200
    for part in ["a" * 201, "\u6587" * 67, "\u0958" * 34]:
        with pytest.raises(Refused):
            clean(part)


def probe_put_parts_are_cleaned_and_the_result_is_below_the_folder():
    disk = Disk()
    assert Uploads(ROOT, disk).put("HELP-42", "../a?/b|c/d.txt", b"x") == "a_/b_c/d.txt"
    assert disk.files == {f"{FOLDER}/a_/b_c/d.txt": b"x"}


def probe_put_the_number_goes_before_the_extension():
    for sent, second in [
        ("a.tar.gz", "a.tar (2).gz"),
        (".env", ".env (2)"),
        ("v1.2/notes", "v1.2/notes (2)"),
        ("v1.2/.env.old", "v1.2/.env (2).old"),
        ("dot.", "dot (2)."),
    ]:
        assert Uploads(ROOT, Disk([f"{FOLDER}/{sent}"])).put("HELP-42", sent, b"") == second


def probe_put_a_hundred_are_tried_in_order_each_once():
    names = ["a.b", *(f"a ({n}).b" for n in range(2, 101))]
    disk = Disk(f"{FOLDER}/{name}" for name in names)
    with pytest.raises(Refused):
        Uploads(ROOT, disk).put("HELP-42", "a.b", b"x")
    assert disk.tried == [(f"{FOLDER}/{name}", b"x") for name in names]
    del disk.files[f"{FOLDER}/a (100).b"]
    assert Uploads(ROOT, disk).put("HELP-42", "a.b", b"x") == "a (100).b"


def probe_put_two_workers_with_one_name():
    disk, stored = Disk(), []
    first, second = Uploads(ROOT, disk), Uploads(ROOT, disk)
    disk.meanwhile = lambda: stored.append(second.put("HELP-42", "a.b", b"second"))
    stored.append(first.put("HELP-42", "a.b", b"first"))
    assert stored == ["a.b", "a (2).b"]
    assert disk.files == {f"{FOLDER}/a.b": b"second", f"{FOLDER}/a (2).b": b"first"}


def probe_put_a_wrong_ticket_or_name_stores_nothing():
    disk = Disk()
    for ticket, sent in [("HELP-0", "a"), ("HELP-42", "/"), ("HELP-42", "a" * 201)]:
        with pytest.raises(Refused):
            Uploads(ROOT, disk).put(ticket, sent, b"")
    assert disk.tried == []


def probe_put_a_full_volume_is_told():
    def full():
        raise OSError("full")

    with pytest.raises(OSError):
        Uploads(ROOT, Disk(meanwhile=full)).put("HELP-42", "a", b"")


def probe_locate_neighbours_with_the_same_beginning_are_refused():
    uploads = Uploads(ROOT, None)
    for asked in [
        "../HELP-420/a",
        "../HELP-42.old",
        "x/../../HELP-421/a",
        "/srv/attached/HELP-420/a",
    ]:
        with pytest.raises(Refused):
            uploads.locate("HELP-42", asked)


def probe_locate_the_folder_itself_is_refused():
    for asked in ["", ".", "./", "a/..", "../HELP-42", FOLDER, FOLDER + "/"]:
        with pytest.raises(Refused):
            Uploads(ROOT, None).locate("HELP-42", asked)


def probe_locate_what_lies_outside_is_refused():
    for asked in ["..", "../..", "../a", "/", "/HELP-42/a", "a/../../a", "/srv/a", "../../HELP-42"]:
        with pytest.raises(Refused):
            Uploads(ROOT, None).locate("HELP-42", asked)


def probe_locate_what_lies_below_is_found():
    for asked, below in [
        ("a", "a"),
        ("./a/./b/", "a/b"),
        ("..a/...", "..a/..."),
        ("../HELP-42/a", "a"),
        ("..\\HELP-7", "..\\HELP-7"),
        (FOLDER + "/a b", "a b"),
        ("%2e%2e/a", "%2e%2e/a"),
        ("HELP-42", "HELP-42"),
    ]:
        assert Uploads(ROOT, None).locate("HELP-42", asked) == f"{FOLDER}/{below}"


def probe_locate_a_wrong_ticket_is_refused():
    with pytest.raises(Refused):
        Uploads(ROOT, None).locate("..", "etc/passwd")


def flaw_parts():
    try:
        parts = parts_of("....//HELP-7/x")
    except Refused:
        parts = []
    assert parts != ["..", "HELP-7", "x"]


def flaw_locate():
    try:
        path = Uploads(ROOT, None).locate("HELP-42", "../HELP-420/a")
    except Refused:
        path = ""
    assert path != "/srv/attached/HELP-420/a"
