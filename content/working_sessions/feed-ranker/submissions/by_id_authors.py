"""Posts and followers of each author, by id; follows that ended do not count."""
from collections import Counter

import data

posts = Counter(p["author"] for p in data.POSTS if p["status"] == "live")
followers = Counter(f["author"] for f in data.FOLLOWS if f["until"] == "")
for a in sorted(data.AUTHORS, key=lambda a: a["id"]):
    print(f"{a['id']}: {posts[a['id']]} posts, {followers[a['id']]} followers")
