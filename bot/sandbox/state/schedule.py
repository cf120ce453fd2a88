"""Messages that an app scheduled: each is posted at its time, or quietly not at all."""

from dataclasses import replace

from bot.sandbox.state.agenda import Agenda
from bot.sandbox.state.records import ChannelKind, Message, Scheduled
from bot.sandbox.state.world import World


def plan(world: World, agenda: Agenda, scheduled: Scheduled) -> None:
    """Keep a message and post it at its time."""
    world.put_scheduled(scheduled)
    agenda.at(scheduled.post_at, scheduled.id, lambda: _post(world, scheduled))


def cancel(world: World, agenda: Agenda, scheduled_id: str) -> None:
    """Do not post it."""
    agenda.cancel(scheduled_id)
    world.drop_scheduled(scheduled_id)


def _post(world: World, scheduled: Scheduled) -> None:
    world.drop_scheduled(scheduled.id)
    message = scheduled.message
    # With metadata Slack takes a scheduled message and never posts it; its documentation says so.
    if message.metadata is None and _has_place(world, message):
        world.put(replace(message, ts=world.new_ts()))


def _has_place(world: World, message: Message) -> bool:
    """Whether the message could still be posted now."""
    channel = world.channels[message.channel]
    allowed = channel.kind is ChannelKind.PUBLIC or message.user in channel.members
    gone = message.thread_ts and not world.message(channel.id, message.thread_ts)
    return allowed and not channel.archived and not gone
