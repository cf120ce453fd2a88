"""The text of one document, from its bytes and its name. Bounded, whatever the file holds.

Files come from people and from folders, and their parsers are given anything. Everything that
they raise becomes a `DocumentError`, whose kind says what a person can do about it.
"""

from collections.abc import Callable, Mapping
from pathlib import PurePath

import regex

from graphs.sources.encodings import decoded, decoded_page
from graphs.sources.refusals import MAX_BYTES, MAX_CHARS, MAX_PAGES, DocumentError, Kind
from graphs.sources.subtitle_files import cues_text

__all__ = [
    "MAX_BYTES",
    "MAX_CHARS",
    "MAX_PAGES",
    "SUFFIXES",
    "UNWRITABLE",
    "DocumentError",
    "Kind",
    "refusal",
    "suffix_of",
    "text_of",
]

UNWRITABLE = regex.compile(r"[[\p{Cc}\p{Cs}\uFFFE\uFFFF\uFEFF]--[\n\t]]", regex.V1)
"""Control characters, lone surrogates, what is no character: Redis, Slack or XML refuse them."""

_GAP = regex.compile(r"\n{3,}")


def suffix_of(name: str) -> str:
    """The end of a file's name that says its kind, as `.pdf`; "" where there is none."""
    return PurePath(name.strip()).suffix.lower()


def refusal(name: str, size: int) -> Kind | None:
    """What can be said of a file before it is read, by its name and its size in bytes."""
    if suffix_of(name) not in SUFFIXES:
        return "unknown"
    if size > MAX_BYTES:
        return "too_big"
    return None if size else "empty"


def text_of(name: str, data: bytes) -> str:
    r"""The text of a document, whose kind is told by its name. DocumentError.

    Takes the processor for a while: call it in a thread. Lines end with `\n`, and no control
    character but tabs is in it.
    """
    if refused := refusal(name, len(data)):
        raise DocumentError(refused)
    try:
        return _tidy(_READERS[suffix_of(name)](data))
    except DocumentError:
        raise
    except Exception as error:  # parsers that are given anything raise anything
        raise DocumentError("broken") from error


def _tidy(text: str) -> str:
    if len(text) > MAX_CHARS:
        raise DocumentError("too_long")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    kept = UNWRITABLE.sub("", lines).split("\n")
    tidy = _GAP.sub("\n\n", "\n".join(line.rstrip() for line in kept)).strip()
    if not tidy:
        raise DocumentError("empty")
    return tidy


def _plain(data: bytes) -> str:
    text = decoded(data)
    if "\0" in text:  # no text has that
        raise DocumentError("broken")
    return text


def _cues(data: bytes) -> str:
    return cues_text(_plain(data))


def _page(data: bytes) -> str:
    page = decoded_page(data)
    if "\0" in page:
        raise DocumentError("broken")
    from graphs.sources.html_files import page_text  # noqa: PLC0415 # loads a lot; most need none

    return page_text(page) if page.strip() else ""


def _pdf(data: bytes) -> str:
    from graphs.sources.pdf_files import pdf_text  # noqa: PLC0415 # the same

    return pdf_text(data)


def _docx(data: bytes) -> str:
    from graphs.sources.word_files import word_text  # noqa: PLC0415 # the same

    return word_text(data)


_READERS: Mapping[str, Callable[[bytes], str]] = {
    ".txt": _plain,
    ".md": _plain,
    ".vtt": _cues,
    ".srt": _cues,
    ".html": _page,
    ".htm": _page,
    ".pdf": _pdf,
    ".docx": _docx,
}
SUFFIXES: frozenset[str] = frozenset(_READERS)
"""The kinds of files that have a text, as the ends of their names."""
