"""Messages as the Web API and payloads show them; their files and people have files beside this."""

from bot.sandbox.messages.shown_files import file
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Message
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
