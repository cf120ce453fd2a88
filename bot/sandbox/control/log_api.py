"""What the app did and what it was sent, over HTTP: one timeline, its entries, and once more.

- `GET /control/traffic` with `since` (newer than this number, oldest first), or `before` (the last
  ones older than this number), or neither (the last ones); `limit` 1 to 500. Answers `rows`, in
  order (see `traffic.row` for the fields), and `more`: whether there are others beyond the limit.
- `GET /control/traffic/{number}` answers `entry`: the row with `sent`, `received` and, for a call,
  `curl`. Tokens and the verification token are hidden.
- `POST /control/traffic/{number}/again` makes the call, or the delivery, once more.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from aiohttp import web

from bot.sandbox.control.requests import NotThereError, answered, number_of, whole
from bot.sandbox.control.traffic import Record, detail, plain, row
from bot.sandbox.delivery.envelopes import Deliveries, Delivery
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.state.calls import ApiCall
from bot.sandbox.state.hub import Hub
from bot.sandbox.wire import Json

_ROWS: Final = 200
_MOST_ROWS: Final = 500


class Again(Protocol):
    """Repeats what is on record."""

    async def send_again(self, delivery: Delivery) -> object:
        """Deliver the same payload once more."""
        ...

    async def call_again(self, call: ApiCall) -> object:
        """Make the same call once more."""
        ...


class LogApi:
    """Serves `/control/traffic`."""

    def __init__(self, hub: Hub, deliveries: Deliveries, again: Again) -> None:
        self._hub = hub
        self._deliveries = deliveries
        self._again = again

    def add_routes(self, app: web.Application) -> None:
        """The addresses of the timeline."""
        app.router.add_get("/control/traffic", answered(self._page))
        app.router.add_get("/control/traffic/{number}", answered(self._entry))
        app.router.add_post("/control/traffic/{number}/again", answered(self._once_more))

    async def _page(self, request: web.Request) -> Json:
        since, before = _number(request, "since"), _number(request, "before")
        limit = _limit(request)
        if since is not None and before is not None:
            raise NotPossibleError("give since or before, not both")
        found = [r for r in self._records() if _between(r.number, since, before)]
        shown = found[:limit] if since is not None else found[-limit:]
        rows = [self._open(row(record, self._hub.world)) for record in shown]
        return {"rows": rows, "more": len(found) > len(shown)}

    async def _entry(self, request: web.Request) -> Json:
        record = self._find(request)
        hub = self._hub
        try:
            return {"entry": self._open(detail(record, hub.world, root_url=hub.root_url))}
        except RecursionError:
            raise NotPossibleError("this entry is nested too deeply to be shown") from None

    async def _once_more(self, request: web.Request) -> Json:
        record = self._find(request)
        if isinstance(record, ApiCall):
            await self._again.call_again(record)
        else:
            await self._again.send_again(record)
        return {}

    def _records(self) -> Sequence[Record]:
        records: list[Record] = [*self._hub.calls, *self._deliveries]
        return sorted(records, key=lambda record: record.number)

    def _find(self, request: web.Request) -> Record:
        number = number_of(request.match_info["number"], "the number")
        for record in self._records():
            if record.number == number:
                return record
        raise NotThereError(f"there is no entry {number} (any more)")

    def _open(self, entry: Json) -> object:
        tokens = self._hub.tokens
        secrets = (
            tokens.bot,
            tokens.user,
            tokens.app,
            tokens.signing_secret,
            tokens.verification,
        )
        return plain(entry, secrets=secrets)


def _between(number: int, since: int | None, before: int | None) -> bool:
    return (since is None or number > since) and (before is None or number < before)


def _number(request: web.Request, name: str) -> int | None:
    text = request.query.get(name)
    return None if text is None else number_of(text, name)


def _limit(request: web.Request) -> int:
    limit = _number(request, "limit")
    return _ROWS if limit is None else whole(limit, "limit", least=1, most=_MOST_ROWS)
