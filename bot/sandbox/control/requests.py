"""How the control API takes requests and answers them: JSON in, JSON out, a sentence for a mistake.

Every answer is an object: `{"ok": true, ...}`, or `{"ok": false, "error": sentence}` with status
400 (404 where the thing asked for is not there).
"""

import json
from collections.abc import Awaitable, Callable, Collection
from http import HTTPStatus
from typing import TypeVar

from aiohttp import web

from bot.sandbox.errors import NotPossibleError
from bot.sandbox.wire import Json

Word = TypeVar("Word", bound=str)
Asked = Callable[[web.Request], Awaitable[Json]]


class NotThereError(NotPossibleError):
    """What was asked for does not exist, or not any more."""


def answered(action: Asked) -> Callable[[web.Request], Awaitable[web.Response]]:
    """A handler that gives what `action` returns, and says what was wrong with the request."""

    async def serve(request: web.Request) -> web.Response:
        try:
            return _json({"ok": True, **await action(request)})
        except NotThereError as error:
            return _json({"ok": False, "error": str(error)}, status=HTTPStatus.NOT_FOUND)
        except NotPossibleError as error:
            return _json({"ok": False, "error": str(error)}, status=HTTPStatus.BAD_REQUEST)

    return serve


async def body_of(request: web.Request, *, fields: Collection[str]) -> Json:
    """The object in the body. Raises NotPossibleError: no JSON, no object, an unknown field.

    Only JSON is taken, as another site in the same browser cannot send that without being asked
    first, which the guard of the server refuses.
    """
    if request.content_type != "application/json":
        raise NotPossibleError("send JSON, with Content-Type: application/json")
    try:
        body = json.loads(await request.read())
    except (ValueError, RecursionError):
        raise NotPossibleError("the body is not JSON") from None
    if not isinstance(body, dict):
        raise NotPossibleError("the body must be a JSON object")
    if unknown := sorted(body.keys() - set(fields)):
        raise NotPossibleError(f"unknown field {unknown[0]!r}; known: {', '.join(sorted(fields))}")
    return body


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
    return web.Response(
        text=json.dumps(body),
        status=status,
        content_type="application/json",
        headers={"Cache-Control": "no-store"},
    )
