"""Everything by key. Stops where a key is not there, which is what I want of a tool like this."""
import data

routes = {(r["tenant"], r["pattern"]): r for r in data.ROUTES}
events = {e["id"]: e for e in data.EVENTS}
arrived = {a["event"] for a in data.ATTEMPTS if a["code"] == "200"}
for id in sorted(events):
    e = events[id]
    route = routes[e["tenant"], e["type"]]
    if id not in arrived:
        print(id, route["id"], route["target"])
