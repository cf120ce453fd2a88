"""Store -> Slack: bring what a run's messages show in line with its record.

Level-triggered like the conductor: called at any time, from any process, it
compares each slot with what it should show and sends what differs. A slot's
claim keeps two processes from writing the same message at once.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from hashlib import sha256

import structlog

from bot.core.model import GateState, Slot, Snapshot
from bot.core.ports.messenger import (
    CannotSpeakError,
    DeliveryError,
    GaveWayError,
    Message,
    MessageGoneError,
    Messenger,
    Ready,
)
from bot.core.ports.store import ChangedError, SlotClaim, Store

ROOT, PROGRESS = "root", "progress"
CLAIM_TTL = timedelta(seconds=15)
"""How long a slot stays claimed after its process died; renewed right before each call."""
PROGRESS_EVERY = timedelta(seconds=3)
PATIENCE = timedelta(seconds=20)
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


@dataclass(frozen=True, slots=True)
class _Look:
    """One look at one run."""

    snapshot: Snapshot
    now: int
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
    """A message, or the file beside it: what one slot holds."""

    slot: str
    message: Message
    is_file: bool = False
    digest: str = field(default="")


def pieces(message: Message) -> tuple[_Piece, ...]:
    """A message and its file, each with the digest that tells whether Slack has it."""
    shown = _Piece(message.slot, message, digest=_digest([message.text, message.blocks]))
    if not message.file:
        return (shown,)
    content = _digest(asdict(message.file))
    return (shown, _Piece(f"{message.slot}:file", message, is_file=True, digest=content))


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
    ) -> None:
        self._store = store
        self._messenger = messenger
        self._render = render
        self._new_nonce = new_nonce
        self._again: dict[str, bool] = {}
        self._looks: dict[str, asyncio.Task[Shown]] = {}

    def soon(self, run_id: str) -> asyncio.Task[Shown]:
        """Have the run shown as it will be a moment from now; do not wait for it."""
        self._again[run_id] = True
        look = self._looks.get(run_id)
        if look is None:
            look = asyncio.create_task(self._until_shown(run_id), name=f"show {run_id}")
            self._looks[run_id] = look
            look.add_done_callback(lambda done: self._ended(run_id, done))
        return look

    async def __call__(self, run_id: str) -> Shown:
        """Show the run and say how it went; unsettled when that takes longer than PATIENCE."""
        try:
            return await asyncio.wait_for(
                asyncio.shield(self.soon(run_id)), timeout=PATIENCE.total_seconds()
            )
        except TimeoutError:
            return Shown(settled=False, rooted=True)

    async def aclose(self) -> None:
        """Stop all looks. What they left open is found and finished by the next process."""
        looks = list(self._looks.values())
        for look in looks:
            look.cancel()
        await asyncio.gather(*looks, return_exceptions=True)

    def _ended(self, run_id: str, look: asyncio.Task[Shown]) -> None:
        del self._looks[run_id]
        self._again.pop(run_id, None)
        if not look.cancelled() and (error := look.exception()):
            # Reported to whoever waits; a look in the background must not be silent either.
            log.warning("show.failed", run_id=run_id, error=type(error).__name__)

    async def _until_shown(self, run_id: str) -> Shown:
        shown = Shown(settled=False, rooted=False)
        while self._again[run_id]:
            self._again[run_id] = False
            shown = await self._pass(run_id)
        return shown

    async def _pass(self, run_id: str) -> Shown:
        snapshot, now = await self._store.load(run_id), await self._store.now()
        look = _Look(snapshot, now, self._new_nonce())
        rooted = look.root is not None
        if now < snapshot.muted_until:
            return Shown(settled=True, rooted=rooted, refused=MUTED)
        settled = True
        try:
            for piece in (p for m in self._render(snapshot) for p in pieces(m)):
                if not rooted and piece.slot != ROOT:
                    break
                settled = await self._bring(look, piece) and settled
        except CannotSpeakError as error:
            return Shown(settled=False, rooted=rooted, refused=error.code)
        if not rooted and settled:
            # The others go into the thread of the root: look again, now with its ts.
            rooted = self._again[run_id] = True
        return Shown(settled=settled, rooted=rooted)

    async def _bring(self, look: _Look, piece: _Piece) -> bool:
        """Bring one slot in line; False when it has to be looked at again."""
        slot = look.snapshot.slots.get(piece.slot)
        if (already := _stands(look, piece, slot)) is not None:
            return already
        claim = await self._claim(look, piece.slot)
        if claim is None:
            return False
        if claim.digest == piece.digest or claim.rev > look.snapshot.run.rev:
            return await self._overtaken(look, piece, claim)
        try:
            ts = await self._send(look, piece, claim)
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
        self._again[look.run_id] = True
        return False

    async def _claim(self, look: _Look, slot: str) -> SlotClaim | None:
        ttl_ms = int(CLAIM_TTL.total_seconds() * 1000)
        return await self._store.claim_slot(look.run_id, slot, nonce=look.nonce, ttl_ms=ttl_ms)

    async def _send(self, look: _Look, piece: _Piece, claim: SlotClaim) -> str:
        """Post or update, and give the ts. After a crash, look for the message first."""
        ts = claim.ts
        thread = None if piece.slot == ROOT else look.root
        if ts is None and claim.stale:
            ts = await self._messenger.find(look.snapshot.run, piece.slot, thread=thread)
        if piece.is_file:
            return ts or await self._upload(look, piece, claim)
        if ts is None:
            return await self._post(look, piece, claim)
        may_drop = piece.slot == PROGRESS and look.running
        await self._messenger.update(
            look.snapshot.run,
            piece.message,
            ts=ts,
            may_drop=may_drop,
            ready=self._ready(look, claim),
        )
        return ts

    async def _post(self, look: _Look, piece: _Piece, claim: SlotClaim) -> str:
        return await self._messenger.post(
            look.snapshot.run,
            piece.message,
            thread=None if piece.slot == ROOT else look.root,
            nonce=claim.intent,
            ready=self._ready(look, claim),
        )

    async def _upload(self, look: _Look, piece: _Piece, claim: SlotClaim) -> str:
        file = piece.message.file
        if file is None or look.root is None:
            raise ChangedError
        return await self._messenger.upload(
            look.snapshot.run,
            file,
            thread=look.root,
            slot=piece.slot,
            ready=self._ready(look, claim),
        )

    def _ready(self, look: _Look, claim: SlotClaim) -> Ready:
        """Renew the claim right before a call, or stop it.

        A call may have waited long for its turn, or its process may have been
        stopped; meanwhile another one may show something newer.
        """

        async def check() -> None:
            again = await self._claim(look, claim.name)
            if again is None or again.ts != claim.ts or again.rev != claim.rev:
                raise ChangedError

        return check

    async def _gone(self, look: _Look, piece: _Piece, claim: SlotClaim) -> bool:
        """A person deleted the message. A card or a result is posted anew; the rest is let be."""
        if claim.ts is None:
            # The thread itself is gone: begin with a new root.
            await self._store.drop_slot(look.run_id, claim)
            root = await self._claim(look, ROOT)
            if root is not None:
                await self._fill(look, root, ts=None, digest="")
            return False
        if piece.slot in {ROOT, PROGRESS}:
            await self._fill(look, claim, ts=claim.ts, digest=piece.digest)
            return True
        await self._fill(look, claim, ts=None, digest="")
        self._again[look.run_id] = True
        return False

    async def _fill(self, look: _Look, claim: SlotClaim, *, ts: str | None, digest: str) -> None:
        """Note what Slack has; when the record moved meanwhile, look again."""
        rev = look.snapshot.run.rev
        newest = await self._store.fill_slot(look.run_id, claim, ts=ts, digest=digest, rev=rev)
        if newest != rev:
            self._again[look.run_id] = True


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
    fresh = look.running and look.now - slot.shown_at < every
    return False if piece.slot == PROGRESS and fresh else None
