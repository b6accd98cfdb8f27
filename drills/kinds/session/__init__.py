"""The working session: an open build on messy rows, then a walkthrough of what was decided."""
