"""What the workspace holds in memory: people, messages, views, permissions, and what happened."""
