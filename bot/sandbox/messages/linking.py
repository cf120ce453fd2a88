"""Names that become live mentions and links where an app asks for it: link_names, parse."""

import re
from collections.abc import Mapping
from typing import Final

from bot.sandbox.markup import CONTROL
from bot.sandbox.state.records import ChannelKind
from bot.sandbox.state.world import World

_NAME: Final = re.compile(r"(?<![\w&<@#/.])([@#])([a-z0-9][a-z0-9._-]*)")
_BROADCASTS: Final = frozenset({"channel", "here", "everyone"})
_YES: Final = frozenset({"true", "1"})


def wanted(fields: Mapping[str, object]) -> bool:
    """Whether the app asked for it: `link_names`, or `parse` with "full"."""
    return str(fields.get("link_names")).lower() in _YES or fields.get("parse") == "full"


def linked(text: str, world: World) -> str:
    """The text with every `@name` and `#name` that is known here as a live mention.

    Mentions and links that are there already stay as they are.
    """
    targets = _targets(world)
    parts, end = [], 0
    for match in CONTROL.finditer(text):
        parts += [_linked(text[end : match.start()], targets), match.group()]
        end = match.end()
    return "".join([*parts, _linked(text[end:], targets)])


def _linked(text: str, targets: Mapping[str, str]) -> str:
    return _NAME.sub(lambda match: _mention(match.group(), targets), text)


def _mention(name: str, targets: Mapping[str, str]) -> str:
    # A full stop or a hyphen at the end belongs to the sentence.
    known = name.rstrip(".-_")
    return targets.get(known, known) + name[len(known) :]


def _targets(world: World) -> dict[str, str]:
    found = {f"@{name}": f"<!{name}>" for name in _BROADCASTS}
    found |= {f"@{group.handle}": f"<!subteam^{group.id}>" for group in world.groups.values()}
    found |= {f"@{person.name}": f"<@{person.id}>" for person in world.people.values()}
    channels = (c for c in world.channels.values() if c.kind is ChannelKind.PUBLIC)
    return found | {f"#{channel.name}": f"<#{channel.id}|{channel.name}>" for channel in channels}
