"""Who is done, by adding up."""
import data

done = []
for s in data.STUDENTS:
    missing = []
    for req in data.REQUIREMENTS:
        if req["program"] != s["program"]:
            continue
        total = 0
        for r in data.RECORDS:
            if r["student"] == s["id"] and r["status"] == "final" and r["grade"] != "F":
                if not req["courses"] or r["course"] in req["courses"]:
                    total += float(r["credits"])
        for t in data.TRANSFERS:
            if t["student"] == s["id"]:
                if not req["courses"] or t["equals"] in req["courses"]:
                    total += float(t["credits"])
        if total < float(req["credits"]):
            missing.append(f"{req['name']} {total:g} of {req['credits']}")
    print(s["id"], s["name"], "-", "done" if not missing else "missing: " + ", ".join(missing))
