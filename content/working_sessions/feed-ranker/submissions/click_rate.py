"""One list of all posts by click rate, from the log."""
from collections import Counter

import data

shown, clicked = Counter(), Counter()
for event in data.EVENTS:
    (shown if event["kind"] == "impression" else clicked)[event["post"]] += 1
names = {a["id"]: a["name"] for a in data.AUTHORS}
rows = []
for post in data.POSTS:
    rate = clicked[post["id"]] / shown[post["id"]] if shown[post["id"]] else 0
    rows.append((rate, post["id"], names[post["author"]]))
for rate, id, name in sorted(rows, reverse=True):
    print(f"{id} by {name}: {rate:.3f}")
