"""Hostile submissions by kind, and what proves from outside that each was stopped."""
