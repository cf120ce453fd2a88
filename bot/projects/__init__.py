"""Other people's graphs: `langgraph.json` files and entry points become workflows.

A graph that cannot be offered is a `Trouble` with its place and what to do; the others run.
"""
