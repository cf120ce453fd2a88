"""Chooses the way to the app, sends, and keeps a record."""

from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.envelopes import DISPATCH_FAILED, Deliveries, Delivery, Kind, Reply
from bot.sandbox.delivery.signed_http import SignedHttp
from bot.sandbox.delivery.sockets import Sockets
from bot.sandbox.messages import shown
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.records import ChannelKind, Message
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.wire import Json


class Courier:
    """Takes payloads to the app: by signed HTTP where a request URL is set, else by Socket Mode."""

    def __init__(self, hub: Hub, sockets: Sockets, http: SignedHttp) -> None:
        self._hub = hub
        self._sockets = sockets
        self._http = http
        self.deliveries = Deliveries(hub.world.changes)

    async def deliver(self, kind: Kind, payload: Json, *, accepts_reply: bool) -> Reply:
        """Send a payload and give the app's answer. No interaction reaches an app without them."""
        delivery = Delivery(
            kind=kind, payload=payload, at=self._hub.world.now(), accepts_reply=accepts_reply
        )
        self.deliveries.add(delivery)
        if kind is Kind.INTERACTIVE and not self._hub.app.interactive:
            reply = Reply(error=DISPATCH_FAILED)
        else:
            transport = self._http if self._http.url else self._sockets
            reply = await transport.send(delivery)
        delivery.error = reply.error
        return reply

    async def announce(self, message: Message) -> None:
        """Tell the app of a person's message, where it subscribed and is a member."""
        channel = self._hub.world.channels[message.channel]
        if BOT_USER not in channel.members:
            return
        fields = shown.message(self._hub, message) | {
            "channel": channel.id,
            "event_ts": message.ts,
        }
        suffix = {ChannelKind.PUBLIC: "channels", ChannelKind.PRIVATE: "groups"}
        if f"message.{suffix.get(channel.kind, 'im')}" in self._hub.app.events:
            kind = {"channel_type": payloads.channel_type(channel)}
            await self._event({**fields, **kind})
        if "app_mention" in self._hub.app.events and f"@{BOT_USER}" in message.pings:
            await self._event({**fields, "type": "app_mention"})

    async def _event(self, fields: Json) -> None:
        await self.deliver(Kind.EVENT, payloads.event(self._hub, fields), accepts_reply=False)
