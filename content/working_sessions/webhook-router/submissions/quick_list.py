"""What to send again."""
import data

for e in data.EVENTS:
    for r in data.ROUTES:
        if r["tenant"] == e["tenant"] and r["pattern"] == e["type"]:
            if not any(a["event"] == e["id"] and a["code"] == "200" for a in data.ATTEMPTS):
                print("resend", e["id"], "to", r["target"])
