"""From what models send to what was asked for: without thinking, without fences."""

import re

_THINKING = re.compile(r"^\s*<think>.*?(?:</think>|\Z)", re.DOTALL)
# Some servers swallow the opening tag and leave the closing one.
_REST_OF_THINKING = re.compile(r"^(?:(?!<think>).)*?</think>", re.DOTALL)
_FENCED = re.compile(r"^\s*```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```\s*$", re.DOTALL)
_OPEN = "<think>"
_CLOSE = "</think>"


def without_thinking(text: str) -> str:
    """The reply after the model's thinking; nothing when the thinking never ended."""
    after = _REST_OF_THINKING.sub("", _THINKING.sub("", text, count=1), count=1)
    # Untouched text keeps its spaces: it may be the first half of a longer one.
    return text if after == text else after.lstrip()


def without_fence(text: str) -> str:
    """The inside, when the whole text is one fenced block."""
    fenced = _FENCED.match(text)
    return fenced[1] if fenced else text


def json_in(text: str) -> str:
    """The JSON object in a reply that may carry fences or words around it."""
    inner = without_fence(text).strip()
    first, last = inner.find("{"), inner.rfind("}")
    return inner[first : last + 1] if 0 <= first < last else inner


class ThinkingFilter:
    """Takes the thinking at the start out of a stream, piece by piece."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._writing = False

    def feed(self, piece: str) -> str:
        """What of the text so far may be shown now."""
        if self._writing:
            return piece
        self._held += piece
        if self._thinking:
            return self._after_thinking()
        start = self._held.lstrip()
        if start.startswith(_OPEN):
            self._thinking = True
            return self._after_thinking()
        if _OPEN.startswith(start):  # may still become the tag
            return ""
        return self._release(start)

    def finish(self) -> str:
        """What was held back, at the end of the stream. Unfinished thinking is dropped."""
        return "" if self._thinking or self._writing else self._held.strip()

    def _after_thinking(self) -> str:
        _, closed, rest = self._held.partition(_CLOSE)
        if not closed or not rest.strip():
            return ""
        self._thinking = False
        return self._release(rest.lstrip())

    def _release(self, text: str) -> str:
        self._writing = True
        self._held = ""
        return text
