"""Once more: a delivery to the app, or a call that it made."""

from typing import Final
from urllib.parse import quote

import aiohttp

from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Delivery
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.state.calls import CONNECTION_DROPPED, ApiCall
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.tokens import TokenKind
from bot.sandbox.wire import Json, dumps

_JSON: Final = {"Content-Type": "application/json; charset=utf-8"}


class Again:
    """Repeats what is on record. Each repetition makes a record of its own."""

    def __init__(self, hub: Hub, courier: Courier) -> None:
        self._hub = hub
        self._courier = courier

    async def send_again(self, delivery: Delivery) -> Delivery:
        """The same payload in a new envelope, with a fresh trigger id and response_url.

        What the app acknowledges with is on the record, but nothing is done with it.
        """
        return await self._courier.send_again(delivery)

    async def call_again(self, call: ApiCall) -> Json:
        """The same method and arguments with the same kind of token; the answer.

        It passes through everything that a call of the app passes through: faults, rate limits,
        scopes. Raises NotPossibleError for arguments that cannot be sent.
        """
        try:
            body = dumps(call.args).encode()
        except (ValueError, RecursionError):
            raise NotPossibleError("these arguments cannot be sent again") from None
        url = f"{self._hub.root_url}api/{quote(call.method, safe='')}"
        headers = {**_JSON, **self._authorization(call.principal)}
        try:
            async with (
                aiohttp.ClientSession() as session,
                session.post(url, data=body, headers=headers) as response,
            ):
                answer: Json = await response.json()
                return answer
        except aiohttp.ClientError:
            return {"ok": False, "error": CONNECTION_DROPPED}

    def _authorization(self, principal: str) -> dict[str, str]:
        tokens = self._hub.tokens
        by_kind = {
            str(TokenKind.BOT): tokens.bot,
            str(TokenKind.USER): tokens.user,
            str(TokenKind.APP): tokens.app,
        }
        token = by_kind.get(principal)
        return {"Authorization": f"Bearer {token}"} if token else {}
