"""The text of what a site gave, and its title. Takes the processor for a while: in a thread."""

from itertools import islice

import regex

from graphs.sources.documents import UNWRITABLE, DocumentError, text_of
from graphs.sources.encodings import decoded, decoded_page
from graphs.sources.passages import title_of
from graphs.sources.protocol import SourceError
from graphs.sources.tags import untangled

KINDS = frozenset({"text/html", "application/xhtml+xml", "text/plain", "application/pdf"})
"""The content types that are read."""
MAX_TITLE_CHARS = 300
MOST_TAGS = 40_000
"""Of HTML, about 20,000 elements. A page is taken apart in a thread that no timeout ends, and a
million of them would take it for minutes."""

_TAG = regex.compile(r"<[A-Za-z/!?]")
_MARKUP = regex.compile(r"<[^<>]*>?")


def text_of_page(kind: str, charset: str | None, data: bytes) -> tuple[str, str, int]:
    """Title ("" where it has none), text, and about how many characters of text were left.

    SourceError where there is no text in it.
    """
    try:
        title, text, left = _read(kind, charset, data)
    except DocumentError as error:
        raise SourceError(
            f"The page cannot be used: it {error}.", f"网页无法使用：{error.said('zh')}。"
        ) from error
    text = UNWRITABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if not text:
        raise SourceError("The page has no text in it.", "网页里没有文字。")
    return " ".join(UNWRITABLE.sub(" ", title).split())[:MAX_TITLE_CHARS], text, left


def _read(kind: str, charset: str | None, data: bytes) -> tuple[str, str, int]:
    if kind == "application/pdf":
        text = text_of("page.pdf", data)
        return title_of("", text), text, 0
    if kind == "text/plain":
        return "", _named(charset, data) or decoded(data), 0
    page, left = _bounded(_named(charset, data) or decoded_page(data))
    return *_html(page), left


def _named(charset: str | None, data: bytes) -> str | None:
    """The text in the encoding that the site named; None where it named none that there is."""
    try:
        return data.decode(charset, "replace") if charset else None
    except (LookupError, ValueError):
        return None


def _bounded(page: str) -> tuple[str, int]:
    """The beginning of a page, up to MOST_TAGS, and how many characters of text are behind it.

    What only looks like a tag there is text.
    """
    over = next(islice(_TAG.finditer(page), MOST_TAGS, None), None)
    end = over.start() if over else len(page)
    rest = _MARKUP.sub(" ", page[end:])
    return untangled(page[:end]), len(" ".join(rest.split()))


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
