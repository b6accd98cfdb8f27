"""Matches by number, else by name and amount; prints who to call and a JSON summary at the end."""
import json
import logging
from data import *

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("close")
names = {c["id"]: c["name"].upper() for c in CUSTOMERS}
todo = {}
for i in INVOICES:
    if i["status"] == "void":
        log.info("skip void %s", i["number"])
        continue
    todo[i["number"]] = {"customer": names[i["customer"]], "left": int(round(float(i["total"]) * 100)), "currency": i["currency"]}


def settle(number, cents):
    todo[number]["left"] -= cents


def guess(who, cents):
    for number, t in todo.items():
        if t["left"] == cents and t["customer"] == who:
            return number
    return None


loose = 0
for p in PAYMENTS:
    if p["status"] != "succeeded":
        continue
    cents = p["amount"] if p["kind"] == "charge" else -p["amount"]
    number = p["reference"] if p["reference"] in todo else guess(p["payer"].upper(), cents)
    if number:
        settle(number, cents)
    else:
        loose += cents
        log.info("loose %s %s", p["id"], cents)
for b in BANK:
    cents = int(round(float(b["amount"].replace(",", "").replace(" ", "")) * 100))
    number = next((n for n in todo if b["text"].endswith(n)), None)
    if number:
        settle(number, cents)
    else:
        loose += cents
        log.info("loose bank %s %s", b["text"], cents)
calls = {}
for number, t in todo.items():
    if t["left"] > 0:
        calls.setdefault(t["customer"], []).append(number)
for who in sorted(calls):
    log.info("call %s about %s", who, ", ".join(calls[who]))
print(json.dumps({"open": sum(t["left"] > 0 for t in todo.values()), "over": sum(t["left"] < 0 for t in todo.values()), "loose": loose}))
