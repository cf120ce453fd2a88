"""The text of a DOCX, paragraph by paragraph, a row of a table on one line.

Read element by element rather than by python-docx' paragraphs and cells: those leave out what
was inserted with changes tracked and what stands in content controls, and a cell that claims
to span a million columns is given a million times.
"""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import docx

from graphs.sources.refusals import DocumentError

_UNPACKED = 100 * 1024 * 1024
_MARKUP = 20 * 1024 * 1024
_PARTS = 5_000
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# The same text once more, for older programs.
_AGAIN = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_SPACES = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n"}
# How office programs keep a document with a password.
_LOCKED = "EncryptedPackage".encode("utf-16-le")


def word_text(data: bytes) -> str:
    """The text of the document's body. DocumentError, and whatever python-docx raises."""
    if _LOCKED in data:
        raise DocumentError("encrypted")
    _check_package(data)
    body: Any = docx.Document(io.BytesIO(data)).element.body
    for again in list(body.iter(_AGAIN)):
        again.getparent().remove(again)
    return "".join(_pieces(body))


def _check_package(data: bytes) -> None:
    """What it claims to unpack to, which is what no more than that is read of."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        parts = package.infolist()
    if any(part.flag_bits & 1 for part in parts):
        raise DocumentError("encrypted")
    markup = sum(part.file_size for part in parts if part.filename.endswith((".xml", ".rels")))
    whole = sum(part.file_size for part in parts)
    if len(parts) > _PARTS or markup > _MARKUP or whole > _UNPACKED:
        raise DocumentError("too_long")


def _pieces(body: Any) -> Iterator[str]:  # noqa: ANN401 # lxml's elements have no types
    for element in body.iter(f"{_W}p", f"{_W}t", *_SPACES):
        if element.tag == f"{_W}p":
            yield _border(element)
        else:
            yield _SPACES.get(element.tag) or element.text or ""


def _border(paragraph: Any) -> str:  # noqa: ANN401 # as above
    """What stands before a paragraph: a new line, but in a table the next cell."""
    cell, before = paragraph.getparent(), paragraph.getprevious()
    first = cell.tag == f"{_W}tc" and (before is None or before.tag == f"{_W}tcPr")
    beside = cell.getprevious() if first else None
    return " | " if beside is not None and beside.tag == f"{_W}tc" else "\n"
