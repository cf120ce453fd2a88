"""Channels and direct messages as the Web API shows them: Slack's conversation object."""

from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, ChannelKind
from bot.sandbox.state.sample import ANA, BOT_USER
from bot.sandbox.wire import Json


def channel(hub: Hub, value: Channel, *, viewer: str = BOT_USER) -> Json:
    """A conversation object of conversations.info, for the user who asks."""
    shown: Json = {
        "id": value.id,
        "created": value.created,
        "updated": value.created * 1000,
        "is_archived": value.archived,
        "is_im": value.kind is ChannelKind.IM,
        "is_mpim": value.kind is ChannelKind.MPIM,
        "is_org_shared": False,
        "context_team_id": hub.world.team.id,
    }
    if value.kind is ChannelKind.IM:
        others = sorted(value.members - {viewer}) or [viewer]
        return {**shown, "user": others[0], "is_user_deleted": False, "priority": 0}
    return {
        **shown,
        "name": value.name,
        "name_normalized": value.name,
        "previous_names": [],
        "creator": _creator(value),
        "is_channel": value.kind is ChannelKind.PUBLIC,
        "is_group": value.kind is ChannelKind.PRIVATE,
        "is_private": value.kind is not ChannelKind.PUBLIC,
        "is_member": viewer in value.members,
        "is_general": value.name == "general",
        "unlinked": 0,
        "is_frozen": False,
        "parent_conversation": None,
        # Nobody has said yet what a channel here is about.
        "topic": _unset(),
        "purpose": _unset(),
        "num_members": len(value.members),
        **_sharing(hub, value),
    }


def _unset() -> Json:
    return {"value": "", "creator": "", "last_set": 0}


def _creator(value: Channel) -> str:
    """The workspace is ana's, so the channels are; a group message is of one who is in it."""
    return ANA if value.kind is not ChannelKind.MPIM else min(value.members)


def _sharing(hub: Hub, value: Channel) -> Json:
    others = {hub.world.people[member].team for member in value.members if value.shared}
    return {
        "is_shared": value.shared,
        "is_ext_shared": value.shared,
        "is_pending_ext_shared": False,
        "pending_shared": [],
        "pending_connected_team_ids": [],
        "shared_team_ids": [hub.world.team.id, *sorted(others - {""})],
    }
