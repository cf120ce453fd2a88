"""Logging: one event a line, with the run id where there is one; console or JSON.

Secrets never reach a line: what looks like a token or a response_url is cut out
of every text, whoever logs it.
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Literal

import structlog

_SECRET = re.compile(
    r"(xox[a-z]-|xapp-|sk-)[A-Za-z0-9-]{4,}|hooks\.slack\.com/\S+|/commands/\S+|/actions/\S+"
)
Event = MutableMapping[str, Any]


def configure(style: Literal["console", "json"], level: str) -> None:
    """Send our own events, and the libraries' warnings, to standard error."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        without_secrets,
    ]
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if style == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
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
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processor=renderer)
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for ours in ("bot", "graphs"):
        logging.getLogger(ours).setLevel(level.upper())


def without_secrets(_logger: object, _method: str, event: Event) -> Event:
    """Cut tokens and one-time addresses out of every text of an event."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = _SECRET.sub("[secret]", value)
    return event
