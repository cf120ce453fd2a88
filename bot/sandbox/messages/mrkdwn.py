"""How people read Slack's markup: names, dates in their time zone, links."""

import re
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.sandbox.markup import CONTROL, unescape
from bot.sandbox.state.world import World

_DATE_FORMS: Final = {
    "{date_num}": "%Y-%m-%d",
    "{date_slash}": "%d/%m/%Y",
    "{date_long}": "%A, %B %d, %Y",
    "{date_long_pretty}": "%A, %B %d, %Y",
    "{date_short}": "%b %d, %Y",
    "{date_short_pretty}": "%b %d, %Y",
    "{date_pretty}": "%B %d, %Y",
    "{date}": "%B %d, %Y",
    "{time_secs}": "%H:%M:%S",
    "{time}": "%H:%M",
    "{ago}": "%Y-%m-%d %H:%M",
    "{day_divider_pretty}": "%A, %B %d",
}


def resolve(text: str, world: World, *, tz: str = "Etc/UTC") -> str:
    """The text as people read it: names for mentions, dates in a time zone, links with address."""
    return unescape(CONTROL.sub(lambda match: _resolved(match, world, tz), text))


def _resolved(match: re.Match[str], world: World, tz: str) -> str:
    target, label = match.group(1), match.group(2)
    if target[0] == "@":
        person = world.people.get(target[1:])
        return f"@{person.name}" if person else f"@{target[1:]}"
    if target[0] == "#":
        channel = world.channels.get(target[1:])
        return f"#{channel.name}" if channel else "#unknown"
    if target[0] == "!":
        return _special(target, label, world, tz)
    return f"{label} ({target})" if label else target


def _special(target: str, label: str | None, world: World, tz: str) -> str:
    name, *args = target[1:].split("^")
    if name == "date" and args and args[0].isdigit():
        form = args[1] if len(args) > 1 else "{date}"
        return format_date(int(args[0]), form, tz) or label or form
    if label:
        return label
    group = world.groups.get(args[0]) if name == "subteam" and args else None
    return f"@{group.handle if group else name}"


def format_date(timestamp: int, form: str, tz: str) -> str:
    """A date of Slack's date markup in a time zone; "" for one that no calendar has."""
    try:
        moment = datetime.fromtimestamp(timestamp, tz=ZoneInfo(tz) if tz else UTC)
    except (OverflowError, OSError, ValueError):
        return ""
    for name, pattern in _DATE_FORMS.items():
        form = form.replace(name, moment.strftime(pattern))
    return form
