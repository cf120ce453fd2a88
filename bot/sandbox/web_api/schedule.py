"""chat.scheduleMessage and its kin: messages that are posted later."""

from typing import Final

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import record_id
from bot.sandbox.messages import shown
from bot.sandbox.state.records import Channel, Scheduled
from bot.sandbox.state.schedule import cancel, plan
from bot.sandbox.web_api.call import Call
from bot.sandbox.web_api.chat import draft, target
from bot.sandbox.web_api.conversations import page
from bot.sandbox.wire import Json

_DAYS_MOST: Final = 120
_WINDOW: Final = 5 * 60
_IN_WINDOW_MOST: Final = 30
_DAY: Final = 24 * 60 * 60


async def schedule(call: Call) -> Json:
    """chat.scheduleMessage."""
    channel = target(call)
    call.check_can_post(channel)
    post_at = _post_at(call)
    _check_not_too_many(call, channel, post_at)
    message, _ = draft(call, channel)
    scheduled = Scheduled(
        id=record_id("Q"), post_at=post_at, created=int(call.hub.world.now()), message=message
    )
    plan(call.hub.world, call.hub.agenda, scheduled)
    wire = shown.message(call.hub, message, with_metadata=True)
    return {
        "ok": True,
        "channel": channel.id,
        "scheduled_message_id": scheduled.id,
        "post_at": post_at,
        "message": {key: value for key, value in wire.items() if key != "ts"},
    }


def _post_at(call: Call) -> int:
    try:
        post_at = int(call.args.text("post_at"))
    except ValueError:
        raise SlackError("invalid_time") from None
    now = call.hub.world.now()
    if post_at <= now:
        raise SlackError("time_in_past")
    if post_at > now + _DAYS_MOST * _DAY:
        raise SlackError("time_too_far")
    return post_at


def _check_not_too_many(call: Call, channel: Channel, post_at: int) -> None:
    """At most thirty messages of a channel within any five minutes."""
    times = sorted(
        waiting.post_at
        for waiting in call.hub.world.scheduled.values()
        if waiting.message.channel == channel.id and abs(waiting.post_at - post_at) < _WINDOW
    )
    starts = [*(time for time in times if time < post_at), post_at]
    windows = (sum(start <= time < start + _WINDOW for time in times) for start in starts)
    if max(windows) >= _IN_WINDOW_MOST:
        raise SlackError("restricted_too_many")


async def delete(call: Call) -> Json:
    """chat.deleteScheduledMessage."""
    channel = call.channel()
    waiting = call.hub.world.scheduled.get(call.args.text("scheduled_message_id"))
    known = waiting is not None and waiting.message.channel == channel.id
    if waiting is None or not known or waiting.message.user != call.user:
        raise SlackError("invalid_scheduled_message_id")
    cancel(call.hub.world, call.hub.agenda, waiting.id)
    return {"ok": True}


async def list_(call: Call) -> Json:
    """chat.scheduledMessages.list: those of the caller, the next one first."""
    channel = call.args.optional("channel")
    if channel and channel not in call.hub.world.channels:
        raise SlackError("invalid_channel")
    found = [
        waiting
        for waiting in call.hub.world.scheduled.values()
        if waiting.message.user == call.user and channel in {None, "", waiting.message.channel}
    ]
    some, metadata = page(call, sorted(found, key=lambda waiting: (waiting.post_at, waiting.id)))
    messages = [_shown(waiting) for waiting in some]
    return {"ok": True, "scheduled_messages": messages, "response_metadata": metadata}


def _shown(waiting: Scheduled) -> Json:
    return {
        "id": waiting.id,
        "channel_id": waiting.message.channel,
        "post_at": waiting.post_at,
        "date_created": waiting.created,
        "text": waiting.message.text,
    }
