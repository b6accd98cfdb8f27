"""The rules of every drill: pure, without I/O, a clock or a vendor package."""
