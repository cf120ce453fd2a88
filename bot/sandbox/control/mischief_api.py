"""What hurts an app, over HTTP: deleting, archiving, removing, revoking."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from aiohttp import web

from bot.sandbox.control.places import Places
from bot.sandbox.control.requests import Action, acted, one_of
from bot.sandbox.people.mischief import Mischief
from bot.sandbox.wire import Json

_TO_A_CHANNEL: Final = ("archive", "unarchive", "kick_bot", "invite_bot")
_TO_AN_INSTALLATION: Final = ("revoke", "uninstall", "reinstall")


class MischiefApi:
    """Serves the part of `/person/…` that works behind the app's back."""

    def __init__(
        self,
        mischief: Mischief,
        places: Places,
        verify_url: Callable[[], Awaitable[str]],
    ) -> None:
        self._mischief = mischief
        self._places = places
        self._verify = verify_url

    def add_routes(self, app: web.Application) -> None:
        """The addresses, each a POST."""
        actions: Mapping[str, Action] = {
            "delete": self._delete,
            "channel": self._channel_action,
            "token": self._token_action,
            "verify_url": self._verify_url,
        }
        for name, action in actions.items():
            app.router.add_post(f"/person/{name}", acted(action))

    async def _delete(self, body: Json) -> Json:
        self._mischief.delete(self._places.message(body, self._places.person(body)))
        return {}

    async def _channel_action(self, body: Json) -> Json:
        person = self._places.person(body)
        channel = self._places.channel(body, person)
        match one_of(body.get("do"), "do", known=_TO_A_CHANNEL):
            case "archive":
                self._mischief.archive(channel, by=person.id)
            case "unarchive":
                self._mischief.archive(channel, archived=False, by=person.id)
            case "kick_bot":
                self._mischief.kick_bot(channel)
            case "invite_bot":
                self._mischief.invite_bot(channel)
        return {}

    async def _token_action(self, body: Json) -> Json:
        match one_of(body.get("do"), "do", known=_TO_AN_INSTALLATION):
            case "revoke":
                self._mischief.revoke()
            case "uninstall":
                self._mischief.uninstall()
            case "reinstall":
                self._mischief.reinstall()
        return {}

    async def _verify_url(self, _: Json) -> Json:
        return {"error_line": await self._verify()}
