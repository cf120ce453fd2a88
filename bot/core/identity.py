"""Run ids and the business key behind them; times at a place."""

import re
import unicodedata
from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MAX_LENGTH = 120
_END = " .?!。"
"""Punctuation that tells no texts apart; NFKC makes these of the wide ones."""


@dataclass(frozen=True, slots=True)
class BusinessKey:
    """What makes two starts the same run: who, where, about when.

    `once` is empty for workflows with a period; otherwise it tells every start apart.
    """

    team: str
    channel: str
    person: str
    period: str
    once: str = ""


def run_id(workflow: str, key: BusinessKey) -> str:
    """`{workflow}-{period}-{8 hex of SHA-256 over the key}`, lower case, `a-z 0-9 - .` only.

    ":" would shift the fields of the Redis saver's keys. The id is never parsed back.
    """
    raw = "\x1f".join([workflow, *astuple(key)])
    digest = sha256(raw.encode()).hexdigest()[:8]
    slug = re.sub(r"[^a-z0-9-]+", "-", f"{workflow}-{key.period}".lower()).strip("-")
    return f"{slug[: MAX_LENGTH - 20]}-{digest}".lstrip("-")


def same_text(said: str) -> str:
    """The form in which texts are compared: case, spaces and end punctuation do not count."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", said).casefold())
    flat = " ".join(folded.split())
    return flat.rstrip(_END) or flat


def week(now_ms: int, timezone: str) -> str:
    """The ISO week at a place, as `2026-W48`. An unknown time zone counts as UTC."""
    year, number, _ = _local(now_ms, timezone).isocalendar()
    return f"{year}-W{number:02d}"


def local_minute(at_ms: int, timezone: str) -> str:
    """A time at a place, as `2026-11-30 14:05`. An unknown time zone counts as UTC."""
    return f"{_local(at_ms, timezone):%Y-%m-%d %H:%M}"


def local_second(at_ms: int, timezone: str) -> str:
    """The same to the second."""
    return f"{_local(at_ms, timezone):%Y-%m-%d %H:%M:%S}"


def _local(at_ms: int, timezone: str) -> datetime:
    try:
        zone = ZoneInfo(timezone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        zone = ZoneInfo("UTC")
    return datetime.fromtimestamp(at_ms / 1000, tz=UTC).astimezone(zone)
