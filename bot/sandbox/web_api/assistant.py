"""assistant.threads.setStatus: the line that says what the app is doing in a thread."""

from typing import Final

from bot.sandbox.errors import SlackError
from bot.sandbox.markup import normalise
from bot.sandbox.web_api.call import Call, wrong
from bot.sandbox.wire import Json

STATUS_SECONDS: Final = 2 * 60.0
"""How long the line stays where the app posts nothing."""

_LOADING_MOST: Final = 10


async def set_status(call: Call) -> Json:
    """assistant.threads.setStatus; an empty status takes the line away."""
    channel = call.channel("channel_id")
    if call.user not in channel.members:
        raise SlackError("not_in_channel")
    thread_ts, status = call.args.text("thread_ts"), call.args.optional("status")
    if status is None:
        raise SlackError("invalid_arguments", messages=["[ERROR] missing required field: status"])
    root = call.hub.world.message(channel.id, thread_ts)
    if root is None or root.is_reply:
        raise SlackError("invalid_thread_ts")
    _check_loading(call.args.data("loading_messages"))
    world, agenda = call.hub.world, call.hub.agenda
    world.set_status(channel.id, thread_ts, normalise(status))
    agenda.at(
        world.now() + STATUS_SECONDS,
        f"status {channel.id} {thread_ts}",
        lambda: world.set_status(channel.id, thread_ts, ""),
    )
    return {"ok": True}


def _check_loading(messages: object) -> None:
    if messages is None or messages == "":
        return
    if not isinstance(messages, list) or not all(isinstance(line, str) for line in messages):
        raise wrong("loading_messages", "must provide an array of strings")
    if len(messages) > _LOADING_MOST:
        raise wrong("loading_messages", f"no more than {_LOADING_MOST} items allowed")
