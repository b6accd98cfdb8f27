"""Four numbers for the meeting."""
import data

events = {e["id"]: e for e in data.EVENTS}.values()
print("posts", len([p for p in data.POSTS if p["status"] != "deleted"]))
print("impressions in the log", sum(e["kind"] == "impression" for e in events))
print("clicks in the log", sum(e["kind"] == "click" for e in events))
print("clicks in the counters", sum(c["clicks"] for c in data.COUNTERS))
print("impressions in the counters", sum(int(c["impressions"]) for c in data.COUNTERS))
