"""Logging: one event a line, with the run id where there is one; console or JSON.

Secrets never reach a line: what looks like a token, a password in an address or a
response_url is cut out, whoever logs it and however deep it lies. Nor do people's
words: of an exception a line has types and places, since its text may quote them.
Level debug is for looking closely, and shows whole tracebacks.
"""

import logging
import re
import sys
import traceback
from collections.abc import Collection, Iterator, Mapping, MutableMapping
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import structlog
from structlog.typing import Processor

Event = MutableMapping[str, Any]

CUT = "[secret]"
_NAME = r"(?:token|ticket|password|passwd|secret|signature|api_?key)"
_SECRETS = (
    (re.compile(r"(?:xox[a-z]|xapp|xwfp)-[\w.~+/=%-]+", re.ASCII), CUT),
    # Not "task-force": these letters end words. But what comes before may be an escape.
    (
        re.compile(
            r"(?:(?<![A-Za-z])|(?<=\\[a-z])|(?<=\\x[0-9a-f]{2})|(?<=\\u[0-9a-f]{4}))"
            r"sk-[\w.~+/=%-]+",
            re.ASCII,
        ),
        CUT,
    ),
    (re.compile(r"://\S*@"), f"://{CUT}@"),
    (re.compile(r"hooks\.slack\.com/\S+|/(?:commands|actions)/\S+"), CUT),
    (re.compile(rf"(?i)({_NAME})=[^\s&\"']+"), rf"\1={CUT}"),
    (re.compile(rf"(?i)({_NAME}[\"']\s*:\s*)[\"'][^\"']+[\"']"), rf"\1'{CUT}'"),
    (re.compile(r"(?i)(bearer)\s+\S+"), rf"\1 {CUT}"),
)
_SECRET_KEY = re.compile(rf"(?i)(?:.*[_-])?{_NAME}|authorization|response_url")
OPERATORS = "what"
"""In this field an exception may be quoted: it comes of code as it is loaded, not of people."""
_OURS = ("bot", "graphs")
_OF_STRUCTLOG = {"_record", "_from_structlog"}
_DEEPEST = 6
_LONGEST = 12
_FRAMES = 20
_TELLING = 6
"""Shorter texts of an exception are words like "id", and would be cut out of everything."""


def configure(style: Literal["console", "json"], level: str, *, hide: Collection[str] = ()) -> None:
    """Send our own events, and the libraries' warnings, to standard error.

    `hide` are secrets of these settings: they are cut out whatever they look like.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        Exceptions(whole=level == "debug"),
        Secrets(hide),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter(foreign_pre_chain=shared, processor=_renderer(style)))
    root = logging.getLogger()
    root.handlers = [handler]
    lowest = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(logging.WARNING, lowest))
    for ours in _OURS:
        logging.getLogger(ours).setLevel(lowest)
    # What is wrong with a PDF, in a line for each of its objects; people are told in one.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)


def _renderer(style: Literal["console", "json"]) -> Processor:
    if style == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )


class _Formatter(structlog.stdlib.ProcessorFormatter):
    """Of an exception that a library formats into its message, only the type is left."""

    def format(self, record: logging.LogRecord) -> str:
        if not isinstance(record.msg, dict):
            record = logging.makeLogRecord(vars(record))
            record.msg = _type_of(record.msg)
            if isinstance(record.args, tuple):
                record.args = tuple(_type_of(value) for value in record.args)
        return super().format(record)


def _type_of(value: object) -> object:
    return type(value).__name__ if isinstance(value, BaseException) else value


class Exceptions:
    """Turns `exc_info` into types and places: `raised`, one line. `whole` keeps the traceback.

    What the exception says is cut out of the other texts as well: asyncio and Bolt
    put it into their messages.
    """

    def __init__(self, *, whole: bool) -> None:
        self._whole = whole

    def __call__(self, _logger: object, _method: str, event: Event) -> Event:
        """Process an event."""
        error = _exception(event.pop("exc_info", None))
        if error is None:
            return event
        if self._whole:
            event["exception"] = "".join(traceback.format_exception(error)).rstrip()
            return event
        chain = list(islice(_chain(error), _LONGEST))
        event["raised"] = "; from ".join(_place(one) for one in chain)
        said = {text: type(one).__name__ for one in chain for text in _texts(one)}
        for key, value in event.items():
            if isinstance(value, str) and key != OPERATORS:
                event[key] = _without(value, said)
        return event


def _exception(exc_info: object) -> BaseException | None:
    """The exception that an event is about: given, in a tuple, or being handled now."""
    match exc_info:
        case BaseException():
            return exc_info
        case (_, BaseException() as error, _):
            return error
        case None | False | (None, None, None):
            return None
        case _:
            return sys.exc_info()[1]


def _chain(error: BaseException, depth: int = 0) -> Iterator[BaseException]:
    """The exception, what it holds if it is a group, and what led to it."""
    yield error
    led = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    inside = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    for one in (*inside, *((led,) if led else ())):
        if depth < _DEEPEST:
            yield from _chain(one, depth + 1)


def _place(error: BaseException) -> str:
    """Type and frames, the innermost first, without a word of its text."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{_short(f.filename)}:{f.lineno} {f.name}" for f in reversed(frames)][:_FRAMES]
    return " < ".join([type(error).__name__, *places])


def _short(file: str) -> str:
    return "/".join(Path(file).parts[-3:])


def _texts(error: BaseException) -> list[str]:
    texts = {repr(error), str(error), *(arg for arg in error.args if isinstance(arg, str))}
    return [text for text in texts if len(text.strip()) >= _TELLING]


def _without(text: str, said: Mapping[str, str]) -> str:
    for quote in sorted(said, key=len, reverse=True):
        text = text.replace(quote, f"[{said[quote]}]")
    return text


class Secrets:
    """Cuts tokens, passwords and one-time addresses out of an event. `hide` are known ones."""

    def __init__(self, hide: Collection[str] = ()) -> None:
        self._hide = sorted((text for text in hide if text), key=len, reverse=True)

    def __call__(self, _logger: object, _method: str, event: Event) -> Event:
        """Process an event."""
        for key, value in list(event.items()):
            if key not in _OF_STRUCTLOG:
                event[key] = self._value(value, key, 0)
        return event

    def _value(self, value: object, key: object, depth: int) -> object:
        """The value as a line may have it, all that is inside it as well."""
        match value:
            case None | bool() | int() | float():
                return value
            case str():
                return CUT if _SECRET_KEY.fullmatch(str(key)) else self.text(value)
            case BaseException():
                return type(value).__name__
            case Mapping() if depth < _DEEPEST:
                inside = value.items()
                return {self.text(str(k)): self._value(v, k, depth + 1) for k, v in inside}
            case list() | tuple() | set() | frozenset() if depth < _DEEPEST:
                return [self._value(item, key, depth + 1) for item in value]
            case _:
                return self.text(repr(value))

    def text(self, text: str) -> str:
        """A text without what looks like a secret, or is known to be one."""
        for known in self._hide:
            text = text.replace(known, CUT)
        for pattern, instead in _SECRETS:
            text = pattern.sub(instead, text)
        return text
