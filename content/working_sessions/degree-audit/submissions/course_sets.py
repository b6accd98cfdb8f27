"""Each student's passed courses as a set, and what the catalogue says they are worth."""
from collections import defaultdict

import data

WORTH = {c["code"]: float(c["credits"]) for c in data.COURSES}
passed = defaultdict(set)
for r in data.RECORDS:
    if r["status"] == "final" and r["grade"] not in ("F", "W", "AU", ""):
        passed[r["student"]].add(r["course"])
for t in data.TRANSFERS:
    passed[t["student"]].add(t["equals"])

for s in sorted(data.STUDENTS, key=lambda s: s["name"]):
    mine = {c for c in passed[s["id"]] if c in WORTH}
    print(s["name"])
    for req in (r for r in data.REQUIREMENTS if r["program"] == s["program"]):
        counted = mine & set(req["courses"]) if req["courses"] else mine
        have = sum(WORTH[c] for c in counted)
        mark = "ok" if have >= float(req["credits"]) else "SHORT"
        print(f"   {req['name']:<8} {have:>5} of {req['credits']:>5} {mark}")
