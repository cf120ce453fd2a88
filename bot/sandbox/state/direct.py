"""Direct messages: the conversation of exactly these people, made when it is first needed."""

from collections.abc import Iterable

from bot.sandbox.ids import record_id
from bot.sandbox.state.records import Channel, ChannelKind
from bot.sandbox.state.world import World


def open_im(world: World, people: Iterable[str]) -> Channel:
    """The direct message between two people, made if there is none."""
    return _opened(world, ChannelKind.IM, frozenset(people))


def open_mpim(world: World, people: Iterable[str]) -> Channel:
    """The group direct message of several people, made if there is none."""
    return _opened(world, ChannelKind.MPIM, frozenset(people))


def _opened(world: World, kind: ChannelKind, members: frozenset[str]) -> Channel:
    known = world.direct(kind, members)
    if known:
        return known
    is_group = kind is ChannelKind.MPIM
    names = sorted(world.people[person].name for person in members)
    channel = Channel(
        id=record_id("C" if is_group else "D"),
        name=f"mpdm-{'--'.join(names)}-1" if is_group else "-".join(names),
        kind=kind,
        members=members,
        created=int(world.now()),
    )
    world.put_channel(channel)
    return channel
