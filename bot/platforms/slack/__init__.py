"""Slack: drills in the threads of a team's practice channels."""
