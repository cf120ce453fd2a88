"""What hurts an app, over HTTP: deleting, archiving, removing, revoking."""

from collections.abc import Awaitable, Callable, Mapping

from aiohttp import web

from bot.sandbox.control.places import Places
from bot.sandbox.control.served import Action, served
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.people.mischief import Mischief
from bot.sandbox.wire import Json


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
            app.router.add_post(f"/person/{name}", served(action))

    async def _delete(self, body: Json) -> Json:
        self._mischief.delete(self._places.message(body, self._places.person(body)))
        return {}

    async def _channel_action(self, body: Json) -> Json:
        person = self._places.person(body)
        channel = self._places.channel(body, person)
        match body["do"]:
            case "archive":
                self._mischief.archive(channel, by=person.id)
            case "unarchive":
                self._mischief.archive(channel, archived=False, by=person.id)
            case "kick_bot":
                self._mischief.kick_bot(channel)
            case "invite_bot":
                self._mischief.invite_bot(channel)
            case _:
                raise NotPossibleError("do: archive, unarchive, kick_bot or invite_bot")
        return {}

    async def _token_action(self, body: Json) -> Json:
        match body["do"]:
            case "revoke":
                self._mischief.revoke()
            case "uninstall":
                self._mischief.uninstall()
            case "reinstall":
                self._mischief.reinstall()
            case _:
                raise NotPossibleError("do: revoke, uninstall or reinstall")
        return {}

    async def _verify_url(self, _: Json) -> Json:
        return {"error_line": await self._verify()}
