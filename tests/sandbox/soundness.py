"""What must hold in a workspace at any time, whatever was done to it."""

from itertools import pairwise

from pydantic import TypeAdapter

from bot.sandbox import Sandbox
from bot.sandbox.kit.surface import message_blocks, view
from bot.sandbox.messages import shown, shown_channels
from bot.sandbox.messages.transcript import transcript
from bot.sandbox.state.persistence import Snapshot, taken
from bot.sandbox.state.records import ChannelKind, Message
from bot.sandbox.wire import dumps


def check_sound(sandbox: Sandbox) -> None:
    """Raise AssertionError for a state that no workspace can be in."""
    _check_channels(sandbox)
    for channel_id in sandbox.world.channels:
        for before, after in pairwise(sandbox.world.messages(channel_id)):
            assert float(before.ts) < float(after.ts)
        transcript(sandbox.world, channel_id)
    for message in (*sandbox.world.all_messages(), *sandbox.world.ephemerals):
        _check_message(sandbox, message)
    _check_waiting(sandbox)
    _check_views(sandbox)
    _check_kept(sandbox)


def _check_channels(sandbox: Sandbox) -> None:
    world, direct = sandbox.world, []
    for channel in world.channels.values():
        assert channel.members <= world.people.keys()
        shown_channels.channel(sandbox.hub, channel)
        if channel.kind is ChannelKind.IM:
            assert len(channel.members) <= 2
            direct.append(channel.members)
        if channel.kind is ChannelKind.MPIM:
            assert len(channel.members) > 2
            direct.append(channel.members)
    assert len(set(direct)) == len(direct), "two conversations of the same people"


def _check_message(sandbox: Sandbox, message: Message) -> None:
    world = sandbox.world
    assert message.channel in world.channels
    assert message.user in world.people
    assert set(message.file_ids) <= world.files.keys()
    if message.thread_ts:
        root = world.message(message.channel, message.thread_ts)
        assert root is not None
        assert not root.is_reply
    if message.via != "stream":
        message_blocks(list(message.blocks))
    assert message.streaming == ((message.channel, message.ts) in world.streams)
    for _, users in message.reactions:
        assert users
        assert len(set(users)) == len(users)
    dumps(shown.message(sandbox.hub, message, with_metadata=True))


def _check_waiting(sandbox: Sandbox) -> None:
    world = sandbox.world
    for key, waiting in world.scheduled.items():
        assert (waiting.id, waiting.message.channel in world.channels) == (key, True)
    for (channel, thread_ts), status in world.statuses.items():
        assert status
        assert world.message(channel, thread_ts)
    for file in world.files.values():
        assert all(channel in world.channels for channel, _, _ in file.shares)


def _check_views(sandbox: Sandbox) -> None:
    homes, modals = sandbox.hub.homes.all(), sandbox.hub.modals.all()
    assert {home.payload["type"] for home in homes} <= {"home"}
    assert {modal.payload["type"] for modal in modals} <= {"modal"}
    names = [v.payload["external_id"] for v in (*homes, *modals) if v.payload.get("external_id")]
    assert len(set(names)) == len(names)
    for shown_view in (*homes, *modals):
        view(shown_view.payload)
        dumps(shown_view.wire(sandbox.team_id))
    for person in sandbox.world.people:
        assert len(sandbox.hub.modals.stack(person)) <= 3


def _check_kept(sandbox: Sandbox) -> None:
    """The state file gives back what was written."""
    adapter, now = TypeAdapter(Snapshot), taken(sandbox.hub)
    assert adapter.validate_json(adapter.dump_json(now)) == now
