"""From what an app sends to a message as Slack keeps it, or the refusal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.sandbox.errors import SlackError
from bot.sandbox.kit import surface
from bot.sandbox.kit.limits import LIMITS, MARKDOWN_TEXT_MOST, POSTED_TEXT_MOST
from bot.sandbox.markup import all_pings, normalise
from bot.sandbox.messages.linking import linked, wanted
from bot.sandbox.state.hub import Hub
from bot.sandbox.wire import NESTED_MOST, Blocks, Json, copy, depth, dumps

_METADATA_BYTES_MOST: Final = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a message shows. `blocks` and `attachments` are None where the app sent none."""

    text: str
    blocks: Blocks | None
    attachments: Blocks | None
    metadata: Json | None
    cut: bool
    """Whether the text was longer than Slack keeps."""

    @property
    def pings(self) -> tuple[str, ...]:
        """The live mentions in it."""
        return all_pings(self.text, [*(self.blocks or ()), *(self.attachments or ())])


def content(hub: Hub, fields: Mapping[str, Any]) -> Content:
    """Check and take in the fields of a message.

    Raises SlackError: `no_text`, `invalid_blocks`, `msg_blocks_too_long`,
    `invalid_attachments`, `too_many_attachments`, `invalid_metadata_format`,
    `metadata_too_large`, `markdown_text_conflict`, `msg_too_long`.
    """
    text, blocks = _text(fields), _blocks(hub, fields)
    if wanted(fields):
        text = linked(text, hub.world)
    if fields.get("markdown_text") is not None:
        text, blocks = _markdown(hub, fields)
    attachments = _attachments(hub, fields)
    if not text.strip() and not blocks and not attachments:
        raise SlackError("no_text")
    return Content(
        text=text[:POSTED_TEXT_MOST],
        blocks=blocks,
        attachments=attachments,
        metadata=metadata(fields.get("metadata")),
        cut=len(text) > POSTED_TEXT_MOST,
    )


def _text(fields: Mapping[str, Any]) -> str:
    text = fields.get("text")
    if text is not None and not isinstance(text, (str, int, float)):
        raise SlackError(
            "invalid_arguments", messages=["[ERROR] must provide a string [json-pointer:/text]"]
        )
    return normalise(str(text)) if text is not None else ""


def _blocks(hub: Hub, fields: Mapping[str, Any]) -> Blocks | None:
    given = fields.get("blocks")
    if given is None or given == "":
        return None
    if isinstance(given, str):
        raise SlackError("invalid_blocks_format")
    return surface.message_blocks(given, refused=hub.refused_blocks)


def _markdown(hub: Hub, fields: Mapping[str, Any]) -> tuple[str, Blocks]:
    if fields.get("text") or fields.get("blocks"):
        raise SlackError("markdown_text_conflict")
    text = str(fields["markdown_text"])
    if len(text) > MARKDOWN_TEXT_MOST:
        raise SlackError("msg_too_long")
    block = {"type": "markdown", "text": text}
    return normalise(text), surface.message_blocks([block], refused=hub.refused_blocks)


def _attachments(hub: Hub, fields: Mapping[str, Any]) -> Blocks | None:
    given = fields.get("attachments")
    if given is None or given == "":
        return None
    if not isinstance(given, list) or not all(isinstance(a, dict) for a in given):
        raise SlackError("invalid_attachments")
    if not LIMITS["message.attachments"].holds(len(given)):
        raise SlackError("too_many_attachments")
    if depth(given) > NESTED_MOST:
        raise SlackError("invalid_attachments")
    checked = []
    for attachment in given:
        made = copy(attachment)
        if "blocks" in made:
            made["blocks"] = list(
                surface.message_blocks(made["blocks"], refused=hub.refused_blocks)
            )
        checked.append(made)
    return tuple(checked)


def metadata(given: object) -> Json | None:
    """The metadata of a message; an empty object takes it away.

    Raises SlackError: `invalid_metadata_format`, `invalid_metadata_schema`,
    `metadata_too_large`.
    """
    if given is None or given in ("", {}):
        return None
    if not isinstance(given, dict):
        raise SlackError("invalid_metadata_format")
    valid = (
        set(given) <= {"event_type", "event_payload", "entities"}
        and isinstance(given.get("event_type"), str)
        and isinstance(given.get("event_payload"), dict)
        and depth(given) <= NESTED_MOST
    )
    if not valid:
        raise SlackError("invalid_metadata_schema")
    if len(dumps(given).encode()) > _METADATA_BYTES_MOST:
        raise SlackError("metadata_too_large")
    return copy(given)
