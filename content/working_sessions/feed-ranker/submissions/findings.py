"""No feeds yet: what I would want somebody to look into first."""
from collections import Counter

import data

ids = Counter(e["id"] for e in data.EVENTS)
for id in sorted(i for i, n in ids.items() if n > 1):
    print(f"event {id} stands in the log more than once")
for p in data.POSTS:
    if p["repost_of"]:
        print(f"post {p['id']} repeats {p['repost_of']}")
    if p["status"] != "live":
        print(f"post {p['id']} is {p['status']}")
    if p["at"] > 1748844000:
        print(f"post {p['id']} has a time after the export")
    if p["quality"] > 1:
        print(f"post {p['id']} has quality {p['quality']}")
for f in data.FOLLOWS:
    if f["until"]:
        print(f"follow {f['id']} has an end")
print(len(data.POSTS), "posts,", len(ids), "events")
