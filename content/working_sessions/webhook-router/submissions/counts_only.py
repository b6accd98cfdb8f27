"""Four numbers for the status page."""
import data

arrived = {a["event"] for a in data.ATTEMPTS if a["code"].startswith("2")}
print("events:", len(data.EVENTS))
print("attempts:", len(data.ATTEMPTS))
print("arrived:", len(arrived))
print("outstanding:", len(data.EVENTS) - len(arrived))
