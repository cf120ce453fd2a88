"""Bytes of a text file become a text, whichever of the usual encodings they are in."""

import codecs

import regex

_MARKED = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 20_000
_ASCII = regex.compile(r"\p{ASCII}+")
_DECLARED = regex.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([\w.:-]{2,40})", regex.IGNORECASE
)
_HEAD = 2_048


def decoded(data: bytes) -> str:
    """By its byte order mark, else UTF-8, else GB18030 where that reads as Chinese, else cp1252.

    UnicodeDecodeError only where the mark is wrong.
    """
    for mark, encoding in _MARKED:
        if data.startswith(mark):
            return data.decode(encoding)
    utf8 = _strictly(data, "utf-8")
    if utf8 is not None:
        return utf8
    chinese = _strictly(data, "gb18030")
    if chinese is not None and _reads_as_chinese(chinese):
        return chinese
    return data.decode("cp1252", "replace")


def decoded_page(data: bytes) -> str:
    """The same for HTML, which may name its encoding itself."""
    declared = _DECLARED.search(data[:_HEAD])
    if declared is None or any(data.startswith(mark) for mark, _ in _MARKED):
        return decoded(data)
    named = _strictly(data, declared[1].decode("ascii", "replace"))
    return decoded(data) if named is None else named


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _reads_as_chinese(text: str) -> bool:
    """Whether most of what is not ASCII are characters of everyday Chinese.

    An accented letter and the letter behind it also decode as one character, but as a rare one,
    which GB2312 does not have.
    """
    wide = _ASCII.sub("", text)[:_SAMPLE]
    common = wide.encode("gb2312", "ignore").decode("gb2312")
    return len(common) * 2 > len(wide)
