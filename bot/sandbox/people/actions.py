"""From what a person presses, types or chooses to what stands in a payload."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.sandbox.errors import NotPossibleError
from bot.sandbox.messages import shown_files
from bot.sandbox.state import forms
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel, Message, Person
from bot.sandbox.wire import Json

_TIME: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_MOST_EPOCH: Final = 9_999_999_999


def place_of(message: Message, element: Json) -> tuple[Json, int | None]:
    """The block of an element in a message, and in which attachment it is (from 1), or None.

    Raises NotPossibleError.
    """
    for number, attachment in enumerate(message.attachments, 1):
        for block, candidate in forms.elements(attachment.get("blocks") or ()):
            if candidate == element:
                return block, number
    return block_of(message.blocks, element), None


def block_of(blocks: Sequence[Json], element: Json) -> Json:
    """The block that an element stands in. Raises NotPossibleError."""
    for block, candidate in forms.elements(blocks):
        if candidate == element:
            return block
    raise NotPossibleError("this element is not there any more")


def state_of(
    hub: Hub, person: Person, element: Json, given: object, offered: Sequence[Json] = ()
) -> Json:
    """The state of an element after a person entered something, in the words of the screen.

    People and channels are taken by name, moments in the person's time zone, rich text as plain
    text, files by the id that their upload gave. Raises NotPossibleError for what the screen would
    not let them enter.
    """
    values = given if isinstance(given, (list, tuple, set)) else (given,)
    read = [_read(hub, person, element, value) for value in values if value not in (None, "")]
    return forms.entered(element, read, offered=offered)


def _read(hub: Hub, person: Person, element: Json, value: object) -> object:
    kind = element["type"]
    if reads := _READ.get(kind):
        return reads(hub, person, value)
    return str(value) if forms.STATE_KEYS[kind][0] == "value" else value


def _named(find: Callable[[str], Person | Channel], value: object) -> str:
    try:
        return find(str(value)).id
    except KeyError as unknown:
        raise NotPossibleError(str(unknown.args[0])) from None


def _file(hub: Hub, person: Person, value: object) -> Json:
    file = hub.world.files.get(str(value))
    if file is None or file.content is None or file.user != person.id:
        raise NotPossibleError(f"{person.name} has not uploaded a file {value!r}")
    return shown_files.file(hub, file)


def _user(hub: Hub, _: Person, value: object) -> str:
    return _named(hub.world.person, value)


def _channel(hub: Hub, _: Person, value: object) -> str:
    return _named(hub.world.channel, value)


def _date(_hub: Hub, _: Person, value: object) -> str:
    try:
        return date.fromisoformat(str(value)).isoformat()
    except ValueError:
        raise NotPossibleError(f"{value!r} is not a date like 2026-11-30") from None


def _time(_hub: Hub, _: Person, value: object) -> object:
    if not _TIME.fullmatch(str(value)):
        raise NotPossibleError(f"{value!r} is not a time like 09:30")
    return value


def _rich(_hub: Hub, _: Person, value: object) -> object:
    """Plain text as rich text; what is rich already stays."""
    if not isinstance(value, str):
        return value
    part = {"type": "rich_text_section", "elements": [{"type": "text", "text": value}]}
    return {"type": "rich_text", "elements": [part]}


def _moment(_: Hub, person: Person, value: object) -> int:
    """Seconds since the epoch, from those or from a local date and time."""
    with suppress(ValueError, TypeError, OverflowError):
        seconds = int(str(value))
        if 0 <= seconds <= _MOST_EPOCH:
            return seconds
    with suppress(ValueError, OverflowError):
        moment = datetime.fromisoformat(str(value))
        local = moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(person.tz))
        return int(local.timestamp())
    raise NotPossibleError(f"{value!r} is not a moment like 2026-11-30T09:30")


_READ: Final[Mapping[str, Callable[[Hub, Person, object], object]]] = {
    **dict.fromkeys(("users_select", "multi_users_select"), _user),
    **dict.fromkeys(
        (
            f"{many}{kind}_select"
            for many in ("", "multi_")
            for kind in ("channels", "conversations")
        ),
        _channel,
    ),
    "datepicker": _date,
    "timepicker": _time,
    "datetimepicker": _moment,
    "rich_text_input": _rich,
    "file_input": _file,
}
"""What a person gives for an element, by its type, as it stands in a payload."""


def action_of(
    hub: Hub,
    person: Person,
    *,
    block: Json,
    element: Json,
    given: object,
    offered: Sequence[Json] = (),
) -> tuple[Json, Json | None]:
    """The entry of `actions` in a payload, and the state of the element where it has one."""
    action = {
        "type": element["type"],
        "action_id": element["action_id"],
        "block_id": block["block_id"],
        "action_ts": hub.world.new_ts(),
    }
    if element["type"] in forms.STATE_KEYS:
        state = state_of(hub, person, element, given, offered)
        return {**action, **state}, state
    if element["type"] == "overflow":
        return {**action, "selected_option": forms.chosen_option(element, given)}, None
    if element["type"] == "feedback_buttons":
        element = _feedback(element, given)
    kept: Json = {key: element[key] for key in ("text", "value", "style", "url") if key in element}
    return {**action, **kept}, None


def _feedback(element: Json, given: object) -> Json:
    """Which of the two buttons was pressed: by its value, its text, or "positive"/"negative"."""
    for name in ("positive", "negative"):
        button: Json = element[f"{name}_button"]
        if given in (name, button["value"], button["text"]["text"]):
            return button
    raise NotPossibleError(f"there is no feedback {given!r}")
