"""Files into threads: ask for a place, send the bytes there, share the file."""

from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass

import aiohttp

from bot.adapters.slack_answers import Completed, UploadPlace, read
from bot.adapters.slack_calls import Answer, SlackCalls, Terms
from bot.adapters.slack_errors import Complaint, SlackTroubleError, Trouble, read_broken_call

_OK = 200
_SEND_BYTES = "files.upload"
"""Our name for the second step; it has none of Slack's."""
_SHARE = "files.completeUploadExternal"

Landed = Callable[[], Awaitable[str | None]]
"""Looks whether a call whose answer was lost has had its effect, and gives the ts."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on its way. `name` must be unique to its slot; an empty one gets a line end."""

    name: str
    title: str
    content: str

    @property
    def data(self) -> bytes:
        """What is sent. Slack refuses files without content."""
        return self.content.encode(errors="replace") or b"\n"


class SlackFiles:
    """Uploads, step by step, since each step fails in its own way.

    slack_sdk's `files_upload_v2` does the three in one call: repeated after a lost answer, it
    would share the file twice.
    """

    def __init__(self, calls: SlackCalls) -> None:
        self._calls = calls

    async def stage(self, upload: Upload) -> str:
        """Bring the bytes to Slack, seen by nobody yet; gives the file id.

        Each attempt asks for a new place, since one place takes the bytes once. Raises
        SlackTroubleError, DeliveryError.
        """

        async def once() -> str:
            args = {"filename": upload.name, "length": len(upload.data)}
            answer = await self._calls.call("files.getUploadURLExternal", args)
            place = read(UploadPlace, answer)
            await self._send(place.upload_url, upload.data)
            return place.file_id

        return await self._calls.attempt(_SEND_BYTES, once, Terms(timeout=60))

    async def share(
        self, file_id: str, upload: Upload, *, thread: str, terms: Terms, landed: Landed
    ) -> str:
        """Show a staged file in a thread of `terms.channel`; gives the ts of its message.

        "" where Slack does not tell: it answers first and shares then (python-slack-sdk#1329).
        """
        args = {
            "files": [{"id": file_id, "title": upload.title}],
            "channel_id": terms.channel,
            "thread_ts": thread,
        }

        async def once() -> str:
            return _shared_ts(await self._calls.send(_SHARE, args), terms.channel)

        return await self._calls.attempt(_SHARE, once, terms, landed=landed)

    async def _send(self, url: str, data: bytes) -> None:
        client = self._calls.client
        session = nullcontext(client.session) if client.session else aiohttp.ClientSession()
        try:
            async with (
                session as opened,
                opened.post(url, data=data, proxy=client.proxy, ssl=client.ssl or True) as answer,
            ):
                status = answer.status
        except aiohttp.ClientError as error:
            raise SlackTroubleError(read_broken_call(error)) from None
        if status != _OK:
            raise SlackTroubleError(Complaint(Trouble.UNSURE, f"http_{status}"))


def _shared_ts(answer: Answer, channel: str) -> str:
    files = read(Completed, answer).files
    kinds = (kind for file in files for kind in file.shares.values())
    return next((share.ts for kind in kinds for share in kind.get(channel, ())), "")
