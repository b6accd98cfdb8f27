"""`drill check` for working sessions."""
