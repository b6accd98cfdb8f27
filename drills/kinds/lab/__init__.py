"""The lab: an assistant suggests, the person accepts, edits or rejects, and says why."""
