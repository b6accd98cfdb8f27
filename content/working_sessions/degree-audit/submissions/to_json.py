"""Machine readable."""
import json
from decimal import Decimal

import data

out = {}
for s in data.STUDENTS:
    rows = [
        (r["course"], Decimal(r["credits"].replace(",", ".")))
        for r in data.RECORDS
        if r["student"] == s["id"] and r["status"] in ("final", "audit")
    ]
    rows += [
        (t["equals"], Decimal(t["credits"])) for t in data.TRANSFERS if t["student"] == s["id"]
    ]
    parts = {}
    for q in data.REQUIREMENTS:
        if q["program"] == s["program"]:
            got = sum((c for course, c in rows if not q["courses"] or course in q["courses"]), Decimal(0))
            parts[q["name"]] = {"earned": str(got), "required": q["credits"], "ok": got >= Decimal(q["credits"])}
    out[s["id"]] = {"name": s["name"], "graduates": all(p["ok"] for p in parts.values()), "parts": parts}
print(json.dumps(out, indent=1))
