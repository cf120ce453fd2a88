"""The text of a PDF, page by page. Bounded: its streams are small and unpack to anything."""

import io
import time
import unicodedata
from collections.abc import Iterator

import regex
from pypdf import PasswordType, PdfReader, apply_configuration
from pypdf.errors import DependencyError, LimitReachedError, WrongPasswordError

from graphs.sources.refusals import MAX_CHARS, MAX_PAGES, DocumentError

MAX_SECONDS = 20.0
"""For all pages together."""
_STREAM = 20 * 1024 * 1024
_OPERATIONS = 200_000
_FORMS = 200
_SHAPES = regex.compile(r"[\u2E80-\u2FDF\uFB00-\uFB06]")
"""Radicals and ligatures: not what was written, but what the font has for it."""
_NOT_IN_NFKC = str.maketrans(
    "⺒⺓⺠⻄⻅⻆⻉⻋⻑⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⼾",
    "巳幺民西见角贝车長长门青韦页风飞食马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀户",
)
"""Radicals that are whole words, and that no normal form takes back, or (the last) to another."""


def pdf_text(data: bytes) -> str:
    """The text of all pages. DocumentError, and whatever pypdf raises."""
    bounds = apply_configuration(
        zlib_maximum_output_length=_STREAM,
        lzw_maximum_output_length=_STREAM,
        run_length_maximum_output_length=_STREAM,
        array_based_stream_maximum_output_length=_STREAM,
        stream_parsing_work_maximum_count=_OPERATIONS,
        xform_maximum_invocations_per_extraction=_FORMS,
        page_tree_maximum_entries=10 * MAX_PAGES,
    )
    with bounds:
        try:
            return "\n\n".join(_pages(_opened(data)))
        except LimitReachedError as error:
            raise DocumentError("too_long") from error


def _opened(data: bytes) -> PdfReader:
    """A PDF that has only an owner's password, against changes, opens with an empty one."""
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted:
        try:
            opened = reader.decrypt("")
        # AES needs a library of its own.
        except (DependencyError, NotImplementedError, WrongPasswordError) as error:
            raise DocumentError("encrypted") from error
        if opened is PasswordType.NOT_DECRYPTED:
            raise DocumentError("encrypted")
    return reader


def _pages(reader: PdfReader) -> Iterator[str]:
    if len(reader.pages) > MAX_PAGES:
        raise DocumentError("too_long")
    room, until = MAX_CHARS, time.monotonic() + MAX_SECONDS
    for page in reader.pages:
        text = _as_written(page.extract_text())
        room -= len(text)
        if room < 0 or time.monotonic() > until:
            raise DocumentError("too_long")
        yield text


def _as_written(text: str) -> str:
    """With letters and characters for the shapes that browsers print. Nothing else is changed."""
    plain = text.translate(_NOT_IN_NFKC)
    return _SHAPES.sub(lambda shape: unicodedata.normalize("NFKC", shape[0]), plain)
