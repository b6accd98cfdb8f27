"""Order alone: best quality first, no number shown. Live posts only."""
import data

live = [p for p in data.POSTS if p["status"] == "live"]
live.sort(key=lambda p: (-p["quality"], p["id"]))
print("All posts, best first")
for post in live:
    print(post["id"])
