"""chat.startStream, appendStream, stopStream: a message that people see grow."""

from dataclasses import replace
from typing import Final

from bot.sandbox.errors import SlackError
from bot.sandbox.kit.surface import message_blocks
from bot.sandbox.markup import all_pings
from bot.sandbox.messages import shown, streamed
from bot.sandbox.messages.compose import metadata
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, ChannelKind, Message, Stream
from bot.sandbox.state.sample import APP_ID, BOT_ID
from bot.sandbox.web_api.call import Call, wrong
from bot.sandbox.wire import Json

STREAM_SECONDS: Final = 5 * 60.0
"""How long a stream stays open, whatever the app appends (python-slack-sdk#1859)."""


async def start(call: Call) -> Json:
    """chat.startStream: a reply in a thread, in channels for one person of one workspace."""
    channel = call.channel()
    call.check_can_post(channel)
    call.args.text("thread_ts")
    thread_ts = call.thread(channel)
    _check_recipient(call, channel)
    stream = Stream(started=call.hub.world.now(), display=_display(call))
    stream = streamed.appended(stream, _fields(call), refused=call.hub.refused_blocks)
    message = Message(
        channel=channel.id,
        ts=call.hub.world.new_ts(),
        user=call.user,
        text="",
        thread_ts=thread_ts,
        bot_id=BOT_ID,
        app_id=APP_ID,
        via="stream",
        streaming=True,
    )
    hub = call.hub
    hub.world.streams[channel.id, message.ts] = stream
    hub.world.put(_grown(message, stream))
    end = stream.started + STREAM_SECONDS
    hub.agenda.at(end, _name(message), lambda: _expire(hub, channel.id, message.ts))
    return {"ok": True, "channel": channel.id, "ts": message.ts}


async def append(call: Call) -> Json:
    """chat.appendStream."""
    message, stream = _open(call)
    fields = _fields(call)
    if not any(fields.values()):
        raise SlackError("markdown_text_or_chunks_required")
    longer = streamed.appended(stream, fields, refused=call.hub.refused_blocks)
    call.hub.world.streams[message.channel, message.ts] = longer
    call.hub.world.put(_grown(message, longer))
    return {"ok": True, "channel": message.channel, "ts": message.ts}


async def stop(call: Call) -> Json:
    """chat.stopStream: with blocks below all that was streamed, and metadata."""
    message, stream = _open(call)
    whole = streamed.appended(stream, _fields(call), refused=call.hub.refused_blocks)
    blocks = call.args.data("blocks")
    if blocks:
        below = message_blocks(blocks, refused=call.hub.refused_blocks)
        whole = replace(whole, parts=(*whole.parts, *below))
    if not whole.parts:
        raise SlackError("no_text")
    ended = replace(
        _grown(message, whole),
        metadata=metadata(call.args.data("metadata")),
        streaming=False,
    )
    call.hub.agenda.cancel(_name(message))
    del call.hub.world.streams[message.channel, message.ts]
    call.hub.world.put(ended)
    wire = shown.message(call.hub, ended, with_metadata=True)
    return {"ok": True, "channel": message.channel, "ts": message.ts, "message": wire}


def _fields(call: Call) -> Json:
    return {
        streamed.MARKDOWN: call.args.optional(streamed.MARKDOWN),
        streamed.CHUNKS: call.args.data(streamed.CHUNKS),
    }


def _display(call: Call) -> str:
    display = call.args.optional("task_display_mode") or "timeline"
    if display not in streamed.DISPLAYS:
        raise wrong("task_display_mode", "must be a valid enum value")
    return display


def _check_recipient(call: Call, channel: Channel) -> None:
    if channel.kind is ChannelKind.IM:
        return
    team = call.args.optional("recipient_team_id")
    if not team:
        raise SlackError("missing_recipient_team_id")
    if not call.args.optional("recipient_user_id"):
        raise SlackError("missing_recipient_user_id")
    person = call.person("recipient_user_id")
    if team != (person.team or call.hub.world.team.id):
        raise SlackError("user_not_found")


def _open(call: Call) -> tuple[Message, Stream]:
    """The stream that the call is about, while it is open."""
    channel = call.channel()
    call.check_can_post(channel)
    message = call.own_message(channel, "message_not_owned_by_app")
    stream = call.hub.world.streams.get((channel.id, message.ts))
    if stream is None:
        raise SlackError("message_not_in_streaming_state")
    return message, stream


def _grown(message: Message, stream: Stream) -> Message:
    text = streamed.text_of(stream)
    return replace(message, text=text, blocks=stream.parts, pings=all_pings(text, stream.parts))


def _name(message: Message) -> str:
    return f"stream {message.channel} {message.ts}"


def _expire(hub: Hub, channel: str, ts: str) -> None:
    """Close a stream that the app did not stop; what was streamed stays."""
    del hub.world.streams[channel, ts]
    message = hub.world.message(channel, ts)
    if message is not None:
        hub.world.put(replace(message, streaming=False))
