"""An app that counts what it is sent, and a connection without any app behind it."""

import asyncio

import aiohttp
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from bot.sandbox import Sandbox
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import web_client


class Counting:
    """An app that counts what it is sent, and acknowledges from some delivery on."""

    def __init__(self, *, acknowledges_from: int = 1) -> None:
        self.bodies: list[Json] = []
        self._from = acknowledges_from
        self._came = asyncio.Condition()

    async def came(self, count: int) -> None:
        """Wait until so many have come."""
        async with asyncio.timeout(10), self._came:
            await self._came.wait_for(lambda: len(self.bodies) >= count)

    def listen(self, app: AsyncApp) -> None:
        @app.command("/report")
        async def report(ack: AsyncAck, body: Json) -> None:
            async with self._came:
                self.bodies.append(body)
                self._came.notify_all()
            if len(self.bodies) >= self._from:
                await ack("taken")


async def open_socket(
    session: aiohttp.ClientSession, sandbox: Sandbox
) -> aiohttp.ClientWebSocketResponse:
    url = (await web_client(sandbox).apps_connections_open(app_token=sandbox.app_token))["url"]
    return await session.ws_connect(url)
