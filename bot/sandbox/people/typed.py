"""What people type, as Slack passes it on: escaped, with live mentions where it resolves them."""

import re
from typing import Final

from bot.sandbox.markup import escape
from bot.sandbox.state.records import ChannelKind
from bot.sandbox.state.world import World

_NAME: Final = re.compile(r"(?<![\w@#/.])([@#])([\w-][\w.-]*)")
_BROADCASTS: Final = frozenset({"channel", "here", "everyone"})
_NAMED: Final = frozenset({ChannelKind.PUBLIC, ChannelKind.PRIVATE})
_LINK: Final = re.compile(r"https?://[^\s<>|]+")


def in_message(world: World, text: str) -> str:
    """The text of a message: people, channels and @channel become mentions."""
    return _NAME.sub(lambda match: _mention(world, match, labelled=False), escape(text))


def in_command(world: World, text: str, *, should_escape: bool) -> str:
    """The text of a slash command.

    With `should_escape` people, channels and links come as markup, people and channels with
    their names; without, it stays as typed (but for `&`, `<` and `>`).
    """
    escaped = escape(text)
    if not should_escape:
        return escaped
    named = _NAME.sub(lambda match: _mention(world, match, labelled=True), escaped)
    return _LINK.sub(lambda match: f"<{match.group()}>", named)


def _mention(world: World, match: re.Match[str], *, labelled: bool) -> str:
    mark, name = match.groups()
    known = _people(world) if mark == "@" else _channels(world)
    # A full stop or hyphen at the end belongs to the sentence, if nobody is called like that.
    word = next((w for w in (name, name.rstrip(".-")) if w in known or w in _BROADCASTS), "")
    if not word:
        return match.group()
    rest = name[len(word) :]
    if word not in known:
        return f"<!{word}>{rest}" if mark == "@" and not labelled else match.group()
    return f"<{mark}{known[word]}{'|' + word if labelled else ''}>{rest}"


def _people(world: World) -> dict[str, str]:
    return {person.name: person.id for person in world.people.values()}


def _channels(world: World) -> dict[str, str]:
    return {c.name: c.id for c in world.channels.values() if c.kind in _NAMED}
