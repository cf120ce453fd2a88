"""The arguments of a request to the Web API: query, form or JSON; and its token."""

import base64
import json
from collections.abc import Mapping
from typing import Final

from aiohttp import web

from bot.sandbox.errors import SlackError
from bot.sandbox.wire import Json, dumps

_FORM: Final = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})


async def read_arguments(request: web.Request) -> Json:
    """All arguments.

    Raises SlackError: `invalid_json`, `json_not_object`, `invalid_form_data`,
    `invalid_post_type`, `invalid_charset`.
    """
    values: Json = {**request.query}
    if request.can_read_body:
        values |= await _body(request)
    try:
        dumps(values).encode()
    except (UnicodeEncodeError, RecursionError):
        # Half a character (a lone surrogate) is nothing that could be stored or shown.
        raise SlackError("invalid_charset") from None
    return values


async def _body(request: web.Request) -> Mapping[str, object]:
    if request.content_type == "application/json":
        return _object(await _read(request))
    if request.content_type in _FORM:
        try:
            form = await request.post()
        except (ValueError, LookupError, AssertionError, web.RequestPayloadError):
            raise SlackError("invalid_form_data") from None
        return {key: value for key, value in form.items() if isinstance(value, str)}
    if await _read(request):
        raise SlackError("invalid_post_type")
    return {}


async def _read(request: web.Request) -> bytes:
    """The body; raises SlackError for one that is not encoded as its headers say."""
    try:
        return await request.read()
    except web.RequestPayloadError:
        is_json = request.content_type == "application/json"
        raise SlackError("invalid_json" if is_json else "invalid_form_data") from None


def _object(body: bytes) -> Mapping[str, object]:
    if not body.strip():
        return {}
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        raise SlackError("invalid_json") from None
    if not isinstance(parsed, dict):
        raise SlackError("json_not_object")
    return parsed


def basic_of(request: web.Request) -> Json:
    """The client's id and secret where they come by HTTP Basic, as in oauth.v2.access."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return {}
    try:
        client_id, _, secret = base64.b64decode(given).decode().partition(":")
    except ValueError:
        return {}
    return {"client_id": client_id, "client_secret": secret}


def charset_warning(request: web.Request) -> str:
    """What Slack remarks on the charset of a body: JSON needs one, a form must have none."""
    if not request.body_exists:
        return ""
    if request.content_type == "application/json":
        return "" if request.charset else "missing_charset"
    return "superfluous_charset" if request.charset and request.content_type in _FORM else ""


def token_of(request: web.Request, values: Mapping[str, object]) -> str:
    """The token from the Authorization header, else from the argument `token`."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    given = values.get("token")
    return given if isinstance(given, str) else ""
