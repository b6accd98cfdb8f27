"""Everything in order of time, one line each."""
import data

for r in sorted(data.RECORDS, key=lambda r: (r["term"], r["student"], r["course"])):
    print(r["term"], r["student"], r["course"], r["credits"])
