"""Messages: what an app sent as Slack keeps it, and how apps and people read it."""
