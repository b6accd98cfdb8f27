"""The terminal as a platform: a line conversation beside a folder of real files."""
