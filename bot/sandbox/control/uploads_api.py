"""A file that a person chooses for a form, over HTTP."""

from aiohttp import web

from bot.sandbox.control.places import Places
from bot.sandbox.control.requests import NotBytesError, answered, text_of
from bot.sandbox.messages import shown_files
from bot.sandbox.people.uploads import Uploads
from bot.sandbox.state.hub import Hub
from bot.sandbox.wire import Json

_BYTES = "application/octet-stream"


class UploadsApi:
    """Serves `/person/upload`."""

    def __init__(self, hub: Hub, uploads: Uploads, places: Places) -> None:
        self._hub = hub
        self._uploads = uploads
        self._places = places

    def add_routes(self, app: web.Application) -> None:
        """The address."""
        app.router.add_post("/person/upload", answered(self._upload))

    async def _upload(self, request: web.Request) -> Json:
        """`as` and `name` in the address, the bytes in the body; answers with the `file`.

        Only bytes called such are taken: another site cannot send those unasked, as with JSON.
        """
        if request.content_type != _BYTES or "Content-Type" not in request.headers:
            raise NotBytesError(f"send the bytes, with Content-Type: {_BYTES}")
        person = self._places.person(request.query)
        name = text_of(request.query, "name")
        file = self._uploads.add(person, name, await request.read())
        return {"file": shown_files.file(self._hub, file)}
