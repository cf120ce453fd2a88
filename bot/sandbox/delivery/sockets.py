"""Socket Mode: connections, envelopes, acknowledgements, redelivery."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from aiohttp import WSMsgType, web

from bot.sandbox.delivery.envelopes import (
    DISPATCH_FAILED,
    TIMED_OUT,
    Background,
    Delivery,
    Kind,
    Reply,
)
from bot.sandbox.delivery.timing import Timing
from bot.sandbox.state.changes import Change
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.log import RECORDS_KEPT
from bot.sandbox.state.sample import APP_ID
from bot.sandbox.wire import Json, dumps

MOST_CONNECTIONS: Final = 10
LATE_ACK_SECONDS: Final = 60.0
"""How long an acknowledgement that nobody waits for any more is still put on record."""
_GONE: Final = (ConnectionError, RuntimeError)
"""What sending to a connection that just ended raises."""


class Sockets:
    """The websocket connections of the app. Each payload goes to one of them, in turn.

    `changed` is called with a delivery about which something is new.
    """

    def __init__(self, hub: Hub, timing: Timing, changed: Callable[[Delivery], None]) -> None:
        self._hub = hub
        self._timing = timing
        self._changed = changed
        self._open: list[web.WebSocketResponse] = []
        self._turn = 0
        self._waiting: dict[str, asyncio.Future[Reply]] = {}
        self._undelivered: deque[Delivery] = deque(maxlen=RECORDS_KEPT)
        self._background = Background()

    @property
    def count(self) -> int:
        """How many connections are open."""
        return len(self._open)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One connection, from hello to its end."""
        if not self._hub.tickets.use(request.query.get("ticket", "")):
            return web.Response(status=401, text="unknown ticket")
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if self.count >= MOST_CONNECTIONS:
            await socket.send_str(dumps(_disconnect("too_many_websockets")))
            await socket.close()
            return socket
        debug = request.query.get("debug_reconnects") == "true"
        lasts = self._timing.debug_connection_lasts if debug else self._timing.connection_lasts
        async with self._connected(socket, lasts):
            await socket.send_str(dumps(self._hello(lasts)))
            self._send_undelivered()
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    self._acknowledge(message.data)
        return socket

    @asynccontextmanager
    async def _connected(self, socket: web.WebSocketResponse, lasts: float) -> AsyncIterator[None]:
        self._open.append(socket)
        self._hub.world.changes.tell(Change("connection"))
        refresh = asyncio.create_task(self._refresh(socket, lasts))
        try:
            yield
        finally:
            refresh.cancel()
            self._forget(socket)

    async def _refresh(self, socket: web.WebSocketResponse, lasts: float) -> None:
        """End a connection at its age, with a warning before, so that the app opens another."""
        left = min(self._timing.warning_before, lasts)
        await asyncio.sleep(lasts - left)
        await self._end(socket, "warning")
        await asyncio.sleep(left)
        await self._end(socket, "refresh_requested")

    def _forget(self, socket: web.WebSocketResponse) -> None:
        if socket in self._open:
            self._open.remove(socket)
            self._hub.world.changes.tell(Change("connection"))

    def _hello(self, lasts: float) -> Json:
        return {
            "type": "hello",
            "num_connections": self.count,
            "connection_info": {"app_id": APP_ID},
            "debug_info": {
                "host": "sandbox",
                "build_number": 1,
                "approximate_connection_time": round(lasts),
            },
        }

    def _acknowledge(self, text: str) -> None:
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            return
        envelope_id = message.get("envelope_id") if isinstance(message, dict) else None
        waiting = self._waiting.get(envelope_id) if isinstance(envelope_id, str) else None
        if waiting is None or waiting.done() or self._hub.faults.take_envelope("lose_ack"):
            return
        body = message.get("payload")
        waiting.set_result(Reply(body=body if isinstance(body, dict) else None))

    async def send(self, delivery: Delivery) -> Reply:
        """Send to one connection, again to the next one when no acknowledgement comes.

        An event comes again as over HTTP (python-slack-sdk#1280, bolt-js#2487); the rest once at
        most, while the person still waits. Nobody connected: an event waits for a connection,
        the rest fails at once, as Slack keeps none.
        """
        if not self._open:
            if delivery.kind is Kind.EVENT:
                self._undelivered.append(delivery)
            return Reply(error=DISPATCH_FAILED)
        acked: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting[delivery.envelope_id] = acked
        self._background.start(self._follow(delivery, acked))
        await asyncio.wait({acked}, timeout=self._timing.ack_within)
        return acked.result() if acked.done() else Reply(error=TIMED_OUT)

    def _send_undelivered(self) -> None:
        late, now = tuple(self._undelivered), self._hub.world.now()
        self._undelivered.clear()
        for delivery in late:
            if now - delivery.at <= self._timing.event_kept:
                self._background.start(self._send_late(delivery))

    async def _send_late(self, delivery: Delivery) -> None:
        delivery.settle(await self.send(delivery))
        self._changed(delivery)

    async def _follow(self, delivery: Delivery, acked: asyncio.Future[Reply]) -> None:
        """Send until it is acknowledged or given up; one that comes late is put on record."""
        sends = self._send_event if delivery.kind is Kind.EVENT else self._send_twice
        try:
            await sends(delivery, acked)
            await asyncio.wait({acked}, timeout=LATE_ACK_SECONDS)
            if acked.done():
                _note(delivery, acked.result())
            self._changed(delivery)
        finally:
            self._waiting.pop(delivery.envelope_id, None)

    async def _send_event(self, delivery: Delivery, acked: asyncio.Future[Reply]) -> None:
        await self._send_once(delivery)
        for wait in self._timing.event_retries_after:
            await asyncio.wait({acked}, timeout=self._timing.ack_within)
            await asyncio.wait({acked}, timeout=wait)
            if acked.done():
                return
            await self._send_once(delivery)

    async def _send_twice(self, delivery: Delivery, acked: asyncio.Future[Reply]) -> None:
        told_at = asyncio.get_running_loop().time() + self._timing.ack_within
        await self._send_once(delivery)
        await asyncio.wait({acked}, timeout=self._timing.redelivery_after)
        if not acked.done() and asyncio.get_running_loop().time() < told_at:
            await self._send_once(delivery)

    async def _send_once(self, delivery: Delivery) -> None:
        delivery.attempts += 1
        self._changed(delivery)
        if self._hub.faults.take_envelope("drop"):
            return
        await asyncio.sleep(self._hub.faults.take_delay())
        await self._send_to_one(delivery)
        if self._hub.faults.take_envelope("duplicate"):
            delivery.attempts += 1
            await self._send_to_one(delivery)

    async def _send_to_one(self, delivery: Delivery) -> None:
        text = dumps(_envelope(delivery))
        while self._open:
            self._turn += 1
            socket = self._open[self._turn % len(self._open)]
            try:
                await socket.send_str(text)
            except _GONE:
                self._forget(socket)
            else:
                return

    async def disconnect(self, reason: str = "refresh_requested") -> None:
        """Tell the app to connect anew. A "warning" leaves the connection open for now."""
        for socket in tuple(self._open):
            await self._end(socket, reason)

    async def _end(self, socket: web.WebSocketResponse, reason: str) -> None:
        with suppress(*_GONE):
            await socket.send_str(dumps(_disconnect(reason)))
            if reason != "warning":
                self._forget(socket)
                await socket.close()

    async def cut(self) -> None:
        """Close all connections without a word."""
        for socket in tuple(self._open):
            self._forget(socket)
            with suppress(*_GONE):
                await socket.close(code=1001)

    async def close(self) -> None:
        """End all connections and all that is still on its way."""
        await self._background.close()
        await self.cut()


def _note(delivery: Delivery, reply: Reply) -> None:
    """Put an acknowledgement on record. A person who was told otherwise by then still was."""
    if delivery.kind is Kind.EVENT:
        delivery.settle(reply)
    else:
        delivery.acked, delivery.reply = True, reply.body


def _envelope(delivery: Delivery) -> Json:
    envelope: Json = {
        "type": str(delivery.kind),
        "envelope_id": delivery.envelope_id,
        "payload": delivery.payload,
        "accepts_response_payload": delivery.accepts_reply,
    }
    if delivery.kind is Kind.EVENT or delivery.attempts > 1:
        retry = delivery.attempts - 1
        envelope |= {"retry_attempt": retry, "retry_reason": "timeout" if retry else ""}
    return envelope


def _disconnect(reason: str) -> Json:
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": "sandbox"}}
