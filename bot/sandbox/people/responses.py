"""What an app says through an acknowledgement or a response_url, outside of all posting rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.sandbox.errors import SlackError
from bot.sandbox.messages.compose import Content, content
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Message
from bot.sandbox.state.sample import APP_ID, BOT_ID, BOT_USER
from bot.sandbox.state.triggers import Hook


def say(hub: Hub, hook: Hook, fields: Mapping[str, Any], *, via: str) -> Message:
    """A message to one person, or to the whole channel with `response_type: in_channel`."""
    made = content(hub, fields)
    kind = fields.get("response_type") or "ephemeral"
    if kind not in {"ephemeral", "in_channel"}:
        raise SlackError("invalid_arguments")
    thread_ts = fields.get("thread_ts") or hook.thread_ts
    message = Message(
        channel=hook.channel,
        ts=hub.world.new_ts(),
        user=BOT_USER,
        text=made.text,
        blocks=made.blocks or (),
        attachments=made.attachments or (),
        thread_ts=str(thread_ts) if thread_ts else None,
        bot_id=BOT_ID,
        app_id=APP_ID,
        metadata=made.metadata,
        pings=made.pings,
        only_for=None if kind == "in_channel" else hook.person,
        via=via,
    )
    return hub.world.put(message)


def respond(hub: Hub, key: str, fields: object) -> None:
    """A post to a response_url.

    Raises SlackError: `invalid_url`, `expired_url`, `used_url`, `invalid_payload`, and all
    that a message can be refused with.
    """
    hook = hub.hooks.use(key)
    if not isinstance(fields, dict):
        raise SlackError("invalid_payload")
    original = _original(hub, hook)
    if fields.get("delete_original"):
        if original:
            hub.world.remove(original)
        return
    if fields.get("replace_original") and original:
        hub.world.put(_replaced(original, content(hub, fields)))
        return
    hub.hooks.answered(key, say(hub, hook, fields, via="response_url").ts)


def _original(hub: Hub, hook: Hook) -> Message | None:
    if not hook.ts:
        return None
    return hub.world.message(hook.channel, hook.ts) or hub.world.ephemeral(hook.channel, hook.ts)


def _replaced(original: Message, made: Content) -> Message:
    return replace(
        original,
        text=made.text,
        blocks=made.blocks or (),
        attachments=made.attachments or (),
        pings=made.pings,
        state={},
    )
