"""What a script gives for a field, turned into what a person would type or choose."""

from datetime import date, datetime, time


def typed(value: object) -> object:
    """Dates and times as Slack writes them; lists of those; all else as it is.

    A moment without a time zone is meant in the one of the person who types it.
    """
    if isinstance(value, (list, tuple, set, frozenset)):
        return [typed(item) for item in value]
    if isinstance(value, datetime):
        return int(value.timestamp()) if value.tzinfo else value.isoformat(timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return value.strftime("%H:%M")
    return value
