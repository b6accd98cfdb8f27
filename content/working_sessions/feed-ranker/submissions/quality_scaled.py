"""Order alone: quality brought to one scale, originals only."""
import data

posts = []
for p in data.POSTS:
    q = p["quality"]
    if q > 1:
        q = q / 100
    if p["repost_of"] == "":
        posts.append((q, p["id"]))
print("Best first")
for q, id in sorted(posts, reverse=True):
    print(id)
