"""feeds.json: for each reader the ids, best first; the log without machines and own clicks."""
import json
from collections import Counter

import data

account = {a["id"]: a["account"] for a in data.AUTHORS}
author = {p["id"]: p["author"] for p in data.POSTS}
clicks = Counter()
for e in data.EVENTS:
    if e["kind"] != "click" or e["agent"].startswith("Headless"):
        continue
    if e["post"] in author and account[author[e["post"]]] == e["account"]:
        continue
    clicks[e["post"]] += 1
feeds = {}
for f in data.FOLLOWS:
    if f["until"]:
        continue
    mine = [p for p in data.POSTS if p["author"] == f["author"] and p["status"] == "live"]
    feeds.setdefault(f["reader"], []).extend(mine)
out = {}
for reader, posts in sorted(feeds.items()):
    posts.sort(key=lambda p: (-clicks[p["id"]], p["id"]))
    out[reader] = [{"post": p["id"], "clicks": clicks[p["id"]]} for p in posts]
with open("feeds.json", "w") as file:
    json.dump(out, file, indent=1)
print("written", len(out), "feeds")
