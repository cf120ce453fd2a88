"""Tags of HTML that would hold a parser: their attributes take it time that is squared."""

import regex

# As parsers take tags apart, each beginning for itself; the last kind is what they skip.
_ATTRIBUTE = r"""(?:[\s/]*+[^\s"'<>/=]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'<>][^\s<>]*+)?+)?+
|[\s/]*+["'=][^\s<>/]*+)"""
_TANGLED = regex.compile(
    rf"<(?=[A-Za-z])(?![A-Za-z][^\s/<>]*+{_ATTRIBUTE}{{0,100}}+[\s/]*+>)", regex.VERBOSE
)
"""Where a tag begins that never ends, or that has over 100 attributes: their time is squared."""


def untangled(page: str) -> str:
    """The page with such a beginning of a tag as text."""
    return _TANGLED.sub("&lt;", page)
