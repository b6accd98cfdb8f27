"""The schema's history, by Alembic: one module a revision in `versions`, numbered 0001, 0002, ...

A released revision is never changed. A new one is written by hand, its number becomes `HEAD`, and
`tests/storage` compares what all of them build with the tables.
"""

HEAD = "0004"  # what the code of this version reads and writes
