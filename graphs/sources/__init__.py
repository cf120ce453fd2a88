"""Where graphs look things up: a folder of documents, the web, or both, behind one protocol."""

from graphs.sources.protocol import Found, Page, Source, SourceError

__all__ = ["Found", "Page", "Source", "SourceError"]
