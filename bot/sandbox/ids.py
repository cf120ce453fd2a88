"""Names as Slack makes them: short ids, record ids, tokens."""

import itertools
import secrets
import string
from typing import Final

_LETTERS: Final = string.ascii_uppercase + string.digits
_RECORD_LENGTH: Final = 10
_SHORT_LENGTH: Final = 5
_COUNTER: Final = itertools.count(1)


def record_id(prefix: str) -> str:
    """An id of a channel, file, view and so on: a letter and ten more."""
    return prefix + "".join(secrets.choice(_LETTERS) for _ in range(_RECORD_LENGTH))


def short_id() -> str:
    """An id that Slack gives a block or an action without one."""
    return "".join(secrets.choice(_LETTERS + string.ascii_lowercase) for _ in range(_SHORT_LENGTH))


def digits(count: int) -> str:
    """Random digits."""
    return "".join(secrets.choice(string.digits) for _ in range(count))


def next_number() -> int:
    """The place of a call or a delivery in the order of all of them; it never comes twice."""
    return next(_COUNTER)
