"""The text of what a site gave, and its title. Takes the processor for a while: in a thread."""

import regex

from graphs.sources.documents import DocumentError, text_of
from graphs.sources.encodings import decoded, decoded_page
from graphs.sources.passages import title_of
from graphs.sources.protocol import SourceError

KINDS = frozenset({"text/html", "application/xhtml+xml", "text/plain", "application/pdf"})
"""The content types that are read."""
MAX_TITLE_CHARS = 300

_UNWRITABLE = regex.compile(r"[[\p{Cc}\p{Cs}\uFFFE\uFFFF\uFEFF]--[\n\t]]", regex.V1)


def text_of_page(kind: str, charset: str | None, data: bytes) -> tuple[str, str]:
    """Title ("" where it has none) and text. SourceError where there is no text in it."""
    try:
        title, text = _read(kind, charset, data)
    except DocumentError as error:
        raise SourceError(f"The page cannot be used: it {error}.") from error
    text = _UNWRITABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if not text:
        raise SourceError("The page has no text in it.")
    return " ".join(_UNWRITABLE.sub(" ", title).split())[:MAX_TITLE_CHARS], text


def _read(kind: str, charset: str | None, data: bytes) -> tuple[str, str]:
    if kind == "application/pdf":
        text = text_of("page.pdf", data)
        return title_of("", text), text
    if kind == "text/plain":
        return "", _named(charset, data) or decoded(data)
    return _html(_named(charset, data) or decoded_page(data))


def _named(charset: str | None, data: bytes) -> str | None:
    """The text in the encoding that the site named; None where it named none that there is."""
    try:
        return data.decode(charset, "replace") if charset else None
    except (LookupError, ValueError):
        return None


def _html(page: str) -> tuple[str, str]:
    # Each takes a tenth of a second to load, and most processes read no page.
    import trafilatura  # noqa: PLC0415

    try:
        tree = trafilatura.load_html(page)
        if tree is None:
            return "", ""
        title = tree.findtext(".//title") or tree.findtext(".//h1") or ""
        text = trafilatura.extract(tree, include_comments=False, favor_recall=True)
    except Exception as error:  # whatever a parser makes of a page
        raise DocumentError("broken") from error
    return title, text or ""
