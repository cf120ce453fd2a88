"""chat.*: post, update and delete messages."""

from dataclasses import replace

from bot.sandbox.errors import SlackError
from bot.sandbox.kit.limits import UPDATED_TEXT_MOST
from bot.sandbox.messages import shown
from bot.sandbox.messages.compose import Content, content
from bot.sandbox.messages.previews import previews
from bot.sandbox.state.direct import open_im
from bot.sandbox.state.records import Channel, ChannelKind, Message
from bot.sandbox.state.sample import APP_ID, BOT_ID
from bot.sandbox.state.tokens import TokenKind
from bot.sandbox.web_api.call import Call
from bot.sandbox.wire import Blocks, Json


def target(call: Call) -> Channel:
    """Where to post: a channel id, the name of a public channel, or a user id for a DM."""
    world, wanted = call.hub.world, call.args.text("channel")
    if wanted in world.people:
        return open_im(world, {call.user, wanted})
    if wanted not in world.channels:
        named = (c for c in world.channels.values() if c.name == wanted.lstrip("#"))
        public = next((c for c in named if c.kind is ChannelKind.PUBLIC), None)
        if public is None:
            raise SlackError("channel_not_found")
        return public
    return call.channel()


def message_from(call: Call, channel: Channel, made: Content) -> Message:
    """A new message of the caller."""
    is_bot = call.principal.kind is TokenKind.BOT
    return Message(
        channel=channel.id,
        ts=call.hub.world.new_ts(),
        user=call.user,
        text=made.text,
        blocks=made.blocks or (),
        attachments=made.attachments or (),
        bot_id=BOT_ID if is_bot else None,
        app_id=APP_ID if is_bot else None,
        metadata=made.metadata,
        pings=made.pings,
    )


def _with_warning(answer: Json, made: Content) -> Json:
    if made.cut:
        answer["warning"] = "message_truncated"
        answer["response_metadata"] = {"warnings": ["message_truncated"]}
    return answer


def draft(call: Call, channel: Channel) -> tuple[Message, Content]:
    """The message that the arguments describe, not posted yet."""
    thread_ts = call.thread(channel)
    made = content(call.hub, call.args.fields())
    message = message_from(call, channel, made)
    message = replace(
        message,
        thread_ts=thread_ts,
        broadcast=call.args.flag("reply_broadcast"),
        attachments=(*message.attachments, *_previews(call, made)),
    )
    return message, made


def _previews(call: Call, made: Content) -> Blocks:
    """Slack shows pictures by itself, and pages where the app asks for it."""
    links = call.args.flag("unfurl_links")
    media = call.args.flag("unfurl_media") or not call.args.has("unfurl_media")
    return () if made.blocks else previews(made.text, links=links, media=media)


async def post_message(call: Call) -> Json:
    """chat.postMessage."""
    channel = target(call)
    call.check_can_post(channel)
    message, made = draft(call, channel)
    call.hub.world.put(message)
    wire = shown.message(call.hub, message, with_metadata=True)
    answer = {"ok": True, "channel": channel.id, "ts": message.ts, "message": wire}
    return _with_warning(answer, made)


async def update(call: Call) -> Json:
    """chat.update. Text without blocks takes the blocks away."""
    channel = call.channel()
    if channel.archived:
        raise SlackError("is_inactive")
    message = call.own_message(channel, "cant_update_message")
    call.check_can_post(channel)
    if message.streaming:
        raise SlackError("streaming_state_conflict")
    made = content(call.hub, call.args.fields())
    # Markdown has a limit of its own, which is higher.
    if call.args.has("text") and len(made.text.encode()) > UPDATED_TEXT_MOST:
        raise SlackError("msg_too_long")
    updated = _updated(call, message, made)
    call.hub.world.put(updated)
    return {
        "ok": True,
        "channel": channel.id,
        "ts": updated.ts,
        "text": updated.text,
        "message": shown.message(call.hub, updated, with_metadata=True),
    }


def _updated(call: Call, message: Message, made: Content) -> Message:
    has_text = call.args.has("text") or call.args.has("markdown_text")
    blocks, attachments = made.blocks, made.attachments
    if blocks is None:
        blocks = () if has_text else message.blocks
    if attachments is None:
        attachments = () if has_text else message.attachments
    return replace(
        message,
        text=made.text if has_text else message.text,
        blocks=blocks,
        attachments=attachments,
        metadata=made.metadata if call.args.has("metadata") else message.metadata,
        edited_ts=_edited_ts(call, message, made),
        pings=made.pings,
        state={},
    )


def _edited_ts(call: Call, message: Message, made: Content) -> str | None:
    """People are not told that a message was edited where the update brings blocks."""
    return message.edited_ts if made.blocks else f"{int(call.hub.world.now())}.000000"


async def delete(call: Call) -> Json:
    """chat.delete."""
    channel = call.channel()
    message = call.own_message(channel, "cant_delete_message")
    if message.streaming:
        raise SlackError("cant_delete_message")
    call.hub.world.remove(message)
    return {"ok": True, "channel": channel.id, "ts": message.ts}


async def post_ephemeral(call: Call) -> Json:
    """chat.postEphemeral: a message for one member of the channel."""
    channel = call.channel()
    call.check_can_post(channel)
    person = call.person()
    if person.id not in channel.members:
        raise SlackError("user_not_in_channel")
    thread_ts = call.thread(channel)
    made = content(call.hub, call.args.fields())
    message = replace(
        message_from(call, channel, made), only_for=person.id, thread_ts=thread_ts, metadata=None
    )
    call.hub.world.put(message)
    return {"ok": True, "message_ts": message.ts}


async def get_permalink(call: Call) -> Json:
    """chat.getPermalink."""
    channel = call.channel()
    message = call.hub.world.message(channel.id, call.args.text("message_ts"))
    if message is None:
        raise SlackError("message_not_found")
    link = f"{call.hub.root_url}archives/{channel.id}/p{message.ts.replace('.', '')}"
    if message.is_reply:
        link += f"?thread_ts={message.thread_ts}&cid={channel.id}"
    return {"ok": True, "channel": channel.id, "permalink": link}
