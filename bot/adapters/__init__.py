"""Thin I/O: Redis, LangGraph, Slack, the job queue. No decisions in here."""
