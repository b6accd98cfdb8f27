import json
from pathlib import Path

import data


def load():
    docs = {}
    for r in data.INVOICES:
        docs[r["number"]] = dict(r, received=0, notes=[])
    return docs


def apply_card(docs, left):
    for r in data.PAYMENTS:
        d = docs.get(r["reference"])
        if d is None:
            left.append({"row": r, "reason": "unknown reference"})
        elif r["status"] != "succeeded":
            d["notes"].append(r["status"])
        else:
            d["received"] += r["amount"] if r["kind"] == "charge" else -r["amount"]
            if r["currency"] != d["currency"]:
                d["notes"].append("paid in " + r["currency"])


def apply_bank(docs, left):
    for r in data.BANK:
        hit = [d for n, d in docs.items() if n in r["text"]]
        if len(hit) != 1:
            left.append({"row": r, "reason": f"{len(hit)} documents named"})
            continue
        try:
            hit[0]["received"] += round(float(r["amount"]) * 100)
        except ValueError:
            left.append({"row": r, "reason": "amount"})


docs, left = load(), []
apply_card(docs, left)
apply_bank(docs, left)
out = []
for n, d in docs.items():
    due = round(float(d["total"]) * 100)
    out.append({"number": n, "status": d["status"], "due": due, "received": d["received"], "ok": due == d["received"], "notes": ", ".join(d["notes"])})
Path("result.json").write_text(json.dumps({"documents": out, "left": left}, indent=1))
print(sum(d["ok"] for d in out), "ok,", len(left), "left over")
