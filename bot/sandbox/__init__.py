"""A local Slack workspace, strict as the real one. It knows nothing of the bot."""
