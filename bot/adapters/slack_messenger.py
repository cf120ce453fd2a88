"""The messenger on Slack: a run's slots as messages, each sent so that it arrives once.

What goes wrong is told by `slack_errors`; waiting and retrying is done by `slack_calls`. Here
is what only a slot's message needs: joining the channel, simpler blocks, the look-up after a
lost answer.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import structlog

from bot.adapters.slack_answers import Posted, read
from bot.adapters.slack_calls import SlackCalls, Terms
from bot.adapters.slack_directory import join
from bot.adapters.slack_errors import Complaint, SlackTroubleError, Trouble, for_caller
from bot.adapters.slack_fallbacks import Body, bodies, simpler
from bot.adapters.slack_files import SlackFiles, Upload
from bot.adapters.slack_lookup import SlackLookup, Wanted, file_name, metadata_of
from bot.adapters.slack_pacing import Priority
from bot.adapters.slack_private import SlackPrivate
from bot.core.model import Run
from bot.core.ports.messenger import File, Message, Messenger, Ready
from bot.slots import PROGRESS

_LITERAL = {"parse": "none", "link_names": False}
"""Text is text: only what our code built as a link or a mention is one. An update resets both."""
_NO_PREVIEWS = {"unfurl_links": False, "unfurl_media": False}
_LOOKS = (0.0, 1.0, 2.0)
"""Seconds to wait before each look for a file's message."""
_MAX_PLAIN = 1_000

T = TypeVar("T")

log = structlog.get_logger(__name__)


class SlackMessenger(Messenger):
    """Slack with one bot token; the port says what each call means and raises."""

    def __init__(self, calls: SlackCalls) -> None:
        self._calls = calls
        self._lookup = SlackLookup(calls)
        self._files = SlackFiles(calls)
        self._private = SlackPrivate(calls)
        self._plain: set[str] = set()

    async def post(
        self, run: Run, message: Message, *, thread: str | None, nonce: str, ready: Ready
    ) -> str:
        """Post a slot's message. After a lost answer, look before posting again.

        One gap is left: a post that Slack takes only after that look is there twice.
        """
        args = _post_args(run, message, thread=thread, nonce=nonce)
        priority = Priority.LAST if message.slot == PROGRESS else Priority.FIRST
        terms = Terms(channel=run.channel, priority=priority, ready=ready)
        landed = partial(self._look, run, Wanted(run.run_id, message.slot, nonce), thread)

        async def once(body: Body) -> str:
            answer = await self._calls.send("chat.postMessage", args | body.args())
            return read(Posted, answer).ts

        async def show(body: Body) -> str:
            return await self._calls.attempt(
                "chat.postMessage", partial(once, body), terms, landed=landed
            )

        return await self._deliver(run, message, show, terms)

    async def update(
        self, run: Run, message: Message, *, ts: str, may_drop: bool, ready: Ready
    ) -> None:
        """Replace a slot's message. Its metadata stays, since an update without any keeps it."""
        args: dict[str, object] = {"channel": run.channel, "ts": ts, **_LITERAL}
        terms = Terms(channel=run.channel, may_drop=may_drop, ready=ready)

        async def show(body: Body) -> None:
            await self._calls.call("chat.update", args | body.args(), terms)

        await self._deliver(run, message, show, terms)

    async def upload(self, run: Run, file: File, *, thread: str, slot: str, ready: Ready) -> str:
        """Put a file into the thread, under a name that `find` knows again."""
        upload = Upload(file_name(file.name, run.run_id, slot), file.title, file.content)
        terms = Terms(channel=run.channel, ready=ready)
        look = partial(self._look, run, Wanted(run.run_id, slot), thread)
        try:
            file_id = await self._files.stage(upload)
            share = partial(
                self._files.share, file_id, upload, thread=thread, terms=terms, landed=look
            )
            ts = await self._as_member(run, share, terms)
        except SlackTroubleError as error:
            raise for_caller(error.complaint) from None
        return ts or await self._look_often(run, look) or file_id

    async def find(self, run: Run, slot: str, *, thread: str | None) -> str | None:
        """Look for a slot's message, whichever attempt posted it."""
        return await self._look(run, Wanted(run.run_id, slot), thread)

    async def tell(self, run: Run, text: str) -> None:
        """Say a private line to the starter."""
        await self._private.tell(run, text)

    async def _deliver(
        self, run: Run, message: Message, show: Callable[[Body], Awaitable[T]], terms: Terms
    ) -> T:
        """Show a message as it was meant, or as near to it as Slack lets us."""
        rest = bodies(message)
        body: Body | None = next(rest)
        if message.slot == PROGRESS and run.run_id in self._plain:
            body = next(rest, body)
        while body:
            try:
                return await self._as_member(run, partial(show, body), terms)
            except SlackTroubleError as error:
                refusal = error.complaint
                body = simpler(body, rest, refusal.trouble)
            if body:
                self._note_simpler(run, message, refusal)
        raise for_caller(refusal)

    def _note_simpler(self, run: Run, message: Message, refusal: Complaint) -> None:
        log.warning(
            "slack.simplified",
            run_id=run.run_id,
            slot=message.slot,
            code=refusal.code,
            pointers=refusal.pointers,
        )
        if message.slot == PROGRESS and refusal.trouble is Trouble.BLOCKS:
            # Progress comes often: no second call each time for the same refusal.
            if len(self._plain) >= _MAX_PLAIN:
                self._plain.clear()
            self._plain.add(run.run_id)

    async def _as_member(self, run: Run, do: Callable[[], Awaitable[T]], terms: Terms) -> T:
        """Do it; where the bot is not in the channel, join and do it once more."""
        try:
            return await do()
        except SlackTroubleError as error:
            if error.complaint.trouble is not Trouble.NOT_MEMBER:
                raise
            if not await join(self._calls, run.channel, Terms(may_drop=terms.may_drop)):
                raise
        return await do()

    async def _look(self, run: Run, wanted: Wanted, thread: str | None) -> str | None:
        async def find() -> str | None:
            return await self._lookup.find(run, wanted, thread=thread)

        try:
            return await self._as_member(run, find, Terms())
        except SlackTroubleError as error:
            code = error.complaint.code
            log.warning("slack.look_refused", run_id=run.run_id, channel=run.channel, code=code)
            return None

    async def _look_often(self, run: Run, look: Callable[[], Awaitable[str | None]]) -> str | None:
        """Wait for a file's message: Slack answers first, and shares then or (rarely) never."""
        for pause in _LOOKS:
            await self._calls.clock.sleep(pause)
            if ts := await look():
                return ts
        log.warning("slack.file_unseen", run_id=run.run_id, channel=run.channel)
        return None


def _post_args(run: Run, message: Message, *, thread: str | None, nonce: str) -> dict[str, object]:
    """All of a post but its content."""
    return {
        "channel": run.channel,
        **({"thread_ts": thread} if thread else {}),
        **_LITERAL,
        **_NO_PREVIEWS,
        "metadata": metadata_of(run.run_id, message.slot, nonce),
    }
