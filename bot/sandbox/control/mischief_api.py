"""What hurts an app, over HTTP: deleting, archiving, removing, revoking, faults."""

from collections.abc import Mapping

from aiohttp import web

from bot.sandbox.control.person_api import Action, PersonApi, served
from bot.sandbox.errors import NotPossibleError
from bot.sandbox.people.mischief import Mischief
from bot.sandbox.state.hub import Hub
from bot.sandbox.wire import Json


class MischiefApi:
    """Serves the part of `/person/…` that works behind the app's back."""

    def __init__(self, hub: Hub, mischief: Mischief, api: PersonApi) -> None:
        self._hub = hub
        self._mischief = mischief
        self._api = api

    def add_routes(self, app: web.Application) -> None:
        """The addresses, each a POST."""
        actions: Mapping[str, Action] = {
            "join": self._join,
            "delete": self._delete,
            "channel": self._channel_action,
            "token": self._token_action,
            "faults": self._faults,
        }
        for name, action in actions.items():
            app.router.add_post(f"/person/{name}", served(action))

    async def _join(self, body: Json) -> Json:
        person = self._api.person(body)
        self._hub.world.join(self._api.channel(body, person).id, person.id)
        return {"ok": True}

    async def _delete(self, body: Json) -> Json:
        self._mischief.delete(self._api.message(body, self._api.person(body)))
        return {"ok": True}

    async def _channel_action(self, body: Json) -> Json:
        channel = self._api.channel(body, self._api.person(body))
        match body["do"]:
            case "archive":
                self._mischief.archive(channel)
            case "unarchive":
                self._mischief.archive(channel, archived=False)
            case "kick_bot":
                self._mischief.kick_bot(channel)
            case "invite_bot":
                self._mischief.invite_bot(channel)
            case _:
                raise NotPossibleError("do: archive, unarchive, kick_bot or invite_bot")
        return {"ok": True}

    async def _token_action(self, body: Json) -> Json:
        if body["do"] == "revoke":
            self._mischief.revoke()
        elif body["do"] == "reinstall":
            self._mischief.reinstall()
        else:
            raise NotPossibleError("do: revoke or reinstall")
        return {"ok": True}

    async def _faults(self, body: Json) -> Json:
        times = int(body.get("times") or 1)
        if "envelope" in body:
            self._hub.faults.envelope(body["envelope"], times=times)
        else:
            fault = {k: v for k, v in body.items() if k not in {"method", "times", "as"}}
            self._hub.faults.answer(str(body["method"]), times=times, **fault)
        return {"ok": True}
