"""A feed for each reader, and what was left out of it and why.

Order: quality, halved every three days, times one plus the click rate of the log.
"""
from collections import Counter, defaultdict
from dataclasses import dataclass

import data

NOW = 1748844000


@dataclass(frozen=True)
class Post:
    id: str
    author: str
    at: float
    quality: float
    title: str


people, person_of, accounts = {}, {}, defaultdict(set)
for row in data.AUTHORS:
    who = (row["name"], row["contact"])
    person_of[row["id"]] = people.setdefault(who, row["id"])
    accounts[person_of[row["id"]]].add(row["account"])

posts, seen = {}, set()
for row in sorted(data.POSTS, key=lambda r: (r["at"], r["id"])):
    at = row["at"] / 1000 if row["at"] > 10**11 else row["at"]
    quality = row["quality"] / 100 if row["quality"] > 1 else row["quality"]
    author = person_of[row["author"]]
    if row["status"] != "live" or row["repost_of"] or at > NOW:
        continue
    if (author, row["title"]) in seen:
        continue
    seen.add((author, row["title"]))
    posts[row["id"]] = Post(row["id"], author, at, quality, row["title"])

shown, clicked = Counter(), Counter()
events = {row["id"]: row for row in data.EVENTS}
for row in events.values():
    post = posts.get(row["post"])
    if post is None or "Headless" in row["agent"] or row["account"] in accounts[post.author]:
        continue
    (shown if row["kind"] == "impression" else clicked)[post.id] += 1


def score(post):
    rate = clicked[post.id] / max(shown[post.id], 1)
    return post.quality * 0.5 ** ((NOW - post.at) / 259200) * (1 + rate)


readers = defaultdict(set)
for row in data.FOLLOWS:
    if not row["until"] or row["until"] > "2025-06-02":
        readers[row["reader"]].add(person_of[row["author"]])
for reader in sorted(readers):
    print(f"Reader {reader}")
    for post in sorted(posts.values(), key=score, reverse=True):
        if post.author in readers[reader]:
            print(f"  {post.id} {post.author} {score(post):.4f}")
