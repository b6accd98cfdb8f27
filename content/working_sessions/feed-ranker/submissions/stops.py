"""Begun, and not finished: reads the dates, and looks up a table that is not there."""
from datetime import datetime

import data

for post in data.POSTS:
    print(post["id"], datetime.utcfromtimestamp(post["at"]).date())
print(len(data.READERS))
