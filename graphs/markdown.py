"""A model's Markdown as it may be used: without a fence around it, without a title of its own."""

import regex

_TITLE = regex.compile(r"^\s*(?:#\s[^\n]*(?:\n+|$))+")
_FENCE = regex.compile(r"^\s*```(?:markdown|md)?\s*\n(.*?)\n?```\s*$", regex.DOTALL)


def body(text: str) -> str:
    """The text without a fence around it and without a title: titles are ours."""
    fenced = _FENCE.match(text)
    return _TITLE.sub("", fenced[1] if fenced else text).strip()
