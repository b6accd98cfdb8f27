"""What is hard about these records: each trap plants itself, is found, and is said plainly."""

from content.rows import Planted, Traps

from .world import ELSEWHERE, GRADES, NOW, READING, TERMS, beside, credit, number, record, transfer

trap = Traps()
DRAWN = 11  # of them, in each draw
PLACED = ("enrolled_this_term",)  # the rows of these have a place by their nature
LOOKS = {"0": "O", "1": "l", "2": "Z"}  # every code has one of these
BACK = str.maketrans({letter: digit for digit, letter in LOOKS.items()})


def taken(victim):
    """The key of the record of a student's course, the student's key, and the course."""
    place, course = victim.split()
    return f"r{place} {course}", f"s{place}", course


def student(rows, key):
    return rows[key]["id"]


# --- identity --------------------------------------------------------------------------------


def spelt_as(rows, key, course, word, query):
    """A record whose course is written in another way: it is that course, or it is nothing."""
    rows.edit(key, course=word)
    return Planted(
        query,
        {
            "same": lambda rows: rows.edit(key, course=course),
            "ignored": lambda rows: rows.drop(key),
        },
    )


@trap("full", same="handled", ignored="missed")
def code_spelt_otherwise(rows, chance, a):
    key, _, course = taken(a)
    letters, digits = course[:3], course[3:]
    word = chance.choice((f"{letters.lower()} {digits}", f"{letters}-{digits}"))

    def query(tables):
        known = {row["code"] for row in tables["COURSES"]}
        return [
            row["id"]
            for row in tables["RECORDS"]
            if row["course"] not in known
            and row["course"].upper().replace(" ", "").replace("-", "") in known
        ]

    return spelt_as(rows, key, course, word, query)


@trap("full", same="handled", ignored="missed")
def letter_for_a_digit(rows, chance, a):
    key, _, course = taken(a)
    digit = next(digit for digit in LOOKS if digit in course)
    word = course.replace(digit, LOOKS[digit], 1)

    def query(tables):
        known = {row["code"] for row in tables["COURSES"]}
        return [
            row["id"]
            for row in tables["RECORDS"]
            if row["course"] not in known
            and row["course"][:3] + row["course"][3:].translate(BACK) in known
        ]

    return spelt_as(rows, key, course, word, query)


@trap("full", same="handled", ignored="missed")
def course_renamed(rows, chance, a):
    key, _, course = taken(a)
    before = course[:3] + str(int(course[3:]) + 600)
    rows.edit("course " + course, formerly=before)
    rows.edit(key, course=before)

    def query(tables):
        earlier = {row["formerly"] for row in tables["COURSES"]} - {""}
        return [row["id"] for row in tables["RECORDS"] if row["course"] in earlier]

    return Planted(
        query,
        {
            "same": lambda rows: rows.edit(key, course=course),
            "ignored": lambda rows: rows.drop(key),
        },
    )


@trap("full", same="handled", ignored="missed")
def noughts_lost(rows, chance, a):
    key, who, course = taken(a)
    id = student(rows, who)
    rows.drop(key)
    transfer(rows, chance, "noughts", id, course)
    rows.edit("noughts", student=id.lstrip("0"))

    def query(tables):
        known = {row["id"] for row in tables["STUDENTS"]}
        return [
            row["id"]
            for row in tables["TRANSFERS"]
            if row["student"] not in known and row["student"].zfill(5) in known
        ]

    return Planted(
        query,
        {
            "same": lambda rows: rows.edit("noughts", student=id),
            "ignored": lambda rows: rows.drop("noughts"),
        },
    )


# --- repeats ---------------------------------------------------------------------------------


@trap("short", once="handled", twice="missed")
def exported_twice(rows, chance, a):
    key, course = beside(rows, a), a.split()[1]
    rows.add("RECORDS", "again", rows[key])
    other = "R" + number(chance)

    def query(tables):
        ids = [row["id"] for row in tables["RECORDS"]]
        return sorted({id for id in ids if ids.count(id) > 1})

    return Planted(
        query,
        {
            "once": lambda rows: rows.drop("again"),
            "twice": lambda rows: rows.edit("again", id=other, course=course),
        },
    )


@trap("short", latest="handled", first="handled", both="missed")
def taken_again(rows, chance, a):
    key, course = beside(rows, a), a.split()[1]
    row = rows[key]
    rows.edit(key, term=chance.choice(TERMS[:3]), grade="C")
    record(rows, chance, "anew", row["student"], row["course"], chance.choice(TERMS[4:]), grade="B")

    def query(tables):
        seen = {}
        for row in tables["RECORDS"]:
            if row["status"] == "final" and row["grade"] != "F":
                seen.setdefault((row["student"], row["course"]), set()).add(row["term"])
        more = {what for what, terms in seen.items() if len(terms) > 1}
        return [r["id"] for r in tables["RECORDS"] if (r["student"], r["course"]) in more]

    return Planted(
        query,
        {
            "latest": lambda rows: rows.drop(key),
            "first": lambda rows: rows.drop("anew"),
            "both": lambda rows: rows.edit("anew", course=course),
        },
    )


@trap("short", newest="handled", both="missed")
def record_amended(rows, chance, a):
    key, course = beside(rows, a), a.split()[1]
    row = rows[key]
    rows.edit(key, grade="C")
    given = {"grade": "B-", "replaces": row["id"]}
    record(rows, chance, "amended", row["student"], row["course"], row["term"], **given)

    def newest(rows):
        rows.drop(key)
        rows.edit("amended", replaces="")

    def query(tables):
        return [row["id"] for row in tables["RECORDS"] if row["replaces"]]

    return Planted(
        query,
        {
            "newest": newest,
            "both": lambda rows: rows.edit("amended", replaces="", course=course),
        },
    )


@trap("short", once="handled", both="missed")
def transferred_and_taken(rows, chance, a):
    key, course = beside(rows, a), a.split()[1]
    row = rows[key]
    transfer(rows, chance, "moved", row["student"], row["course"])

    def query(tables):
        has = {(row["student"], row["course"]) for row in tables["RECORDS"]}
        return [row["id"] for row in tables["TRANSFERS"] if (row["student"], row["equals"]) in has]

    return Planted(
        query,
        {
            "once": lambda rows: rows.drop("moved"),
            "both": lambda rows: rows.edit("moved", equals=course),
        },
    )


@trap("short", once="handled", both="missed")
def listed_under_two_codes(rows, chance, a):
    key, course = beside(rows, a), a.split()[1]
    row = rows[key]
    part = next(r["courses"] for _, r in rows.of("REQUIREMENTS") if course in r["courses"])
    other = next(code for code in part if rows["course " + code]["title"] == READING)
    rows.edit("course " + row["course"], same_as=other)
    rows.edit("course " + other, same_as=row["course"])
    record(rows, chance, "listed", row["student"], other)

    def query(tables):
        same = {row["code"]: row["same_as"] for row in tables["COURSES"] if row["same_as"]}
        has = {(row["student"], row["course"]) for row in tables["RECORDS"]}
        return [
            row["id"]
            for row in tables["RECORDS"]
            if (row["student"], same.get(row["course"], "")) in has
        ]

    return Planted(
        query,
        {
            "once": lambda rows: rows.drop("listed"),
            "both": lambda rows: rows.edit("listed", course=course),
        },
    )


# --- states ----------------------------------------------------------------------------------


def not_passed(rows, chance, victim, grade, status, query, term=None):
    """A course that a student lacks, and that a record has with its credits all the same."""
    _, who, course = taken(victim)
    key = f"{status} {grade}"
    record(rows, chance, key, student(rows, who), course, term, grade=grade, status=status)
    return Planted(
        query,
        {
            "nothing": lambda rows: rows.drop(key),
            "passed": lambda rows: rows.edit(key, grade=GRADES[4], status="final"),
        },
    )


def with_credits(status, grade):
    def query(tables):
        return [
            row["id"]
            for row in tables["RECORDS"]
            if (row["status"], row["grade"]) == (status, grade) and row["credits"] != "0.0"
        ]

    return query


@trap("short", nothing="handled", passed="missed")
def failed_with_credits(rows, chance, a):
    return not_passed(rows, chance, a, "F", "final", with_credits("final", "F"))


@trap("short", nothing="handled", passed="missed")
def withdrawn_with_credits(rows, chance, a):
    return not_passed(rows, chance, a, "W", "withdrawn", with_credits("withdrawn", "W"))


@trap("short", nothing="handled", passed="missed")
def audited_with_credits(rows, chance, a):
    return not_passed(rows, chance, a, "AU", "audit", with_credits("audit", "AU"))


@trap("short", nothing="handled", passed="missed")
def enrolled_this_term(rows, chance, a):
    return not_passed(rows, chance, a, "", "enrolled", with_credits("enrolled", ""), NOW)


# --- numbers and scales ----------------------------------------------------------------------


@trap("short", converted="handled", as_said="missed")
def quarter_units(rows, chance, a):
    _, who, course = taken(a)
    whole = float(credit(rows, course))
    given = {"credits": f"{whole:.1f}", "unit": "quarter"}
    transfer(rows, chance, "quarter", student(rows, who), course, **given)
    less = f"{whole * 2 / 3:.1f}"

    def query(tables):
        return [row["id"] for row in tables["TRANSFERS"] if row["unit"] == "quarter"]

    return Planted(
        query,
        {
            "converted": lambda rows: rows.edit("quarter", credits=less, unit="semester"),
            "as_said": lambda rows: rows.edit("quarter", unit="semester"),
        },
    )


@trap("short", failed="handled", passed="missed")
def grade_of_another_scale(rows, chance, a):
    _, who, course = taken(a)
    given = {"grade": "5.0", "scale": ELSEWHERE}
    transfer(rows, chance, "scale", student(rows, who), course, **given)

    def query(tables):
        return [r["id"] for r in tables["TRANSFERS"] if r["scale"] != "A-F" and r["grade"] == "5.0"]

    return Planted(
        query,
        {
            "failed": lambda rows: rows.drop("scale"),
            "passed": lambda rows: rows.edit("scale", grade="B", scale="A-F"),
        },
    )


@trap("full", as_meant="handled", skipped="handled", cut="missed")
def credits_with_a_comma(rows, chance, a):
    key, _, course = taken(a)
    meant = credit(rows, course)
    rows.edit(key, credits=meant.replace(".", ","))

    def query(tables):
        return [row["id"] for row in tables["RECORDS"] if "," in row["credits"]]

    return Planted(
        query,
        {
            "as_meant": lambda rows: rows.edit(key, credits=meant),
            "skipped": lambda rows: rows.drop(key),
            "cut": lambda rows: rows.edit(key, credits=meant.replace(".", "")),
        },
    )
