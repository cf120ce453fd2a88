"""What the addresses in files and profiles lead to: downloads, permalinks, pictures of people."""

from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from aiohttp import web

from bot.sandbox.errors import SlackError
from bot.sandbox.messages.shown_files import TEXT, served_type
from bot.sandbox.messages.shown_people import AVATAR_SIZES, avatar
from bot.sandbox.state.hub import Hub
from bot.sandbox.web_api.arguments import token_of

# As it is and never as a page: a file could hold a script.
_AS_IT_IS: Final = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}


class Downloads:
    """Handlers of addresses that answer with bytes, not with JSON."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def file(self, request: web.Request) -> web.Response:
        """A file, for a token with files:read (the page has an address of its own).

        All others are sent to a page, as Slack sends them to where people sign in.
        """
        try:
            principal = self._hub.gate.admit(token_of(request, request.query))
        except SlackError:
            return self._to_sign_in(request)
        file = self._hub.world.files.get(request.match_info["file"].rpartition("-")[2])
        if file is None or file.content is None:
            return web.Response(status=HTTPStatus.NOT_FOUND)
        if "files:read" not in principal.scopes:
            return self._to_sign_in(request)
        kind = served_type(file)
        charset = "utf-8" if kind == TEXT else None
        return web.Response(
            body=file.content, content_type=kind, charset=charset, headers=_AS_IT_IS
        )

    def _to_sign_in(self, request: web.Request) -> web.Response:
        query = urlencode({"redir": request.path})
        location = f"{self._hub.root_url}?{query}"
        return web.Response(status=HTTPStatus.FOUND, headers={"Location": location})

    async def permalink(self, request: web.Request) -> web.Response:
        """A file as people open it: the address where the page shows it."""
        file = self._hub.world.files.get(request.match_info["file"])
        if file is None or file.content is None:
            return web.Response(status=HTTPStatus.NOT_FOUND, text="There is no such file.")
        location = f"/person/files/{file.id}"
        return web.Response(status=HTTPStatus.FOUND, headers={"Location": location})

    async def avatar(self, request: web.Request) -> web.Response:
        """The picture of somebody, in one of the sizes of a profile."""
        person, size = request.match_info["person"], int(request.match_info["size"])
        if person not in self._hub.world.people or size not in AVATAR_SIZES:
            return web.Response(status=HTTPStatus.NOT_FOUND)
        return web.Response(body=avatar(person, size), content_type="image/png")

    def routes(self) -> list[web.RouteDef]:
        """The addresses."""
        return [
            web.get("/files-pri/{file}/{name}", self.file),
            web.get("/files-pri/{file}/download/{name}", self.file),
            web.get("/files/{user}/{file}/{name}", self.permalink),
            web.get(r"/avatars/{person}/{size:\d{1,4}}.png", self.avatar),
        ]
