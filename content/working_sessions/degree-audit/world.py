"""Clean records of students who apply to graduate, drawn from a seed, and how they are written."""

from random import Random

from content.rows import Rows

TABLES = ("STUDENTS", "COURSES", "REQUIREMENTS", "RECORDS", "TRANSFERS")
SKINS = (
    {
        "company": "Wexford Polytechnic",
        "service": "trains surveyors, planners and hydrologists",
        "registrar": "Campusbook",
        "prefixes": "GEO HYD MAP LAW",
    },
    {
        "company": "Aldermoor College",
        "service": "teaches animal and plant sciences",
        "registrar": "Regisoft",
        "prefixes": "BIO AGR CHM STA",
    },
    {
        "company": "the Institute at Tarn",
        "service": "trains engineers for ports and railways",
        "registrar": "Matricula",
        "prefixes": "MEC TRA ELE ECO",
    },
    {
        "company": "Northcote School of Design",
        "service": "teaches graphic, product and stage design",
        "registrar": "Scholarbase",
        "prefixes": "DRW MAT HIS LIT",
    },
)
FIRST = """Ada Bruno Carla Dmitri Elif Farid Greta Hugo Ines Jonas Karim Leila Marta Nils Oana Pavel
Quinn Rosa Samir Tessa Umar Vera Wanda Yusuf Zora Aiko Bela Chidi"""
LAST = """Almeida Brandt Castell Doyle Eklund Farkas Galvin Haas Ivers Jansen Kovac Lund Moreau
Nowak Ortiz Petrov Quist Rossi Sato Tamm Urban Vidal Weiss Yilmaz Zeman"""
READING = "Reading Course"
WORDS = "Foundations Methods Practice Theory Systems Materials Policy Seminar Design"
MATTERS = ("Water", "Form", "Motion", "Law", "Soil", "Light")
GRADES = ("A", "A-", "B+", "B", "B-", "C+", "C")
TERMS = ("2021F", "2022S", "2022F", "2023S", "2023F", "2024S", "2024F")
NOW = "2025S"
ELSEWHERE = "1-5, 1 is best"
SCHOOLS = ("Lakeside College", "Universitas Brix", "Port Saint Anne")
COMPLETE, SHORT = 10, 16  # students who have exactly what is asked, and who lack one course
# Fields whose words may differ between a trap and its plain saying without meaning another thing.
SPELT = ("id", "student", "course", "equals", "credits", "unit", "grade", "scale", "status",
         "replaces", "term", "title")  # fmt: skip
STATES = ("status", "grade")  # those of them that say what became of a row

HEADER = '''"""Exports for the applications to graduate in summer 2025, as they came.

STUDENTS      from {registrar}
    id, name, program
COURSES       from the catalogue
    code, title, credits, formerly (an earlier code), same_as (the code of a cross-listed course)
REQUIREMENTS  from the catalogue
    id, program, name, credits (at least), courses (that count towards it; any where none is named)
RECORDS       from {registrar}
    id, student, course, term, credits, grade, status, replaces (the id of another record)
TRANSFERS     from the transfer office
    id, student, school, equals (the course here), credits, unit, grade, scale
"""'''

ORDERS = {
    "STUDENTS": lambda row: row["id"],
    "COURSES": lambda row: row["code"],
    "REQUIREMENTS": lambda row: row["id"],
    "RECORDS": lambda row: (row["term"], row["student"]),
    "TRANSFERS": lambda row: row["school"],
}
PARTS = (("core", 6, 6), ("methods", 4, 3), ("options", 10, 3))  # of a program: offered, asked for


def number(chance):
    return "".join(chance.choices("0123456789", k=8))


def record(rows, chance, key, student, course, term=None, **more):
    """A course that was taken and passed."""
    row = {
        "id": "R" + number(chance),
        "student": student,
        "course": course,
        "term": term or chance.choice(TERMS),
        "credits": credit(rows, course),
        "grade": chance.choice(GRADES),
        "status": "final",
        "replaces": "",
    }
    rows.add("RECORDS", key, row | more)


def transfer(rows, chance, key, student, course, **more):
    row = {
        "id": "T" + number(chance),
        "student": student,
        "school": chance.choice(SCHOOLS),
        "equals": course,
        "credits": credit(rows, course),
        "unit": "semester",
        "grade": chance.choice(GRADES),
        "scale": "A-F",
    }
    rows.add("TRANSFERS", key, row | more)


def credit(rows, course):
    return rows["course " + course]["credits"]


def beside(rows, victim):
    """The record of a student who lacks a course that is of the same part as that course."""
    place, course = victim.split()
    part = next(row["courses"] for _, row in rows.of("REQUIREMENTS") if course in row["courses"])
    id = rows[f"s{place}"]["id"]
    return next(
        key
        for key, row in rows.of("RECORDS")
        if row["student"] == id and row["course"] in part and key.startswith("r")
    )


def spare_course(rows, chance, student):
    """A course that counts towards nothing and that a student does not have."""
    has = {row["course"] for _, row in rows.of("RECORDS") if row["student"] == student}
    wide = [key.split()[1] for key, row in rows.of("COURSES") if row["title"].endswith("Abroad")]
    return chance.choice([course for course in wide if course not in has])


def clean(seed):
    chance = Random(f"degrees {seed}")
    rows = Rows(chance.choice(SKINS), TABLES)
    programs = _catalogue(rows, chance)
    _students(rows, chance, programs)
    return rows


def _catalogue(rows, chance):
    """Two programs, the second of which shares nothing with the first."""
    prefixes = rows.skin["prefixes"].split()
    programs = {}
    serial = 10
    for program, pair in (("BSc", prefixes[:2]), ("BA", prefixes[2:])):
        parts = {}
        for part, offered, asked in PARTS:
            codes = []
            for _ in range(offered):
                serial += chance.randint(1, 4)
                code = f"{chance.choice(pair)}{100 + serial}"
                title = f"{chance.choice(WORDS.split())} of {chance.choice(MATTERS)}"
                _course(rows, code, title, "5.0" if part != "methods" else "6.0")
                codes.append(code)
            parts[part] = codes
            size = 6 if part == "methods" else 5
            row = {
                "id": f"{program}-{part}",
                "program": program,
                "name": part.capitalize(),
                "credits": f"{asked * size}.0",
                "courses": sorted(codes),
            }
            rows.add("REQUIREMENTS", f"req {program} {part}", row)
        whole = sum(asked * (6 if part == "methods" else 5) for part, _, asked in PARTS)
        row = {"id": f"{program}-total", "program": program, "name": "Total"}
        total = row | {"credits": f"{whole}.0", "courses": []}
        rows.add("REQUIREMENTS", f"req {program} total", total)
        last = parts["options"].pop()  # nobody takes it
        rows.edit("course " + last, title=READING)
        programs[program] = parts
    for number in range(901, 931):
        _course(rows, f"{chance.choice(prefixes)}{number}", "A Term Abroad", "5.0")
    return programs


def _course(rows, code, title, credits):
    row = {"code": code, "title": title, "credits": credits, "formerly": "", "same_as": ""}
    rows.add("COURSES", "course " + code, row)


def _students(rows, chance, programs):
    ids = sorted(chance.sample(range(300, 900), COMPLETE + SHORT))
    names = [
        f"{first} {last}"
        for first, last in zip(
            chance.sample(FIRST.split(), len(ids)),
            chance.choices(LAST.split(), k=len(ids)),
            strict=True,
        )
    ]
    kinds = ["full"] * COMPLETE + ["short"] * SHORT
    chance.shuffle(kinds)
    for place, (id, name, kind) in enumerate(zip(ids, names, kinds, strict=True)):
        student = f"{id:05}"
        program = chance.choice(("BSc", "BA"))
        rows.add("STUDENTS", f"s{place}", {"id": student, "name": name, "program": program})
        taken = []
        for part, _, asked in PARTS:
            taken += [(part, code) for code in chance.sample(programs[program][part], asked)]
        moved = chance.choice([code for part, code in taken if part == "core"])
        victim = chance.choice([code for part, code in taken if part == "options"])
        for _, code in taken:
            if code == victim and kind == "short":
                continue
            if code == moved:
                other = {"scale": ELSEWHERE, "grade": "1.7"} if chance.random() < 0.2 else {}
                transfer(rows, chance, f"t{place}", student, code, **other)
            else:
                record(rows, chance, f"r{place} {code}", student, code)
        rows.spare.setdefault(kind, []).append(f"{place} {victim}")
        if chance.random() < 0.6:  # of no consequence: it counts towards nothing, or for nothing
            idle = spare_course(rows, chance, student)
            status, grade = chance.choice((("withdrawn", "W"), ("enrolled", ""), ("audit", "AU"),
                                           ("final", "F")))  # fmt: skip
            term = NOW if status == "enrolled" else None
            record(rows, chance, f"x{place}", student, idle, term, credits="0.0", grade=grade,
                   status=status)  # fmt: skip
    for keys in rows.spare.values():
        chance.shuffle(keys)
