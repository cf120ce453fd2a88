"""Messages of Slack as people read them: mentions by name, links by their text."""

import re
from collections.abc import Iterable, Mapping

_MARKUP = re.compile(r"<([@#!]?)([^<>|]+)(?:\|([^<>]*))?>")
_PERSON = re.compile(r"<@([UW][A-Z0-9]+)")
_CHANNEL = re.compile(r"<#(C[A-Z0-9]+)\|?>")
_ESCAPED = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))


def mentioned(texts: Iterable[str]) -> set[str]:
    """The ids of the people who are mentioned."""
    return {user for text in texts for user in _PERSON.findall(text)}


def channels(texts: Iterable[str]) -> set[str]:
    """The ids of the channels that are mentioned without their names."""
    return {channel for text in texts for channel in _CHANNEL.findall(text)}


def as_read(text: str, names: Mapping[str, str]) -> str:
    """A message's text as Slack stores it, as its screen shows it; `names` by id."""
    shown = _MARKUP.sub(lambda match: _shown(match, names), text)
    for escaped, character in _ESCAPED:
        shown = shown.replace(escaped, character)
    return shown


def _shown(match: re.Match[str], names: Mapping[str, str]) -> str:
    sign, what, label = match[1], match[2], match[3] or ""
    if sign == "@":
        return f"@{names.get(what) or label or what}"
    if sign == "#":
        return f"#{label or names.get(what) or what}"
    if sign == "!":  # a date or a user group have a label, @here and its like need none
        return label or f"@{what.partition('^')[0]}"
    return label or what.removeprefix("mailto:")
