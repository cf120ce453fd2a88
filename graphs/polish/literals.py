"""What is no prose in a text: links, code, mentions, identifiers. Nobody may polish these."""

import regex

_CODE = r"```.*?(?:```|\Z)|`[^`\n]+`"
_LINK = r"(?:https?://|www\.|mailto:)[^\s<>|，。；！？、）】》”`]*[^\s<>|，。；！？、）】》”`.,;:!?)\]}'\"]"
_SLACK = r"<[@#!][^<>\n]*>|<(?:https?|mailto):[^<>\n]*>"
_MAIL = r"(?<![A-Za-z0-9.+_-])[A-Za-z0-9.+_-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+"
_MENTION = r"(?<![\w/])[@#][\p{L}\p{N}_][\p{L}\p{N}_.-]*(?<![.-])"
_EMOJI = r":[a-z][a-z0-9_+-]*:"
_PATH = r"(?<![\w<])(?:\.{0,2}/)(?:[\w.-]+/)*[\w-]+(?:\.\w+)*"
# snake_case, file.ext, camelCase, and what has digits among its letters: v2, Q3, B2B.
_IDENTIFIER = (
    r"(?<![A-Za-z0-9_])(?:[A-Za-z0-9]*_[A-Za-z0-9_]+|[a-z]+[A-Z][A-Za-z]*|[A-Za-z]+\d[A-Za-z0-9]*"
    r"|(?!(?:e\.g|i\.e)\b)[A-Za-z0-9_-]{1,80}(?:\.[a-z][a-z0-9]*)+)(?:\(\))?"
)
_LITERAL = regex.compile(
    f"{_CODE}|{_SLACK}|{_LINK}|{_MAIL}|{_MENTION}|{_EMOJI}|{_PATH}|{_IDENTIFIER}", regex.DOTALL
)
MASK = "\ufffc"
"""Stands for each character of a literal in `masked`."""


def literals(text: str) -> list[str]:
    """Every one, in order."""
    return [match[0] for match in _LITERAL.finditer(text)]


def masked(text: str) -> str:
    """The text with a mark for each of their characters: as long, and without them."""
    return _LITERAL.sub(lambda match: MASK * len(match[0]), text)
