"""One module a drill."""
