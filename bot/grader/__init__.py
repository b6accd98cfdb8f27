"""Grading: the referee, which is trusted, and the sandbox, where submitted code runs."""
