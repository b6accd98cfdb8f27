"""For the script that sends again."""
import json

import data

out = {}
for route in data.ROUTES:
    if route["state"] != "on":
        continue
    due = [
        e for e in data.EVENTS if (e["tenant"], e["type"]) == (route["tenant"], route["pattern"])
    ]
    ok = {
        a["event"]
        for a in data.ATTEMPTS
        if a["route"] == route["id"]
        and 200 <= int(a["code"]) < 300
        and not a["answer"].startswith("error")
    }
    out[route["id"]] = {
        "target": route["target"],
        "due": len(due),
        "arrived": sum(e["id"] in ok for e in due),
        "send": sorted(e["id"] for e in due if e["id"] not in ok),
    }
print(json.dumps(out, indent=1))
