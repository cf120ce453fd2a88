"""Direct messages: the conversation of exactly these people, made when it is first needed."""

from collections.abc import Iterable

from bot.sandbox.ids import record_id
from bot.sandbox.state.records import Channel, ChannelKind
from bot.sandbox.state.world import World


def open_im(world: World, people: Iterable[str]) -> Channel:
    """The direct message between people, made if there is none."""
    members = frozenset(people)
    known = world.im(members)
    if known:
        return known
    names = sorted(world.people[person].name for person in members)
    channel = Channel(
        id=record_id("D"),
        name="-".join(names),
        kind=ChannelKind.IM,
        members=members,
        created=int(world.now()),
    )
    world.put_channel(channel)
    return channel
