"""Numbers as people type them: `1,240`, `1 240`, `-1.5`, `１２`.

What could mean two things is none.
"""

import math
import re

MAX_INTEGER = 2**53
"""Every reader of JSON keeps integers up to here exact."""
_LONGEST = 400
"""Longer than any number that a float can hold, with its groups."""

_PLAIN: dict[int, str] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys((0x3000, 0xA0, 0x2009, 0x202F), " "),
    0x2212: "-",
}
"""Full-width characters, spaces of other widths, and the minus sign, as ASCII."""
_NUMBER = re.compile(
    r"(?P<whole>[+-]?(?:[0-9]+|[1-9][0-9]{0,2}(?P<mark>[, ])[0-9]{3}(?:(?P=mark)[0-9]{3})*)?)"
    r"(?P<part>\.[0-9]+)?(?P<power>[eE][+-]?[0-9]{1,3})?"
)


def integer(text: str) -> int | None:
    """Read a whole number; None where the text is none. `1.0` is none: it may be a thousand."""
    found = _found(text)
    return int(_digits(found["whole"])) if found and not (found["part"] or found["power"]) else None


def number(text: str) -> float | None:
    """Read a number, an int where it is typed as one and exact; None where the text is none.

    `1,240` is a thousand and more, `1,5` nothing: in half of the world it is one and a half.
    """
    found = _found(text)
    if not found:
        return None
    whole = integer(text)
    if whole is not None and abs(whole) <= MAX_INTEGER:
        return whole
    value = float(_digits(found[0]))
    return value if math.isfinite(value) else None


def _found(text: str) -> re.Match[str] | None:
    plain = text.translate(_PLAIN).strip()
    found = _NUMBER.fullmatch(plain) if len(plain) <= _LONGEST else None
    if found is None or not (found["whole"].strip("+-") or found["part"]):
        return None
    return found


def _digits(text: str) -> str:
    return text.replace(",", "").replace(" ", "")
