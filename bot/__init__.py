"""Signoff: people in charge of LangGraph runs, in Slack."""
