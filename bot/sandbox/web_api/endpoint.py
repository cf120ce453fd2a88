"""The endpoint of the Web API: faults, token, scope, rate, method, record."""

import asyncio
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from aiohttp import web

from bot.sandbox.errors import RateLimitedError, SlackError
from bot.sandbox.ids import record_id
from bot.sandbox.state.calls import ApiCall, dropped
from bot.sandbox.state.faults import ApiFault
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.tokens import Principal, TokenKind
from bot.sandbox.web_api.arguments import basic_of, charset_warning, read_arguments, token_of
from bot.sandbox.web_api.call import Args, Call
from bot.sandbox.web_api.methods import METHODS, Method
from bot.sandbox.wire import Json, dumps

_SECRET: Final = frozenset({"token", "client_secret", "code", "access_token"})
"""Arguments and parts of answers that no record keeps."""

_NAME_MOST: Final = 100
"""Characters of a method's name that are looked at; no method has so many."""

_NOBODY: Final = Principal(TokenKind.BOT, "", frozenset())


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What goes back."""

    body: Json
    status: int = HTTPStatus.OK
    retry_after: int | None = None
    scopes: frozenset[str] | None = None

    def response(self) -> web.Response:
        """As an HTTP response with Slack's headers."""
        headers = {"x-slack-req-id": record_id("R").lower()}
        if self.retry_after is not None:
            headers["Retry-After"] = str(self.retry_after)
        if self.scopes is not None:
            headers["x-oauth-scopes"] = ",".join(sorted(self.scopes))
        return web.Response(
            text=dumps(self.body),
            status=self.status,
            headers=headers,
            content_type="application/json",
        )


class HttpApi:
    """Serves `/api/{method}`."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One call, whatever becomes of it."""
        name, started = request.match_info["method"][:_NAME_MOST], time.monotonic()
        fault = self._hub.faults.take(name) or ApiFault()
        if fault.drop == "before":
            self._hub.calls.add(dropped(name, at=self._hub.world.now()))
            return _cut(request)
        if fault.delay:
            await asyncio.sleep(fault.delay)
        answer = await self._answer(request, name, fault, started=started)
        return _cut(request) if fault.drop == "after" else answer.response()

    async def _answer(
        self, request: web.Request, name: str, fault: ApiFault, *, started: float
    ) -> Answer:
        values: Json = {}
        try:
            values = await read_arguments(request) | basic_of(request)
            answer = _instead(fault) or await self._call(request, name, values)
        except SlackError as refused:
            answer = Answer(body=refused.answer())
        except RateLimitedError as limited:
            answer = _limited(limited.retry_after)
        except RecursionError:
            answer = Answer(body=SlackError("invalid_arguments").answer())
        _remark(answer.body, charset_warning(request))
        self._hub.calls.add(
            ApiCall(
                method=name,
                args=_without_secrets(values),
                status=answer.status,
                answer=_without_secrets(answer.body),
                at=self._hub.world.now(),
                duration=time.monotonic() - started,
                principal=self._hub.gate.kind_of(token_of(request, values)),
                dropped=fault.drop == "after",
            )
        )
        return answer

    async def _call(self, request: web.Request, name: str, values: Json) -> Answer:
        self._hub.agenda.do_due()
        method = METHODS.get(name)
        if method is None:
            raise SlackError("unknown_method", req_method=name)
        token = token_of(request, values)
        if method.anonymous and not (token and method.tokens):
            return Answer(body=await method.handler(Call(self._hub, _NOBODY, Args(values))))
        principal = self._hub.gate.admit(token)
        call = Call(self._hub, principal, Args(values))
        _check_allowed(call, method)
        channel = values.get("channel")
        self._hub.rates.take(name, method.tier, channel if isinstance(channel, str) else "")
        return Answer(body=await method.handler(call), scopes=principal.scopes)


def _without_secrets(values: Json) -> Json:
    kept = {key: value for key, value in values.items() if key not in _SECRET}
    person = kept.get("authed_user")
    return {**kept, "authed_user": _without_secrets(person)} if isinstance(person, dict) else kept


def _remark(body: Json, warning: str) -> None:
    """Add a warning to an answer."""
    if warning:
        metadata = body.setdefault("response_metadata", {})
        metadata["warnings"] = [*metadata.get("warnings", ()), warning]
        body["warning"] = ",".join(metadata["warnings"])


def _check_allowed(call: Call, method: Method) -> None:
    if call.principal.kind not in method.tokens:
        raise SlackError("not_allowed_token_type")
    if method.scopes:
        call.need(*method.scopes)


def _instead(fault: ApiFault) -> Answer | None:
    """The answer of a fault, if it has one."""
    if fault.status == HTTPStatus.TOO_MANY_REQUESTS:
        return _limited(fault.retry_after or 1)
    if fault.status is not None:
        body = {"ok": False, "error": fault.error or "internal_error"}
        return Answer(body=body, status=fault.status)
    if fault.error is not None:
        return Answer(body={"ok": False, "error": fault.error})
    return None


def _limited(retry_after: int) -> Answer:
    return Answer(
        body={"ok": False, "error": "ratelimited"},
        status=HTTPStatus.TOO_MANY_REQUESTS,
        retry_after=retry_after,
    )


def _cut(request: web.Request) -> web.Response:
    """Close the connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
