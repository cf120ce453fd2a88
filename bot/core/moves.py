"""What a driver can be told to do next, and what it learns from doing it."""

from dataclasses import dataclass

from bot.core.model import FailureKind, Gate, Origin, Run, Seen
from bot.core.ports.store import GateChange


@dataclass(frozen=True, slots=True)
class Nothing:
    """Wait: for people, or because the run ended."""


@dataclass(frozen=True, slots=True)
class Start:
    """Run the graph from its input."""


@dataclass(frozen=True, slots=True)
class Fork:
    """Begin with a copy of an older version's thread; what is due there comes after."""

    origin: Origin


@dataclass(frozen=True, slots=True)
class Resume:
    """Hand these decisions to the graph."""

    gates: tuple[Gate, ...]


@dataclass(frozen=True, slots=True)
class Continue:
    """Drive what is due. `probes` are decided gates whose answer the graph may hold already.

    Given again, it would answer the next question of the same node.
    """

    probes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reask:
    """The node that was due is gone: let the graph decide again from the step before.

    `nodes` are those of that step. `gates` are the questions that it takes the place of.
    """

    nodes: tuple[str, ...]
    gates: tuple[GateChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """Write the run as the checkpoint shows it: `after` differs from the record, or gates do."""

    after: Run
    gates: tuple[GateChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """The graph ended; this is its result, with the addresses that may be links in it."""

    result: str
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """The run cannot go on by itself. Final for some kinds, else until a retry.

    `gates` are questions that nobody asks any more, `detail` as in `Failure`.
    """

    kind: FailureKind
    nodes: tuple[str, ...] = ()
    gates: tuple[GateChange, ...] = ()
    detail: str = ""


Drive = Start | Fork | Resume | Continue | Reask
Step = Nothing | Drive | Record | Finish | Stop


@dataclass(frozen=True, slots=True)
class Memory:
    """What one driver learnt since it took the lease. Losing it only costs a look more.

    `probed`: gates for which a Continue came back and the question still stood.
    `solo`: answers were refused together; hand them over one by one.
    `spent`: the last drive that ended well, and what had been seen before it.
    """

    probed: frozenset[str] = frozenset()
    solo: bool = False
    spent: tuple[Drive, Seen] | None = None


def remember(memory: Memory, step: Drive, seen: Seen, *, failed: bool, refused: bool) -> Memory:
    """What a driver knows after a drive that came back: well, with a failure, or refused."""
    return Memory(
        probed=memory.probed | frozenset(step.probes if isinstance(step, Continue) else ()),
        solo=memory.solo or (refused and isinstance(step, Resume) and len(step.gates) > 1),
        spent=None if failed or refused else (step, seen),
    )
