"""The newest posts of those whom a reader follows: the feed as it is today."""
import data

for reader in sorted({f["reader"] for f in data.FOLLOWS}):
    followed = {f["author"] for f in data.FOLLOWS if f["reader"] == reader}
    print(f"feed of {reader}")
    posts = [p for p in data.POSTS if p["author"] in followed]
    for post in sorted(posts, key=lambda p: -p["at"]):
        print(post["id"], post["author"])
