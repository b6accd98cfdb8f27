"""graduates.csv for the dean, problems.csv for the office."""
import csv

import data

codes = {c["code"] for c in data.COURSES}
students = {s["id"]: s for s in data.STUDENTS}
problems, seen, earned = [], set(), {}

for r in data.RECORDS:
    if r["id"] in seen:
        problems.append((r["id"], "twice in the export"))
        continue
    seen.add(r["id"])
    if r["course"] not in codes:
        problems.append((r["id"], f"no such course: {r['course']}"))
        continue
    if r["status"] == "enrolled" and r["credits"] != "0.0":
        problems.append((r["id"], "not finished"))
        continue
    if r["status"] != "final" or r["grade"] == "F":
        continue
    try:
        amount = float(r["credits"])
    except ValueError:
        problems.append((r["id"], f"credits {r['credits']!r}"))
        continue
    earned.setdefault(r["student"], []).append((r["course"], amount))
for t in data.TRANSFERS:
    if t["student"] not in students:
        problems.append((t["id"], f"no such student: {t['student']}"))
    elif t["unit"] != "semester":
        problems.append((t["id"], f"in {t['unit']} credits"))
    else:
        earned.setdefault(t["student"], []).append((t["equals"], float(t["credits"])))

with open("graduates.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["id", "name", "graduates"])
    for s in data.STUDENTS:
        ok = all(
            sum(c for k, c in earned.get(s["id"], []) if not r["courses"] or k in r["courses"])
            >= float(r["credits"])
            for r in data.REQUIREMENTS
            if r["program"] == s["program"]
        )
        out.writerow([s["id"], s["name"], "yes" if ok else "no"])
with open("problems.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["row", "problem"])
    out.writerows(problems)
print(len(problems), "problems")
