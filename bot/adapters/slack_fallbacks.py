"""What to send when Slack refuses a message as it was meant. Pure.

Cards are built within Slack's limits, but some limits are undocumented and some workspaces
lack the newer blocks. Somebody waits for the buttons, so these are the last to go.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.adapters.slack_errors import Trouble
from bot.cards import limits, text
from bot.core.ports.messenger import Message

Blocks = tuple[Mapping[str, object], ...]

_BROKEN_END = re.compile(r"(&[a-z]{0,4}|<[^<>]*)$")
"""An entity or a link that a cut went through."""


@dataclass(frozen=True, slots=True)
class Body:
    """What a message shows: its text, and its blocks if it has any."""

    text: str
    blocks: Blocks = ()

    def args(self) -> dict[str, object]:
        """As arguments of a call. An update by text without blocks removes the old blocks."""
        return {"text": self.text, **({"blocks": list(self.blocks)} if self.blocks else {})}


def bodies(message: Message) -> Iterator[Body]:
    """A message as it was meant, and then ever simpler ones; the last is text alone."""
    yield Body(message.text, message.blocks)
    buttons = tuple(b for b in message.plain or message.blocks if b.get("type") == "actions")
    if not message.blocks:
        return
    tried = [message.blocks]
    for blocks in (message.plain, buttons):
        if blocks and blocks not in tried:
            tried.append(blocks)
            yield Body(message.text, blocks)
    yield Body(message.text)


def simpler(body: Body, rest: Iterator[Body], trouble: Trouble) -> Body | None:
    """What to try after this refusal; None where nothing is left, or nothing would help."""
    if trouble is Trouble.TOO_LONG and (shorter := shorten(body.text)) != body.text:
        return replace(body, text=shorter)
    return next(rest, None) if trouble in {Trouble.BLOCKS, Trouble.TOO_LONG} else None


def shorten(escaped: str, limit: int = limits.UPDATE_TEXT_BYTES) -> str:
    """Cut a text that is escaped already to `limit` bytes, counted as Slack does at worst."""
    if text.byte_size(escaped) <= limit:
        return escaped
    start = text.head(escaped, limit - text.byte_size(text.MARK), measure=text.byte_size)
    return _BROKEN_END.sub("", start).rstrip() + text.MARK
