"""Rank by the delivery network's counters."""
import data

rates = {}
for c in data.COUNTERS:
    rates[c["post"]] = c["clicks"] / c["impressions"]
for place, (post, rate) in enumerate(sorted(rates.items(), key=lambda x: (-x[1], x[0])), 1):
    print(f"{place}. {post} {rate:.3f}")
