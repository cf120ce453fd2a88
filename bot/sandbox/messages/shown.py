"""Messages and people as the Web API and payloads show them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, ChannelKind, File, Message, Person
from bot.sandbox.state.sample import APP_ID, BOT_ID, BOT_USER
from bot.sandbox.wire import Json, without_nothing


def message(hub: Hub, value: Message, *, with_metadata: bool = False) -> Json:
    """A message. Its metadata comes only where it was asked for."""
    shown = without_nothing(
        {
            "type": "message",
            "subtype": value.subtype or ("thread_broadcast" if _is_broadcast(value) else None),
            "user": value.user,
            "text": value.text,
            "ts": value.ts,
            "team": hub.world.team.id,
            "user_team": _foreign_team(hub, value.user),
            "streaming_state": _streaming_state(value),
            "bot_id": value.bot_id,
            "app_id": value.app_id,
            "blocks": list(value.blocks) or None,
            "attachments": list(value.attachments) or None,
            "thread_ts": value.thread_ts,
            "metadata": value.metadata if with_metadata else None,
        }
    )
    if value.bot_id:
        shown["bot_profile"] = bot(hub)
    if value.file_ids:
        shown["files"] = [file(hub, hub.world.files[file_id]) for file_id in value.file_ids]
    if value.edited_ts:
        shown["edited"] = {"user": value.user, "ts": value.edited_ts}
    if value.reactions:
        shown["reactions"] = reactions(value)
    return {**shown, **_thread(hub, value)}


def _is_broadcast(value: Message) -> bool:
    return value.broadcast and value.is_reply


def _foreign_team(hub: Hub, user_id: str) -> str | None:
    person = hub.world.people.get(user_id)
    return (person.team or None) if person else None


def _streaming_state(value: Message) -> str | None:
    if value.via != "stream":
        return None
    return "in_progress" if value.streaming else "completed"


def reactions(value: Message) -> list[Json]:
    """The reactions to a message, in the order they came."""
    return [
        {"name": name, "users": list(users), "count": len(users)} for name, users in value.reactions
    ]


def _thread(hub: Hub, value: Message) -> Json:
    replies = [] if value.only_for else hub.world.replies(value.channel, value.ts)
    if value.is_reply or not replies:
        return {}
    people = list(dict.fromkeys(reply.user for reply in replies))
    return {
        "thread_ts": value.ts,
        "reply_count": len(replies),
        "reply_users": people,
        "reply_users_count": len(people),
        "latest_reply": replies[-1].ts,
        "is_locked": False,
        "subscribed": False,
    }


def bot(hub: Hub) -> Json:
    """The app's bot, as it stands beside its messages."""
    return {
        "id": BOT_ID,
        "app_id": APP_ID,
        "user_id": BOT_USER,
        "name": hub.app.name,
        "team_id": hub.world.team.id,
        "deleted": False,
        "updated": 0,
        "icons": {},
    }


def user(hub: Hub, value: Person, *, with_locale: bool = False) -> Json:
    """A user object of users.info."""
    zone = ZoneInfo(value.tz)
    now = datetime.fromtimestamp(hub.world.now(), tz=UTC).astimezone(zone)
    offset = now.utcoffset()
    shown: Json = {
        "id": value.id,
        "team_id": value.team or hub.world.team.id,
        "name": value.name,
        "real_name": value.real_name,
        "deleted": False,
        "tz": value.tz,
        "tz_label": now.tzname(),
        "tz_offset": int(offset.total_seconds()) if offset else 0,
        "is_bot": value.is_bot,
        "is_app_user": False,
        "updated": 0,
        "profile": {"real_name": value.real_name, "display_name": value.name},
    }
    if value.team:
        shown["is_stranger"] = is_stranger(hub, value)
    elif not value.is_bot and "users:read.email" in hub.app.bot_scopes:
        shown["profile"]["email"] = value.email
    if with_locale:
        shown["locale"] = value.locale
    return shown


def is_stranger(hub: Hub, value: Person) -> bool:
    """Whether somebody of another workspace is in no channel together with the bot."""
    together = ({value.id, BOT_USER} <= c.members for c in hub.world.channels.values())
    return bool(value.team) and not any(together)


def channel(hub: Hub, value: Channel, *, viewer: str = BOT_USER) -> Json:
    """A conversation object of conversations.info, for the user who asks."""
    shown: Json = {
        "id": value.id,
        "created": value.created,
        "is_archived": value.archived,
        "is_im": value.kind is ChannelKind.IM,
        "is_mpim": value.kind is ChannelKind.MPIM,
        "is_org_shared": False,
        "context_team_id": hub.world.team.id,
    }
    if value.kind is ChannelKind.IM:
        others = sorted(value.members - {viewer}) or [viewer]
        return {**shown, "user": others[0]}
    return {
        **shown,
        "name": value.name,
        "name_normalized": value.name,
        "is_channel": value.kind is ChannelKind.PUBLIC,
        "is_group": value.kind is ChannelKind.PRIVATE,
        "is_private": value.kind is not ChannelKind.PUBLIC,
        "is_member": viewer in value.members,
        "is_general": value.name == "general",
        "is_shared": value.shared,
        "is_ext_shared": value.shared,
        "shared_team_ids": _teams(hub, value),
        "num_members": len(value.members),
    }


def _teams(hub: Hub, value: Channel) -> list[str]:
    others = {hub.world.people[member].team for member in value.members if value.shared}
    return [hub.world.team.id, *sorted(others - {""})]


def file(hub: Hub, value: File) -> Json:
    """A file object of files.info."""
    shares: Json = {}
    for channel_id, ts, thread_ts in value.shares:
        kind = hub.world.channels[channel_id].kind
        where = shares.setdefault("public" if kind is ChannelKind.PUBLIC else "private", {})
        where.setdefault(channel_id, []).append(
            without_nothing({"ts": ts, "thread_ts": thread_ts or None})
        )
    return {
        "id": value.id,
        "created": value.created,
        "name": value.name,
        "title": value.title,
        "mimetype": "text/plain",
        "filetype": value.name.rpartition(".")[2] or "text",
        "size": value.length,
        "user": value.user,
        "url_private": f"{hub.root_url}files-pri/{hub.world.team.id}-{value.id}/{value.name}",
        "url_private_download": (
            f"{hub.root_url}files-pri/{hub.world.team.id}-{value.id}/download/{value.name}"
        ),
        "permalink": f"{hub.root_url}files/{value.user}/{value.id}/{value.name}",
        "channels": [c for c, _, _ in value.shares],
        "shares": shares,
    }
