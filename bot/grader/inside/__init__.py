"""What runs inside the sandbox: the standard library alone, nothing from outside this folder."""
