"""People as the Web API shows them: Slack's user object, with what apps read of it."""

import struct
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Person
from bot.sandbox.state.sample import ANA, APP_ID, BOT_ID, BOT_USER
from bot.sandbox.wire import Json

AVATAR_SIZES: Final = (24, 32, 48, 72, 192, 512)
"""Pixels of the sides of the pictures in a profile."""
_COLORS: Final = ("9f69e7", "4bbe2e", "e7392d", "3c989f", "674b1b", "e96699")
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def user(hub: Hub, value: Person, *, with_locale: bool = False) -> Json:
    """A user object of users.info. The workspace is ana's; everybody else is a plain member."""
    shown: Json = {
        "id": value.id,
        "team_id": value.team or hub.world.team.id,
        "name": value.name,
        "color": _color(value.id),
        "real_name": value.real_name,
        "deleted": False,
        **_zone(value.tz, hub.world.now()),
        "is_bot": value.is_bot,
        "is_app_user": False,
        "updated": 0,
        **_roles(value),
        "profile": _profile(hub, value),
    }
    if value.team:
        shown["is_stranger"] = is_stranger(hub, value)
    if with_locale:
        shown["locale"] = value.locale
    return shown


def _zone(tz: str, now: float) -> Json:
    local = datetime.fromtimestamp(now, tz=UTC).astimezone(ZoneInfo(tz))
    offset = local.utcoffset()
    return {
        "tz": tz,
        "tz_label": local.tzname(),
        "tz_offset": int(offset.total_seconds()) if offset else 0,
    }


def _roles(value: Person) -> Json:
    leads = value.id == ANA
    return {
        "is_admin": leads,
        "is_owner": leads,
        "is_primary_owner": leads,
        "is_restricted": False,
        "is_ultra_restricted": False,
        "is_email_confirmed": not value.is_bot,
    }


def _profile(hub: Hub, value: Person) -> Json:
    first, _, last = value.real_name.partition(" ")
    shown: Json = {
        "title": "",
        "phone": "",
        "skype": "",
        "real_name": value.real_name,
        "real_name_normalized": value.real_name,
        "display_name": value.name,
        "display_name_normalized": value.name,
        "first_name": first,
        "last_name": last,
        "fields": None,
        "status_text": "",
        "status_emoji": "",
        "status_emoji_display_info": [],
        "status_expiration": 0,
        "avatar_hash": value.id.lower(),
        "team": value.team or hub.world.team.id,
        **{f"image_{size}": avatar_url(hub, value, size) for size in AVATAR_SIZES},
    }
    if value.is_bot:
        return {**shown, "api_app_id": APP_ID, "bot_id": BOT_ID, "always_active": True}
    if not value.team and "users:read.email" in hub.app.bot_scopes:
        shown["email"] = value.email
    return shown


def is_stranger(hub: Hub, value: Person) -> bool:
    """Whether somebody of another workspace is in no channel together with the bot."""
    together = ({value.id, BOT_USER} <= c.members for c in hub.world.channels.values())
    return bool(value.team) and not any(together)


def avatar_url(hub: Hub, value: Person, size: int) -> str:
    """Where the picture of somebody is, on this server."""
    return f"{hub.root_url}avatars/{value.id}/{size}.png"


def avatar(person_id: str, size: int) -> bytes:
    """A picture of one color, as PNG."""
    row = b"\0" + bytes.fromhex(_color(person_id)) * size
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    chunks = _chunks((b"IHDR", header), (b"IDAT", zlib.compress(row * size)), (b"IEND", b""))
    return _SIGNATURE + b"".join(chunks)


def _chunks(*parts: tuple[bytes, bytes]) -> Iterator[bytes]:
    for kind, data in parts:
        yield struct.pack(">I", len(data)) + kind + data
        yield struct.pack(">I", zlib.crc32(kind + data))


def _color(person_id: str) -> str:
    return _COLORS[sum(person_id.encode()) % len(_COLORS)]
