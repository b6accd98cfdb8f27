"""Slack as the bot meets it: a workspace's state behind its Web API, Socket Mode and webhooks."""
