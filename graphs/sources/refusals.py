"""Why a document is not read, and the bounds of those that are."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

MAX_BYTES = 20 * 1024 * 1024
"""Of a file that is read at all."""
MAX_CHARS = 2_000_000
"""Of the text in it."""
MAX_PAGES = 500
"""Of a PDF."""

Kind: TypeAlias = Literal["unknown", "encrypted", "empty", "too_big", "too_long", "broken"]

_SAYS: Mapping[Kind, str] = {
    "unknown": "is of a kind that cannot be read",
    "encrypted": "is protected by a password",
    "empty": "has no text in it",
    "too_big": f"is over {MAX_BYTES // (1024 * 1024)} MB",
    "too_long": f"has over {MAX_PAGES} pages, or over {MAX_CHARS:,} characters",
    "broken": "is damaged, or is not what its name says",
}


class DocumentError(Exception):
    """There is no text to be had from a file. `str()` goes on after its name, in English.

    `kind` is `unknown` (its suffix), `encrypted`, `empty` (a scan, too), `too_big` (over
    MAX_BYTES), `too_long` (over MAX_PAGES or MAX_CHARS, or far bigger once unpacked) or
    `broken`.
    """

    def __init__(self, kind: Kind) -> None:
        super().__init__(_SAYS[kind])
        self.kind: Kind = kind
