"""Clicks of each author, by name, most clicked first."""
from collections import Counter

import data

name = {a["id"]: a["name"] for a in data.AUTHORS}
post = {p["id"]: p["author"] for p in data.POSTS}
clicks = Counter()
for e in data.EVENTS:
    if e["kind"] == "click":
        clicks[name[post[e["post"]]]] += 1
for who, n in sorted(clicks.items(), key=lambda x: (-x[1], x[0])):
    print(f"{who}: {n} clicks")
