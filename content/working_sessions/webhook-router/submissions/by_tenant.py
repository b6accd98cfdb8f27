"""A table for support: what each tenant is still to get."""
from collections import Counter

import data


def plain(text):
    return text.strip().lower()


wanted = {(plain(r["tenant"]), plain(r["pattern"])) for r in data.ROUTES}
done = {a["event"] for a in data.ATTEMPTS if a["code"] in ("200", "204")}
got, waiting = Counter(), Counter()
for e in {e["id"]: e for e in data.EVENTS}.values():
    if (plain(e["tenant"]), plain(e["type"])) in wanted:
        (got if e["id"] in done else waiting)[plain(e["tenant"])] += 1
print(f"{'tenant':<16}{'arrived':>8}{'waiting':>8}")
for tenant in sorted(t["id"] for t in data.TENANTS):
    print(f"{tenant:<16}{got[tenant]:>8}{waiting[tenant]:>8}")
