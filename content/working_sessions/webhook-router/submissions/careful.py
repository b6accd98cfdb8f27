"""What is settled is settled by a rule; what is not is listed by its row."""
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime

import data


@dataclass(frozen=True)
class Event:
    id: str
    tenant: str
    type: str
    at: datetime


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(UTC)


MERGED = {t["id"]: t["merged_into"] for t in data.TENANTS if t["merged_into"]}
TENANTS = {t["id"] for t in data.TENANTS}
look = []


def tenant_of(row):
    tenant = row["tenant"].strip().lower()
    tenant = MERGED.get(tenant, tenant)
    if tenant not in TENANTS:
        look.append(f"{row['id']}: unknown tenant {row['tenant']!r}")
    return tenant


def events():
    back = {row["refers_to"] for row in data.EVENTS if row["type"] == "event.withdrawn"}
    unique = {row["id"]: row for row in data.EVENTS}
    for row in unique.values():
        if row["type"] == "event.withdrawn" or row["id"] in back:
            continue
        if row["redelivery_of"] in unique or row["mode"] != "live":
            continue
        yield Event(row["id"], tenant_of(row), row["type"].lower(), moment(row["occurred"]))


tries = defaultdict(list)
for a in data.ATTEMPTS:
    tries[a["event"]].append(a)
routes = defaultdict(list)
for r in data.ROUTES:
    if r["state"] == "on":
        routes[MERGED.get(r["tenant"], r["tenant"]), r["pattern"]].append(r)

arrived, outstanding = 0, []
for e in sorted(events(), key=lambda e: (e.tenant, e.at)):
    for r in routes[e.tenant, e.type]:
        if e.at < moment(r["from"]):
            continue
        mine = [a for a in tries[e.id] if a["target"] == r["target"]]
        good = [a for a in mine if a["code"] in ("200", "201", "204")]
        if any(not a["answer"].startswith("error") for a in good):
            arrived += 1
            continue
        if any(a["code"] == "202" for a in mine):
            look.append(f"{e.id}: accepted at {r['target']}, and nothing is known since")
            continue
        outstanding.append((e.tenant, e.id, r["target"]))

print("arrived:", arrived)
print("to be sent:")
for tenant, id, target in outstanding:
    print(f"  {tenant}  {id}  {target}")
print("to look into first:")
for line in sorted(set(look)):
    print(f"  {line}")
