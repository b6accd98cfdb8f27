"""Breaks off where the two offices do not agree."""
import data

names = {s["id"]: s["name"] for s in data.STUDENTS}
codes = {c["code"]: float(c["credits"]) for c in data.COURSES}
total = dict.fromkeys(names, 0.0)
for r in data.RECORDS:
    if r["status"] == "final" and r["grade"] != "F":
        total[r["student"]] += codes[r["course"]]
for t in data.TRANSFERS:
    total[t["student"]] += float(t["credits"])
for id, credits in total.items():
    print(names[id], credits)
