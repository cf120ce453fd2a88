"""Store -> Slack: bring what a run's messages show in line with its record.

Level-triggered like the conductor: called at any time, from any process, it
compares each slot with what it should show and sends what differs. A slot's
claim keeps two processes from writing the same message at once.
"""

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from hashlib import sha256
from time import monotonic

import structlog

from bot.core.model import GateState, Slot, Snapshot
from bot.core.ports.messenger import (
    CannotSpeakError,
    DeliveryError,
    File,
    GaveWayError,
    Message,
    MessageGoneError,
    Messenger,
    Ready,
)
from bot.core.ports.store import ChangedError, SlotClaim, Store

ROOT, PROGRESS = "root", "progress"
CLAIM_TTL = timedelta(seconds=13)
"""How long a slot stays claimed after its process died; renewed right before each call."""
PROGRESS_EVERY = timedelta(seconds=3)
FRESH = timedelta(seconds=2)
"""How long a claim is trusted without another look, by a clock that no stop halts."""
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


@dataclass(frozen=True, slots=True)
class _Look:
    """One look at one run."""

    snapshot: Snapshot
    nonce: str

    @property
    def run_id(self) -> str:
        return self.snapshot.run.run_id

    @property
    def root(self) -> str | None:
        slot = self.snapshot.slots.get(ROOT)
        return slot.ts if slot else None

    @property
    def running(self) -> bool:
        """Whether the graph is at work: only then may progress wait, or be left out."""
        run = self.snapshot.run
        return not (run.state.final or run.failure or self.snapshot.gates_in(GateState.OPEN))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A message, or the file beside it: what one slot holds. `digest` tells if Slack has it."""

    slot: str
    message: Message
    digest: str
    file: File | None = None


@dataclass(frozen=True, slots=True)
class _Turn:
    """The right to write one slot; `since` is when it was asked for, by the monotonic clock."""

    look: _Look
    piece: _Piece
    claim: SlotClaim
    since: float

    @property
    def thread(self) -> str | None:
        return None if self.claim.name == ROOT else self.look.root


def pieces(message: Message) -> tuple[_Piece, ...]:
    """A message and its file. A file cannot be changed: one of another name is one more."""
    shown = _Piece(message.slot, message, _digest([message.text, message.blocks]))
    file = message.file
    if file is None:
        return (shown,)
    return (shown, _Piece(f"{message.slot}:file:{file.name}", message, _digest(asdict(file)), file))


class _Going:
    """A look that is going on. `again`: look once more; `awaited`: somebody waits, so at once."""

    def __init__(self, look: Callable[["_Going"], Coroutine[None, None, Shown]]) -> None:
        self.again = True
        self.awaited = asyncio.Event()
        self.task = asyncio.create_task(look(self))


def _digest(content: object) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


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
        self._messenger = messenger
        self._render = render
        self._new_nonce = new_nonce
        self._clock = clock
        self._going: dict[str, _Going] = {}

    def soon(self, run_id: str) -> asyncio.Task[Shown]:
        """Have the run shown as it will be a moment from now; do not wait for it."""
        return self._look(run_id).task

    async def __call__(self, run_id: str) -> Shown:
        """Show the run at once and say how it went; unsettled where that takes PATIENCE."""
        going = self._look(run_id)
        going.awaited.set()
        try:
            return await asyncio.wait_for(
                asyncio.shield(going.task), timeout=PATIENCE.total_seconds()
            )
        except TimeoutError:
            return Shown(settled=False, rooted=True)

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
        look = _Look(snapshot, self._new_nonce())
        rooted = look.root is not None
        if snapshot.read_at < snapshot.muted_until:
            return Shown(settled=True, rooted=rooted, refused=MUTED, snapshot=snapshot)
        settled = True
        try:
            wanted = (p for m in self._render(snapshot) for p in pieces(m))
            for piece in sorted(wanted, key=lambda p: _turn(snapshot, p)):
                if not rooted and piece.slot != ROOT:
                    break
                settled = await self._bring(look, piece) and settled
        except CannotSpeakError as error:
            return Shown(settled=False, rooted=rooted, refused=error.code, snapshot=snapshot)
        if not rooted and settled:
            # The others go into the thread of the root: look again, now with its ts.
            rooted = self._going[run_id].again = True
        return Shown(settled=settled, rooted=rooted, snapshot=snapshot)

    async def _bring(self, look: _Look, piece: _Piece) -> bool:
        """Bring one slot in line; False when it has to be looked at again."""
        slot = look.snapshot.slots.get(piece.slot)
        if (already := _stands(look, piece, slot)) is not None:
            return already
        since, claim = self._clock(), await self._claim(look, piece.slot)
        if claim is None:
            return False
        if claim.digest == piece.digest or claim.rev > look.snapshot.run.rev:
            return await self._overtaken(look, piece, claim)
        try:
            ts = await self._send(_Turn(look, piece, claim, since))
        except MessageGoneError:
            return await self._gone(look, piece, claim)
        except (GaveWayError, DeliveryError, ChangedError) as error:
            await self._store.drop_slot(look.run_id, claim)
            log.info("show.later", run_id=look.run_id, slot=piece.slot, why=type(error).__name__)
            return False
        except BaseException:
            # Fenced, refused, cancelled: the next one must not wait for the claim to expire.
            await self._store.drop_slot(look.run_id, claim)
            raise
        await self._fill(look, claim, ts=ts, digest=piece.digest)
        return True

    async def _overtaken(self, look: _Look, piece: _Piece, claim: SlotClaim) -> bool:
        """Leave a slot that another process brought to the same content, or a newer one."""
        await self._store.drop_slot(look.run_id, claim)
        if claim.digest == piece.digest:
            return True
        self._going[look.run_id].again = True
        return False

    async def _claim(self, look: _Look, slot: str) -> SlotClaim | None:
        ttl_ms = int(CLAIM_TTL.total_seconds() * 1000)
        return await self._store.claim_slot(look.run_id, slot, nonce=look.nonce, ttl_ms=ttl_ms)

    async def _send(self, turn: _Turn) -> str | None:
        """Post or update, and give the ts. After a crash, look for the message first."""
        claim, run = turn.claim, turn.look.snapshot.run
        if claim.ts is not None:
            await self._update(turn, ts=claim.ts)
            return claim.ts
        if claim.stale:
            found = await self._messenger.find(run, claim.name, thread=turn.thread)
            with suppress(MessageGoneError):  # found, and gone since: as if it never was
                if found is not None:
                    await self._update(turn, ts=found)
                    return found
        if claim.name == PROGRESS and run.state.final:
            return None
        return await self._post(turn)

    async def _update(self, turn: _Turn, *, ts: str) -> None:
        if turn.piece.file is not None:
            return
        may_drop = turn.claim.name == PROGRESS and turn.look.running
        await self._messenger.update(
            turn.look.snapshot.run,
            turn.piece.message,
            ts=ts,
            may_drop=may_drop,
            ready=self._ready(turn),
        )

    async def _post(self, turn: _Turn) -> str:
        run, file, ready = turn.look.snapshot.run, turn.piece.file, self._ready(turn)
        if file and turn.thread:
            return await self._messenger.upload(
                run, file, thread=turn.thread, slot=turn.claim.name, ready=ready
            )
        return await self._messenger.post(
            run, turn.piece.message, thread=turn.thread, nonce=turn.claim.intent, ready=ready
        )

    def _ready(self, turn: _Turn) -> Ready:
        """Renew the claim right before a call, or stop it; a fresh one is trusted.

        A call may have waited long for its turn, or its process may have been
        stopped; meanwhile another one may show something newer.
        """
        claim = turn.claim

        async def check() -> None:
            if self._clock() - turn.since < FRESH.total_seconds():
                return
            again = await self._claim(turn.look, claim.name)
            if again is None or again.ts != claim.ts or again.rev != claim.rev:
                raise ChangedError

        return check

    async def _gone(self, look: _Look, piece: _Piece, claim: SlotClaim) -> bool:
        """A person deleted the message. A card or a result is posted anew; the rest is let be."""
        if claim.ts is None:
            await self._store.drop_slot(look.run_id, claim)
            return await self._thread_gone(look)
        if piece.slot in {ROOT, PROGRESS}:
            await self._fill(look, claim, ts=claim.ts, digest=piece.digest)
            return True
        await self._fill(look, claim, ts=None, digest="")
        self._going[look.run_id].again = True
        return False

    async def _thread_gone(self, look: _Look) -> bool:
        """Begin with a new root; the next look shows it, and then the rest below it."""
        root = await self._claim(look, ROOT)
        if root is not None and root.ts == look.root:
            await self._fill(look, root, ts=None, digest="")
        elif root is not None:
            await self._store.drop_slot(look.run_id, root)
        return False

    async def _fill(self, look: _Look, claim: SlotClaim, *, ts: str | None, digest: str) -> None:
        """Note what Slack has; when the record moved meanwhile, look again."""
        rev = look.snapshot.run.rev
        newest = await self._store.fill_slot(look.run_id, claim, ts=ts, digest=digest, rev=rev)
        if newest != rev:
            self._going[look.run_id].again = True


def _turn(snapshot: Snapshot, piece: _Piece) -> int:
    """What is sent first: new messages, then changes of old ones, those of progress last.

    Changes share one rate for the whole workspace. With many runs at once they queue for
    long, and no card and no result may wait behind them.
    """
    slot = snapshot.slots.get(piece.slot)
    if slot is None or slot.ts is None:
        return 0
    return 2 if piece.slot == PROGRESS else 1


def _stands(look: _Look, piece: _Piece, slot: Slot | None) -> bool | None:
    """Whether the slot is in line (True), has to wait (False), or is to be sent (None).

    Progress is spared: at most every PROGRESS_EVERY while the graph runs, and not
    begun after the run ended.
    """
    if slot is None:
        return True if piece.slot == PROGRESS and look.snapshot.run.state.final else None
    if slot.digest == piece.digest:
        return True
    every = PROGRESS_EVERY.total_seconds() * 1000
    fresh = look.running and look.snapshot.read_at - slot.shown_at < every
    return False if piece.slot == PROGRESS and fresh else None
