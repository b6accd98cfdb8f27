"""A paragraph a tenant, with what is missing and why it is."""
import data

back = {e["refers_to"] for e in data.EVENTS if e["type"] == "event.withdrawn"}
attempts = {}
for a in sorted(data.ATTEMPTS, key=lambda a: a["at"]):
    attempts.setdefault(a["event"], []).append(a["code"])
for t in data.TENANTS:
    lines = []
    seen = set()
    for r in [r for r in data.ROUTES if r["tenant"] == t["id"]]:
        for e in data.EVENTS:
            if e["tenant"] != t["id"] or e["type"] != r["pattern"] or e["id"] in seen:
                continue
            if e["mode"] != "live" or e["id"] in back or e["occurred"] < r["from"]:
                continue
            seen.add(e["id"])
            codes = attempts.get(e["id"], [])
            if "200" not in codes:
                why = f"tried {len(codes)} times, at last {codes[-1]}" if codes else "never tried"
                lines.append(f"  {e['type']} {e['id']} of {e['occurred'][:10]}: {why}")
    print(f"{t['name']} was not sent {len(lines)} events.")
    print("\n".join(lines))
