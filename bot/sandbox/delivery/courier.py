"""Chooses the way to the app, sends, and keeps a record."""

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.envelopes import (
    DISPATCH_FAILED,
    Background,
    Deliveries,
    Delivery,
    Kind,
    Reply,
)
from bot.sandbox.delivery.events import enveloped
from bot.sandbox.delivery.signed_http import SignedHttp, challenge
from bot.sandbox.delivery.sockets import Sockets
from bot.sandbox.delivery.timing import Timing
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import Channel
from bot.sandbox.wire import Json, copy


class Courier:
    """Takes payloads to the app: signed HTTP where a request URL is meant, else Socket Mode."""

    def __init__(self, hub: Hub, timing: Timing) -> None:
        self._hub = hub
        self.deliveries = Deliveries(hub.world.changes)
        self.sockets = Sockets(hub, timing, self.deliveries.changed)
        self.http = SignedHttp(hub, timing, self.deliveries.changed)
        self._background = Background()

    @property
    def installed(self) -> bool:
        """Whether the app is in the workspace; nothing is sent to one that was taken out."""
        return self._hub.gate.installed

    async def deliver(self, kind: Kind, payload: Json, *, accepts_reply: bool) -> Delivery:
        """Send a payload and wait for the app's answer, which the record has then."""
        delivery = Delivery(
            kind=kind, payload=payload, at=self._hub.world.now(), accepts_reply=accepts_reply
        )
        self.deliveries.add(delivery)
        await self._send(delivery)
        return delivery

    async def _send(self, delivery: Delivery) -> None:
        if not self._reachable(delivery.kind):
            reply = Reply(error=DISPATCH_FAILED)
        else:
            transport = self.http if self.http.address(delivery) else self.sockets
            reply = await transport.send(delivery)
        delivery.settle(reply)
        self.deliveries.changed(delivery)

    def _reachable(self, kind: Kind) -> bool:
        """Events are only made while the app is installed, and those are still sent."""
        if kind is Kind.EVENT:
            return True
        return self.installed and (kind is Kind.SLASH or self._hub.app.interactive)

    def refuse(self, delivery: Delivery, error: str) -> None:
        """Note that the app's answer was none that Slack takes."""
        delivery.error = error
        self.deliveries.changed(delivery)

    def announce(self, event: Json, channel: Channel | None = None, *, name: str = "") -> None:
        """Tell the app of an event, if it subscribed (to `name`, else to its type).

        Nobody waits for that: events are sent beside what people do.
        """
        if self.installed and (name or event["type"]) in self._hub.app.events:
            self._background.start(self._announce(enveloped(self._hub, event, channel)))

    async def _announce(self, payload: Json) -> None:
        await self.deliver(Kind.EVENT, payload, accepts_reply=False)

    async def send_again(self, delivery: Delivery) -> Delivery:
        """The same payload in a new envelope; see `payloads.again`. The answer is only noted."""
        payload = payloads.again(self._hub, copy(delivery.payload))
        return await self.deliver(delivery.kind, payload, accepts_reply=delivery.accepts_reply)

    async def verify_url(self) -> str:
        """Ask the request URL for events whether it is the app's; "" or what is wrong.

        Raises NotPossibleError where there is none, as with Socket Mode.
        """
        if not self.http.events_address:
            raise NotPossibleError("the app has no request URL for events")
        delivery = await self.deliver(Kind.EVENT, challenge(self._hub), accepts_reply=True)
        return delivery.error

    def start(self) -> None:
        """Verify the manifest's URL for events, where it has one that is used."""
        if self.http.events_address:
            self._background.start(self._verify())

    async def _verify(self) -> None:
        await self.verify_url()

    async def close(self) -> None:
        """End what is on its way, and all connections."""
        await self._background.close()
        await self.sockets.close()
        await self.http.close()
