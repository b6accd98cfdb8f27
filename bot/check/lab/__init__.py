"""Labs: the table of their results, and the gate that every task must pass."""
