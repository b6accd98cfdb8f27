"""A line a post: its age in whole days and its clicks, the most clicked first; one row an event."""
from collections import Counter

import data

NOW = 1748844000
clicks = Counter()
for id, post in {(e["id"], e["post"]) for e in data.EVENTS if e["kind"] == "click"}:
    clicks[post] += 1
live = [p for p in data.POSTS if p["status"] == "live" and p["at"] <= NOW]
for p in sorted(live, key=lambda p: (-clicks[p["id"]], p["id"])):
    print(f"{p['id']}: {clicks[p['id']]} clicks, {(NOW - p['at']) // 86400} days old")
