"""Drills in a Discord server."""
