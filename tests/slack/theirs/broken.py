"""A graph that fails while it is loaded."""

raise RuntimeError("no such model")
