"""Bolt listeners: take apart, call one use case, answer."""
