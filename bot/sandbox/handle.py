"""What a running workspace tells about itself, and the switches on it."""

from bot.sandbox.delivery.courier import Courier
from bot.sandbox.delivery.envelopes import Deliveries
from bot.sandbox.state.calls import Calls
from bot.sandbox.state.faults import Faults
from bot.sandbox.state.hub import Hub
from bot.sandbox.state.sample import BOT_USER
from bot.sandbox.state.world import World


class Handle:
    """Addresses, secrets and records of a workspace, for those who point an app at it."""

    def __init__(self, hub: Hub, courier: Courier) -> None:
        self.hub = hub
        self._courier = courier

    @property
    def api_url(self) -> str:
        """What slack_sdk takes as `base_url`."""
        return f"{self.hub.root_url}api/"

    @property
    def page_url(self) -> str:
        """The workspace for people, in a browser."""
        return self.hub.root_url

    @property
    def bot_token(self) -> str:
        """The token of the app's bot user (`xoxb-`)."""
        return self.hub.tokens.bot

    @property
    def app_token(self) -> str:
        """The app-level token for Socket Mode (`xapp-`)."""
        return self.hub.tokens.app

    @property
    def user_token(self) -> str:
        """A token of ana (`xoxp-`)."""
        return self.hub.tokens.user

    @property
    def signing_secret(self) -> str:
        """What requests to the app's request URL are signed with."""
        return self.hub.tokens.signing_secret

    @property
    def team_id(self) -> str:
        """The workspace."""
        return self.world.team.id

    @property
    def bot_user_id(self) -> str:
        """The app's bot user."""
        return BOT_USER

    @property
    def world(self) -> World:
        """People, channels, messages, files."""
        return self.hub.world

    @property
    def calls(self) -> Calls:
        """The last calls of the Web API."""
        return self.hub.calls

    @property
    def deliveries(self) -> Deliveries:
        """The last payloads that were sent to the app."""
        return self._courier.deliveries

    @property
    def faults(self) -> Faults:
        """Faults to come."""
        return self.hub.faults

    @property
    def connections(self) -> int:
        """How many websocket connections the app has."""
        return self._courier.sockets.count

    @property
    def real_rates(self) -> bool:
        """Whether Slack's rate limits are on."""
        return self.hub.rates.enabled

    @real_rates.setter
    def real_rates(self, on: bool) -> None:
        self.hub.rates.enabled = on

    @property
    def request_url(self) -> str | None:
        """Where payloads of all kinds are posted, signed.

        None leaves it to the manifest: Socket Mode, or the URLs that it declares.
        """
        return self._courier.http.url

    @request_url.setter
    def request_url(self, url: str | None) -> None:
        self._courier.http.url = url

    def refuse_blocks(self, *types: str) -> None:
        """Messages with these block types are `invalid_blocks` from now on; none allows all."""
        self.hub.refused_blocks = set(types)

    async def disconnect(self, reason: str = "refresh_requested") -> None:
        """Ask the app to connect anew: "warning", "refresh_requested" or "link_disabled"."""
        await self._courier.sockets.disconnect(reason)

    async def cut(self) -> None:
        """Close all websocket connections without a word."""
        await self._courier.sockets.cut()

    async def connected(self, count: int = 1, *, within: float = 10) -> bool:
        """Wait until the app has that many connections; False if it does not get there."""
        found = await self.world.changes.until(
            lambda: True if self.connections >= count else None, within=within
        )
        return bool(found)

    async def verify_url(self) -> str:
        """Ask the request URL for events whether it is the app's, as Slack does when it is set.

        "" when it answered with the challenge, else what was wrong. Raises NotPossibleError for
        an app without one.
        """
        return await self._courier.verify_url()
