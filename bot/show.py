"""Store -> Slack: bring what a run's messages show in line with its record.

Level-triggered like the conductor: called at any time, from any process, it
compares each slot with what it should show and sends what differs (`bot.slots`).
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic

import structlog

from bot.core.model import Snapshot
from bot.core.ports.messenger import CannotSpeakError, Message, Messenger
from bot.core.ports.store import Store
from bot.slots import ROOT, Look, Slots, order_of, pieces

PATIENCE = timedelta(seconds=20)
MOMENT = timedelta(milliseconds=50)
"""How long a look in the background waits for more to show: states pass quickly."""
MUTED = "muted"

Render = Callable[[Snapshot], tuple[Message, ...]]
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """What became of a look: is Slack in line now, does the run have a root message.

    `refused` is Slack's code where the bot may not speak.
    """

    settled: bool
    rooted: bool
    refused: str = ""
    snapshot: Snapshot | None = field(default=None, compare=False)
    """What was shown; None where the look has not come to an end."""


class _Going:
    """A look that is going on. `again`: look once more; `awaited`: somebody waits, so at once."""

    def __init__(self, look: Callable[["_Going"], Coroutine[None, None, Shown]]) -> None:
        self.again = True
        self.awaited = asyncio.Event()
        self.task = asyncio.create_task(look(self))


class Show:
    """Shows runs. `render` is pure; `new_nonce` gives a fresh random text.

    Each run has at most one look going on in this process; asking for another only
    makes that one look again, so one update is in flight a slot and the latest
    content wins. Looks go on in the background, since Slack's rates can make them wait.
    """

    def __init__(
        self,
        store: Store,
        messenger: Messenger,
        render: Render,
        *,
        new_nonce: Callable[[], str],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._store = store
        self._slots = Slots(store, messenger, clock=clock)
        self._render = render
        self._new_nonce = new_nonce
        self._going: dict[str, _Going] = {}

    def soon(self, run_id: str) -> asyncio.Task[Shown]:
        """Have the run shown as it will be a moment from now; do not wait for it."""
        return self._look(run_id).task

    async def __call__(self, run_id: str) -> Shown:
        """Show the run at once and say how it went; unsettled where that takes PATIENCE.

        Whether it has a root message then is what the record says by now.
        """
        going = self._look(run_id)
        going.awaited.set()
        try:
            return await asyncio.wait_for(
                asyncio.shield(going.task), timeout=PATIENCE.total_seconds()
            )
        except TimeoutError:
            root = (await self._store.load(run_id)).root
            return Shown(settled=False, rooted=root is not None)

    async def aclose(self) -> None:
        """Stop all looks. What they left open is found and finished by the next process."""
        looks = [going.task for going in self._going.values()]
        for look in looks:
            look.cancel()
        await asyncio.gather(*looks, return_exceptions=True)

    def _look(self, run_id: str) -> "_Going":
        going = self._going.get(run_id)
        if going is None or going.task.done():
            going = _Going(lambda it: self._until_shown(run_id, it))
            self._going[run_id] = going
            going.task.add_done_callback(lambda _: self._ended(run_id, going))
        going.again = True
        return going

    def _ended(self, run_id: str, going: "_Going") -> None:
        if self._going.get(run_id) is going:  # else the next one began before this was called
            del self._going[run_id]
        if not going.task.cancelled() and (error := going.task.exception()):
            # Reported to whoever waits; a look in the background must not be silent either.
            log.warning("show.failed", run_id=run_id, error=type(error).__name__)

    def _ask_again(self, run_id: str) -> None:
        self._going[run_id].again = True

    async def _until_shown(self, run_id: str, going: "_Going") -> Shown:
        shown = Shown(settled=False, rooted=False)
        while going.again:
            with suppress(TimeoutError):
                await asyncio.wait_for(going.awaited.wait(), MOMENT.total_seconds())
            going.again = False
            shown = await self._pass(run_id)
        return shown

    async def _pass(self, run_id: str) -> Shown:
        snapshot = await self._store.load(run_id)
        look = Look(snapshot, self._new_nonce(), again=lambda: self._ask_again(run_id))
        rooted = look.root is not None
        if snapshot.read_at < snapshot.muted_until:
            return Shown(settled=True, rooted=rooted, refused=MUTED, snapshot=snapshot)
        settled = True
        try:
            wanted = (p for m in self._render(snapshot) for p in pieces(m))
            for piece in sorted(wanted, key=lambda p: order_of(snapshot, p)):
                if not rooted and piece.slot != ROOT:
                    break
                settled = await self._slots.bring(look, piece) and settled
        except CannotSpeakError as error:
            return Shown(settled=False, rooted=rooted, refused=error.code, snapshot=snapshot)
        if not rooted and settled:
            # The others go into the thread of the root: look again, now with its ts.
            rooted = True
            self._ask_again(run_id)
        return Shown(settled=settled, rooted=rooted, snapshot=snapshot)
