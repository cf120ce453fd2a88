"""Faults on demand over HTTP: set, listed, taken back; the socket's end; Slack's rate limits.

- `GET /control/faults` answers `faults`, those still to come, and `methods`, the names that can be
  given.
- `POST /control/faults` sets one. For calls: `method` (or "*"), `times` (1 if left out), and what
  happens: `status` 429 with `retry_after` in whole seconds, or another error status; `error`,
  Slack's code; `delay` in seconds; `drop`, "before" or "after" the call took effect. For
  deliveries: `envelope`, "drop", "delay" (with `seconds`), "duplicate" or "lose_ack", and `times`.
- `DELETE /control/faults` with one of the listed faults as its body takes that one back; without a
  body it takes all back.
- `POST /control/disconnect` with `reason`: "warning", "refresh_requested" and "link_disabled" are
  told to the app, "cut" closes its connections without a word. Answers `connections`, before.
- `GET` and `POST /control/rates`: `real_rates`, whether Slack's rate limits are on.
"""

import re
from collections.abc import Callable
from typing import Final, Protocol

from aiohttp import web

from bot.sandbox.control.requests import NotThereError, answered, body_of, flag_of, one_of, whole
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.state.changes import Change
from bot.sandbox.state.faults import ANY_METHOD, ENVELOPE_FAULTS, MOST_SECONDS, MOST_TIMES, Faults
from bot.sandbox.state.hub import Hub
from bot.sandbox.web_api.methods import METHODS
from bot.sandbox.wire import Json

REASONS: Final = ("warning", "refresh_requested", "link_disabled", "cut")

_CALL_FIELDS: Final = ("method", "times", "status", "retry_after", "error", "delay", "drop")
_ENVELOPE_FIELDS: Final = ("envelope", "times", "seconds")
_FIELDS: Final = frozenset((*_CALL_FIELDS, *_ENVELOPE_FIELDS))
_RATE_LIMITED: Final = 429
_CODE: Final = re.compile(r"[a-z][a-z0-9_]{0,79}")


class Lines(Protocol):
    """The app's connections."""

    @property
    def connections(self) -> int:
        """How many there are."""
        ...

    async def disconnect(self, reason: str = "refresh_requested") -> None:
        """Ask the app to connect anew."""
        ...

    async def cut(self) -> None:
        """Close all connections without a word."""
        ...


class FaultsApi:
    """Serves `/control/faults`, `/control/disconnect` and `/control/rates`."""

    def __init__(self, hub: Hub, lines: Lines) -> None:
        self._hub = hub
        self._lines = lines

    def add_routes(self, app: web.Application) -> None:
        """The addresses."""
        app.router.add_get("/control/faults", answered(self._list))
        app.router.add_post("/control/faults", answered(self._add))
        app.router.add_delete("/control/faults", answered(self._remove))
        app.router.add_post("/control/disconnect", answered(self._disconnect))
        app.router.add_get("/control/rates", answered(self._rates))
        app.router.add_post("/control/rates", answered(self._set_rates))

    async def _list(self, _: web.Request) -> Json:
        return self._pending()

    def _pending(self) -> Json:
        return {"faults": self._hub.faults.pending, "methods": sorted(METHODS)}

    async def _add(self, request: web.Request) -> Json:
        set_fault(self._hub.faults, await body_of(request, fields=_FIELDS))
        return self._told()

    async def _remove(self, request: web.Request) -> Json:
        if not request.can_read_body:
            self._hub.faults.clear()
        elif not self._hub.faults.remove(await body_of(request, fields=_FIELDS)):
            raise NotThereError("no such fault is still to come")
        return self._told()

    def _told(self) -> Json:
        self._hub.world.changes.tell(Change("faults"))
        return self._pending()

    async def _disconnect(self, request: web.Request) -> Json:
        body = await body_of(request, fields=("reason",))
        reason = one_of(body.get("reason"), "reason", known=REASONS)
        open_now = self._lines.connections
        if not open_now:
            raise NotPossibleError("the app has no Socket Mode connection")
        if reason == "cut":
            await self._lines.cut()
        else:
            await self._lines.disconnect(reason)
        return {"connections": open_now}

    async def _rates(self, _: web.Request) -> Json:
        return {"real_rates": self._hub.rates.enabled}

    async def _set_rates(self, request: web.Request) -> Json:
        on = flag_of(await body_of(request, fields=("real_rates",)), "real_rates")
        self._hub.rates.enabled = on
        self._hub.world.changes.tell(Change("faults"))
        return {"real_rates": on}


def set_fault(faults: Faults, body: Json) -> None:
    """Set the fault that a request asks for. Raises NotPossibleError with what is wrong in it."""
    if ("method" in body) == ("envelope" in body):
        raise NotPossibleError("give either method, for calls, or envelope, for deliveries")
    times = whole(body.get("times", 1), "times", least=1, most=MOST_TIMES)
    if "envelope" in body:
        _set_envelope_fault(faults, body, times=times)
    else:
        _set_call_fault(faults, body, times=times)


def _set_envelope_fault(faults: Faults, body: Json, *, times: int) -> None:
    _check_fields(body, _ENVELOPE_FIELDS, "a fault of deliveries")
    kind = one_of(body["envelope"], "envelope", known=ENVELOPE_FAULTS)
    if (kind == "delay") != ("seconds" in body):
        raise NotPossibleError("seconds go with a delay, and a delay needs them")
    if kind == "delay":
        faults.envelope("delay", times=times, seconds=_seconds(body["seconds"], "seconds"))
    else:
        faults.envelope(kind, times=times)


def _set_call_fault(faults: Faults, body: Json, *, times: int) -> None:
    _check_fields(body, _CALL_FIELDS, "a fault of calls")
    method = body["method"]
    if method != ANY_METHOD and (not isinstance(method, str) or method not in METHODS):
        raise NotPossibleError(f"there is no method {method!r} here; {ANY_METHOD} means any")
    fault = {name: body[name] for name in body if name not in {"method", "times"}}
    _check_call_fault(fault)
    faults.answer(method, times=times, **fault)


def _check_fields(body: Json, known: tuple[str, ...], what: str) -> None:
    if foreign := sorted(body.keys() - set(known)):
        raise NotPossibleError(f"{foreign[0]} is no field of {what}; known: {', '.join(known)}")


def _check_call_fault(fault: Json) -> None:
    """Every field by itself, then what does not go together."""
    for name, value in fault.items():
        _CHECKS[name](value)
    if not fault.keys() & {"status", "error", "delay", "drop"}:
        raise NotPossibleError("give one of status, error, delay, drop")
    if "retry_after" in fault and fault.get("status") != _RATE_LIMITED:
        raise NotPossibleError("retry_after goes with status 429 only")
    if "drop" in fault and fault.keys() & {"status", "error"}:
        raise NotPossibleError("a dropped connection has no status and no error")


def _check_status(value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not _is_error(value):
        raise NotPossibleError("status must be 429 or from 500 to 599")


def _is_error(status: int) -> bool:
    return status == _RATE_LIMITED or 500 <= status <= 599  # noqa: PLR2004 - HTTP's own range


def _check_error(value: object) -> None:
    if not isinstance(value, str) or not _CODE.fullmatch(value):
        raise NotPossibleError("error must be a code like channel_not_found")


def _seconds(value: object, name: str) -> float:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not 0 < value <= MOST_SECONDS:  # type: ignore[operator]  # a number by now
        raise NotPossibleError(
            f"{name} must be a number of seconds, more than 0, up to {MOST_SECONDS:.0f}"
        )
    return float(value)  # type: ignore[arg-type]  # the same


_CHECKS: Final[dict[str, Callable[[object], object]]] = {
    "status": _check_status,
    "retry_after": lambda value: whole(value, "retry_after", least=1, most=int(MOST_SECONDS)),
    "error": _check_error,
    "delay": lambda value: _seconds(value, "delay"),
    "drop": lambda value: one_of(value, "drop", known=("before", "after")),
}
