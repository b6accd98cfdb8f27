"""resend.csv for the sender; odd.csv for a person."""
import csv
from datetime import datetime

import data


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


odd, resend, seen = [], [], set()
tenants = {t["id"] for t in data.TENANTS}
routes = {(r["tenant"], r["pattern"]): r for r in data.ROUTES}
codes = {}
for a in data.ATTEMPTS:
    codes.setdefault(a["event"], []).append(int(a["code"]))
for e in data.EVENTS:
    if e["id"] in seen:
        odd.append((e["id"], "is there more than once"))
        continue
    seen.add(e["id"])
    if e["tenant"] not in tenants:
        odd.append((e["id"], f"tenant {e['tenant']!r} is not in the register"))
        continue
    route = routes.get((e["tenant"], e["type"]))
    if route is None:
        odd.append((e["id"], f"nobody asked for {e['type']}"))
        continue
    if moment(e["occurred"]) < moment(route["from"]):
        continue
    tried = codes.get(e["id"], [])
    if any(200 <= code < 300 and code != 202 for code in tried):
        continue
    if 202 in tried:
        odd.append((e["id"], "was queued by the receiver"))
        continue
    resend.append((e["id"], route["target"]))
for name, rows in (("resend.csv", resend), ("odd.csv", odd)):
    with open(name, "w", newline="") as file:
        csv.writer(file).writerows(rows)
print(len(resend), "to send again,", len(odd), "to look at")
