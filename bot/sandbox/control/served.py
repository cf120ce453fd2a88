"""How `/person/…` takes requests and answers them: JSON in, JSON out, a sentence for a mistake."""

import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

from aiohttp import web

from bot.sandbox.errors import NotPossibleError, SlackError
from bot.sandbox.wire import Json, dumps

Action = Callable[[Json], Awaitable[Json]]

MALFORMED: Final = (KeyError, TypeError, ValueError, AttributeError, RecursionError, OverflowError)
"""What taking a badly made request apart can raise; the person is told, nothing is done."""


def served(action: Action) -> Callable[[web.Request], Awaitable[web.Response]]:
    """A handler that takes JSON and tells what a person could not do."""

    async def serve(request: web.Request) -> web.Response:
        if request.content_type != "application/json":
            return web.Response(status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        try:
            body = _object(await request.read())
            return answered({"ok": True, **await action(body)})
        except (NotPossibleError, SlackError, *MALFORMED) as error:
            return refused(error)

    return serve


def _object(text: bytes) -> Json:
    body = json.loads(text)
    if not isinstance(body, dict):
        raise NotPossibleError("the body must be a JSON object")
    try:
        dumps(body).encode()
    except UnicodeEncodeError:
        # Half a character (a lone surrogate) is nothing that could be stored or sent on.
        raise NotPossibleError("the texts must be whole characters") from None
    return body


def answered(body: Json) -> web.Response:
    """An answer that no cache keeps."""
    return web.Response(
        text=json.dumps(body),
        content_type="application/json",
        headers={"Cache-Control": "no-store"},
    )


def refused(error: Exception) -> web.Response:
    """What a person could not do, as a sentence."""
    if isinstance(error, KeyError):
        known = str(error.args[0]) if error.args else ""
        # Ours are sentences; anything else is the name of a field.
        text = known if " " in known else f"the field {known!r} is missing"
    else:
        text = str(error) or type(error).__name__
    return web.json_response({"ok": False, "error": text}, status=HTTPStatus.BAD_REQUEST)


def text_of(body: Json, name: str) -> str:
    """A field that must be a text. Raises NotPossibleError, or KeyError where it is missing."""
    value = body[name]
    if not isinstance(value, str):
        raise NotPossibleError(f"{name} must be a text")
    return value


def flag_of(body: Json, name: str, *, default: bool) -> bool:
    """A field that must be true or false. Raises NotPossibleError."""
    value = body.get(name, default)
    if not isinstance(value, bool):
        raise NotPossibleError(f"{name} must be true or false")
    return value
