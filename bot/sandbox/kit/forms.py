"""Forms of strings: addresses, ids, dates, numbers, and what Slack calls them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final


@dataclass(frozen=True, slots=True)
class Form:
    """A form that a string has, as `holds` says, and what Slack calls such a string."""

    name: str
    holds: Callable[[str], object]


def form(name: str, pattern: str) -> Form:
    """The form that a regular expression describes."""
    return Form(name, re.compile(pattern).fullmatch)


def _is_date(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


URL: Final = form("a valid URL", r"(https?|mailto|tel|slack):\S+")
WEB_URL: Final = form("a valid URL", r"https?://\S+")
HTTPS_URL: Final = form("a valid HTTPS URL", r"https://\S+")
DATE: Final = Form("a valid date", _is_date)
TIME: Final = form("a valid time", r"([01][0-9]|2[0-3]):[0-5][0-9]")
TIMEZONE: Final = form("a valid timezone", r"[A-Za-z_]+(/[A-Za-z0-9_+-]+)*")
NUMBER: Final = form("a valid number", r"-?[0-9]+(\.[0-9]+)?")
COLOR: Final = form("a valid color", r"#[0-9a-fA-F]{6}")
USER: Final = form("a valid user ID", r"[UW][A-Z0-9]+")
CONVERSATION: Final = form("a valid conversation ID", r"[CGDU][A-Z0-9]+")
CHANNEL: Final = form("a valid channel ID", r"C[A-Z0-9]+")
