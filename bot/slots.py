"""One slot -> one message: post it, change it, find it again after a crash.

A slot's claim keeps two processes from writing the same message at once. The
intent is noted before a post and the ts after it, so a message whose answer was
lost is looked for before it is posted again.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import timedelta
from hashlib import sha256

import structlog

from bot.core.model import GateState, Slot, Snapshot
from bot.core.ports.messenger import (
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
FRESH = timedelta(seconds=2)
"""How long a claim is trusted without another look, by a clock that no stop halts."""
PROGRESS_EVERY = timedelta(seconds=3)

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """One look at one run. `again` asks for another one after it."""

    snapshot: Snapshot
    nonce: str
    again: Callable[[], None]

    @property
    def run_id(self) -> str:
        """The run that is looked at."""
        return self.snapshot.run.run_id

    @property
    def root(self) -> str | None:
        """The ts of the run's root message, once there is one."""
        return self.snapshot.root

    @property
    def running(self) -> bool:
        """Whether the graph is at work: only then may progress wait, or be left out."""
        run = self.snapshot.run
        return not (run.state.final or run.failure or self.snapshot.gates_in(GateState.OPEN))


@dataclass(frozen=True, slots=True)
class Piece:
    """A message, or the file beside it: what one slot holds. `digest` tells if Slack has it."""

    slot: str
    message: Message
    digest: str
    file: File | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The right to write one slot; `since` is when it was asked for, by the monotonic clock."""

    look: Look
    piece: Piece
    claim: SlotClaim
    since: float

    @property
    def thread(self) -> str | None:
        """The thread to write into; None for the root itself."""
        return None if self.claim.name == ROOT else self.look.root


def pieces(message: Message) -> tuple[Piece, ...]:
    """A message and its file. A file cannot be changed: one of another name is one more."""
    shown = Piece(message.slot, message, _digest([message.text, message.blocks]))
    file = message.file
    if file is None:
        return (shown,)
    return (shown, Piece(f"{message.slot}:file:{file.name}", message, _digest(asdict(file)), file))


def _digest(content: object) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


class Slots:
    """Brings slots in line. `clock` goes on while a process is stopped; in seconds."""

    def __init__(self, store: Store, messenger: Messenger, *, clock: Callable[[], float]) -> None:
        self._store = store
        self._messenger = messenger
        self._clock = clock

    async def bring(self, look: Look, piece: Piece) -> bool:
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
            ts = await self._send(Turn(look, piece, claim, since))
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

    async def _overtaken(self, look: Look, piece: Piece, claim: SlotClaim) -> bool:
        """Leave a slot that another process brought to the same content, or a newer one."""
        await self._store.drop_slot(look.run_id, claim)
        if claim.digest == piece.digest:
            return True
        look.again()
        return False

    async def _claim(self, look: Look, slot: str) -> SlotClaim | None:
        ttl_ms = int(CLAIM_TTL.total_seconds() * 1000)
        return await self._store.claim_slot(look.run_id, slot, nonce=look.nonce, ttl_ms=ttl_ms)

    async def _send(self, turn: Turn) -> str | None:
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

    async def _update(self, turn: Turn, *, ts: str) -> None:
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

    async def _post(self, turn: Turn) -> str:
        run, file, ready = turn.look.snapshot.run, turn.piece.file, self._ready(turn)
        if file and turn.thread:
            return await self._messenger.upload(
                run, file, thread=turn.thread, slot=turn.claim.name, ready=ready
            )
        return await self._messenger.post(
            run, turn.piece.message, thread=turn.thread, nonce=turn.claim.intent, ready=ready
        )

    def _ready(self, turn: Turn) -> Ready:
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

    async def _gone(self, look: Look, piece: Piece, claim: SlotClaim) -> bool:
        """A person deleted the message. A card or a result is posted anew; the rest is let be."""
        if claim.ts is None:
            await self._store.drop_slot(look.run_id, claim)
            return await self._thread_gone(look)
        if piece.slot in {ROOT, PROGRESS}:
            await self._fill(look, claim, ts=claim.ts, digest=piece.digest)
            return True
        await self._fill(look, claim, ts=None, digest="")
        look.again()
        return False

    async def _thread_gone(self, look: Look) -> bool:
        """Begin with a new root; the next look shows it, and then the rest below it."""
        root = await self._claim(look, ROOT)
        if root is not None and root.ts == look.root:
            await self._fill(look, root, ts=None, digest="")
        elif root is not None:
            await self._store.drop_slot(look.run_id, root)
        return False

    async def _fill(self, look: Look, claim: SlotClaim, *, ts: str | None, digest: str) -> None:
        """Note what Slack has; when the record moved meanwhile, look again."""
        rev = look.snapshot.run.rev
        newest = await self._store.fill_slot(look.run_id, claim, ts=ts, digest=digest, rev=rev)
        if newest != rev:
            look.again()


def order_of(snapshot: Snapshot, piece: Piece) -> int:
    """What is sent first: new messages, then changes of old ones, those of progress last.

    Changes share one rate for the whole workspace. With many runs at once they queue for
    long, and no card and no result may wait behind them.
    """
    slot = snapshot.slots.get(piece.slot)
    if slot is None or slot.ts is None:
        return 0
    return 2 if piece.slot == PROGRESS else 1


def _stands(look: Look, piece: Piece, slot: Slot | None) -> bool | None:
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
