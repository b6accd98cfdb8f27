"""Tables, the store (one method, one transaction) and migrations."""
