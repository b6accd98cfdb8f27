"""A paragraph a student, as the dean's office would write it."""
import re

import data

NAMES = {re.sub(r"\W", "", c["code"]).upper(): c for c in data.COURSES}
OLD = {c["formerly"]: c["code"] for c in data.COURSES if c["formerly"]}


def plain(code):
    code = re.sub(r"[\W_]", "", code).upper()
    return OLD.get(code, code)


def earned(student):
    got = {}
    for r in data.RECORDS:
        if r["student"] == student and r["status"] == "final" and r["grade"] != "F":
            code = plain(r["course"])
            if code in NAMES:
                got[code] = float(NAMES[code]["credits"])
    for t in data.TRANSFERS:
        if t["student"].zfill(5) == student:
            code = plain(t["equals"])
            factor = 2 / 3 if t["unit"] == "quarter" else 1
            got.setdefault(code, float(t["credits"]) * factor)
    return got


for s in data.STUDENTS:
    got = earned(s["id"])
    lacks = []
    for r in data.REQUIREMENTS:
        if r["program"] == s["program"]:
            have = sum(c for code, c in got.items() if not r["courses"] or code in r["courses"])
            if have + 0.01 < float(r["credits"]):
                lacks.append(f"{float(r['credits']) - have:.1f} credits of {r['name']}")
    if lacks:
        print(f"{s['name']} ({s['id']}) cannot graduate yet: {' and '.join(lacks)} are missing.")
    else:
        print(f"{s['name']} ({s['id']}) has everything that the degree asks for.")
