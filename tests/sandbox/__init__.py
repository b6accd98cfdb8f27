"""The sandbox itself: its tables, its processes, its choice of a rung."""
