"""Files as the Web API shows them: Slack's file object, and what kind of file it is."""

import re
from mimetypes import MimeTypes
from typing import Final

from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import ChannelKind, File
from bot.sandbox.wire import Json, without_nothing

TEXT: Final = "text/plain"
BYTES: Final = "application/octet-stream"
# The module's own table and none of the machine's, so that it is the same everywhere.
_TYPES: Final = MimeTypes()
_FILETYPES: Final = {
    "htm": "html",
    "jpeg": "jpg",
    "js": "javascript",
    "log": "text",
    "md": "markdown",
    "py": "python",
    "rb": "ruby",
    "sh": "shell",
    "ts": "typescript",
    "txt": "text",
    "yml": "yaml",
}
"""Names of Slack for types of files, where they are not the ending of the name."""
_NOT_IN_ADDRESSES: Final = re.compile(r"[^a-z0-9_.-]+")


def file(hub: Hub, value: File) -> Json:
    """A file object of files.info."""
    name = address_name(value)
    private = f"{hub.root_url}files-pri/{hub.world.team.id}-{value.id}"
    return {
        "id": value.id,
        "created": value.created,
        "timestamp": value.created,
        "name": value.name,
        "title": value.title,
        "mimetype": mimetype(value),
        "filetype": filetype(value),
        "size": value.length,
        "user": value.user,
        "mode": "hosted",
        "is_external": False,
        "public_url_shared": False,
        "url_private": f"{private}/{name}",
        "url_private_download": f"{private}/download/{name}",
        "permalink": f"{hub.root_url}files/{value.user}/{value.id}/{name}",
        **_shared(hub, value),
    }


def _shared(hub: Hub, value: File) -> Json:
    """Where it is: the conversations by their kind, and the messages that brought it there."""
    shares: Json = {}
    lists: dict[str, list[str]] = {"channels": [], "groups": [], "ims": []}
    for channel_id, ts, thread_ts in value.shares:
        kind = hub.world.channels[channel_id].kind
        where = shares.setdefault("public" if kind is ChannelKind.PUBLIC else "private", {})
        where.setdefault(channel_id, []).append(
            without_nothing({"ts": ts, "thread_ts": thread_ts or None})
        )
        lists[_list(kind)].append(channel_id)
    return {**lists, "is_public": "public" in shares, "shares": shares}


def _list(kind: ChannelKind) -> str:
    names = {ChannelKind.PUBLIC: "channels", ChannelKind.IM: "ims"}
    return names.get(kind, "groups")


def mimetype(value: File) -> str:
    """What kind of file it is, by its name; where that says nothing, by what is in it."""
    guessed, packed = _TYPES.guess_type(f"x/{value.name}", strict=False)
    if guessed is None or packed:
        return TEXT if not packed and _is_text(value) else BYTES
    return TEXT if guessed.startswith("text/") else guessed


def _is_text(value: File) -> bool:
    try:
        return "\0" not in (value.content or b"").decode()
    except UnicodeDecodeError:
        return False


def filetype(value: File) -> str:
    """Slack's name for its type: mostly the ending of the name."""
    _, dot, ending = value.name.lower().rpartition(".")
    if not dot or not ending.isalnum():
        return "text" if mimetype(value) == TEXT else "binary"
    return _FILETYPES.get(ending, ending)


def served_type(value: File) -> str:
    """As what it is downloaded: text as such, all else as bytes that no browser opens."""
    return TEXT if mimetype(value) == TEXT else BYTES


def address_name(value: File) -> str:
    """The last part of its addresses: the name in small letters, all that could lead away out."""
    name = _NOT_IN_ADDRESSES.sub("_", value.name.lower())
    return name if name.strip(".") else "_"
