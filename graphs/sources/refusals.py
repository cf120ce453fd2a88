"""Why a document is not read, and the bounds of those that are."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from graphs.contract import Language, Words

MAX_BYTES = 20 * 1024 * 1024
"""Of a file that is read at all."""
MAX_CHARS = 2_000_000
"""Of the text in it."""
MAX_PAGES = 500
"""Of a PDF."""

Kind: TypeAlias = Literal["unknown", "encrypted", "empty", "too_big", "too_long", "broken"]

_MB = MAX_BYTES // (1024 * 1024)
_SAYS: Mapping[Kind, Words] = {
    "unknown": {"en": "is of a kind that cannot be read", "zh": "文件类型无法读取"},
    "encrypted": {"en": "is protected by a password", "zh": "有密码保护"},
    "empty": {"en": "has no text in it", "zh": "里面没有文字"},
    "too_big": {"en": f"is over {_MB} MB", "zh": f"超过 {_MB} MB"},
    "too_long": {
        "en": f"has over {MAX_PAGES} pages, or over {MAX_CHARS:,} characters",
        "zh": f"超过 {MAX_PAGES} 页，或超过 {MAX_CHARS:,} 个字符",
    },
    "broken": {
        "en": "is damaged, or is not what its name says",
        "zh": "文件已损坏，或者与文件名不符",
    },
}


class DocumentError(Exception):
    """There is no text to be had from a file. `str()` goes on after its name, in English.

    `kind` is `unknown` (its suffix), `encrypted`, `empty` (a scan, too), `too_big` (over
    MAX_BYTES), `too_long` (over MAX_PAGES or MAX_CHARS, or far bigger once unpacked) or
    `broken`.
    """

    def __init__(self, kind: Kind) -> None:
        super().__init__(_SAYS[kind]["en"])
        self.kind: Kind = kind

    def said(self, language: Language) -> str:
        """The same in a language."""
        return _SAYS[self.kind][language]
