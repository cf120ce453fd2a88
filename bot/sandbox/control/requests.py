"""How people and developers ask over HTTP: JSON in, JSON out, a sentence for a mistake.

Every answer is an object: `{"ok": true, ...}`, or `{"ok": false, "error": sentence}` with status
400 (404 where the thing asked for is not there, 415 for a body that is not called JSON).
"""

import json
from collections.abc import Awaitable, Callable, Collection, Mapping
from http import HTTPStatus
from typing import Final, TypeVar

from aiohttp import web

from bot.sandbox.errors import NotPossibleError, SlackError
from bot.sandbox.wire import NESTED_MOST, Json, depth, dumps

Word = TypeVar("Word", bound=str)
Asked = Callable[[web.Request], Awaitable[Json]]
Action = Callable[[Json], Awaitable[Json]]
Handler = Callable[[web.Request], Awaitable[web.Response]]

_LONGEST_NUMBER: Final = 15


class NotThereError(NotPossibleError):
    """What was asked for does not exist, or not any more."""


class NotJsonError(NotPossibleError):
    """The body is not called JSON."""


class NotBytesError(NotPossibleError):
    """The body is not called bytes."""


_STATUSES: Final[Mapping[type[Exception], HTTPStatus]] = {
    NotThereError: HTTPStatus.NOT_FOUND,
    NotJsonError: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    NotBytesError: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
}


def answered(action: Asked) -> Handler:
    """A handler that gives what `action` returns, and says what was wrong with the request."""

    async def serve(request: web.Request) -> web.Response:
        try:
            return _json({"ok": True, **await action(request)})
        except (NotPossibleError, SlackError) as error:
            status = _STATUSES.get(type(error), HTTPStatus.BAD_REQUEST)
            return _json({"ok": False, "error": str(error)}, status=status)

    return serve


def acted(action: Action) -> Handler:
    """A handler that takes a JSON object to an action of a person."""

    async def act(request: web.Request) -> Json:
        return await action(await body_of(request))

    return answered(act)


async def body_of(request: web.Request, *, fields: Collection[str] | None = None) -> Json:
    """The object in the body, with no other fields than these, if they are named.

    Only JSON is taken, as another site in the same browser cannot send that without being asked
    first, which the guard of the server refuses. Raises NotPossibleError.
    """
    if request.content_type != "application/json":
        raise NotJsonError("send JSON, with Content-Type: application/json")
    body = _parsed(await request.read())
    if not isinstance(body, dict):
        raise NotPossibleError("the body must be a JSON object")
    if fields is not None and (unknown := sorted(body.keys() - set(fields))):
        raise NotPossibleError(f"unknown field {unknown[0]!r}; known: {', '.join(sorted(fields))}")
    return body


def _parsed(text: bytes) -> object:
    try:
        body: object = json.loads(text)
    except (ValueError, RecursionError):
        raise NotPossibleError("the body is not JSON") from None
    if depth(body) > NESTED_MOST:
        raise NotPossibleError(f"the body is nested more than {NESTED_MOST} times")
    try:
        dumps(body).encode()
    except UnicodeEncodeError:
        # Half a character (a lone surrogate) is nothing that could be stored or sent on.
        raise NotPossibleError("the texts must be whole characters") from None
    return body


def text_of(body: Mapping[str, object], name: str, default: str | None = None) -> str:
    """A field that must be a text; `default` where it may be left out. NotPossibleError."""
    value = body.get(name)
    if value is None and default is not None:
        return default
    if name not in body:
        raise NotPossibleError(f"the field {name!r} is missing")
    if not isinstance(value, str):
        raise NotPossibleError(f"{name} must be a text")
    return value


def flag_of(body: Mapping[str, object], name: str, *, default: bool | None = None) -> bool:
    """A field that must be true or false. Raises NotPossibleError."""
    value = body.get(name, default)
    if not isinstance(value, bool):
        raise NotPossibleError(f"{name} must be true or false")
    return value


def object_of(body: Mapping[str, object], name: str) -> Json:
    """A field that must be an object; {} where it is left out. Raises NotPossibleError."""
    value = body.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise NotPossibleError(f"{name} must be an object")
    return value


def number_of(text: str, name: str) -> int:
    """A whole number in an address, 0 or more. Raises NotPossibleError."""
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise NotPossibleError(f"{name} must be a whole number")
    return int(text)


def whole(value: object, name: str, *, least: int, most: int) -> int:
    """A whole number within bounds. Raises NotPossibleError."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise NotPossibleError(f"{name} must be a whole number from {least} to {most}")
    return value


def one_of(value: object, name: str, *, known: Collection[Word]) -> Word:
    """One of some words. Raises NotPossibleError."""
    for word in known:
        if word == value:
            return word
    raise NotPossibleError(f"{name} must be one of: {', '.join(known)}")


def _json(body: Json, *, status: int = HTTPStatus.OK) -> web.Response:
    """An answer that no cache keeps."""
    return web.Response(
        text=json.dumps(body),
        status=status,
        content_type="application/json",
        headers={"Cache-Control": "no-store"},
    )
