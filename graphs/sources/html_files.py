"""The text of an HTML page, without its markup."""

from collections.abc import Iterator

import lxml.html
import regex

from graphs.sources.refusals import DocumentError
from graphs.sources.tags import untangled

_UNSEEN = "script", "style", "noscript", "template", "head", "svg", "iframe", "object"
_BLOCK = regex.compile(
    "address|article|aside|blockquote|body|br|caption|dd|details|div|dl|dt|fieldset|figcaption|"
    "figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|option|p|pre|section|summary|table|tr|ul"
)
# A new line before them is enough.
_ROWS = frozenset({"br", "dd", "dt", "hr", "li", "option", "tr"})
_CELLS = frozenset({"td", "th"})
_MOST_ELEMENTS = 100_000
_SPACE = regex.compile(r"\s+")
_INDENT = regex.compile(r"^ (?! )", regex.MULTILINE)


def page_text(page: str) -> str:
    """What a reader of a page sees, one line for each block; a row of a table is one line.

    DocumentError where there are too many of them; what lxml raises where there are none.
    """
    if page.count("<") > 4 * _MOST_ELEMENTS:
        raise DocumentError("too_long")
    root = lxml.html.document_fromstring(untangled(page))
    for part in list(root.iter(*_UNSEEN)):
        part.drop_tree()
    return _INDENT.sub("", "".join(_pieces(root)))


def _pieces(root: lxml.html.HtmlElement) -> Iterator[str]:
    """The text in reading order. A loop, since pages can be nested very deeply."""
    walk = lxml.etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for number, (event, element) in enumerate(walk):
        if number > 2 * _MOST_ELEMENTS:
            raise DocumentError("too_long")
        if isinstance(element.tag, str):
            yield _border(element, ends=event == "end")
        if event == "start":
            yield _spaced(element, element.text)
        elif element is not root:
            yield _spaced(element.getparent(), element.tail)


def _border(element: lxml.html.HtmlElement, *, ends: bool) -> str:
    if element.tag in _CELLS:
        before = element.getprevious()
        return " | " if not ends and before is not None and before.tag in _CELLS else ""
    if not _BLOCK.fullmatch(element.tag) or (ends and element.tag in _ROWS):
        return ""
    return "\n"


def _spaced(element: lxml.html.HtmlElement, text: str | None) -> str:
    """White space in the source of a page is one space, but not in what is preformatted."""
    return (text or "") if element.tag == "pre" else _SPACE.sub(" ", text or "")
