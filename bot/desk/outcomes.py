"""What people ask of the desk, and what can come of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.core import policy
from bot.core.model import Gate, Person, Run, Snapshot
from bot.core.ports.engine import Moment
from graphs.contract import Workflow


@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody wants a run. `trigger_id` tells one delivery from another."""

    workflow: Workflow
    team: str
    channel: str
    person: Person
    inputs: Mapping[str, Any]
    trigger_id: str
    response_url: str = ""
    new_version: bool = False


@dataclass(frozen=True, slots=True)
class Started:
    """The run is recorded. `again`: by an earlier delivery of the same request."""

    run: Run
    again: bool = False


@dataclass(frozen=True, slots=True)
class AlreadyThere:
    """There is a run for this person, channel and period.

    `may_go_on`: whether it can be gone on with, and by whom asks.
    """

    snapshot: Snapshot
    may_go_on: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """The texts that a start form begins with."""

    workflow: str
    inputs: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Done:
    """Recorded; the record as it is now."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class NotYours:
    """Somebody else decides that."""

    snapshot: Snapshot
    circle: policy.Circle


@dataclass(frozen=True, slots=True)
class TooLate:
    """It was decided, replaced, ended or retried before. Nothing changed."""

    snapshot: Snapshot
    gate: Gate | None = None


@dataclass(frozen=True, slots=True)
class NotOffered:
    """The question does not offer that answer (any more)."""

    snapshot: Snapshot
    gate: Gate


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Some rows of the question have no choice yet. Nothing was sent."""

    snapshot: Snapshot
    gate: Gate


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody chose otherwise since the card was shown. Nothing was sent."""

    snapshot: Snapshot
    gate: Gate


@dataclass(frozen=True, slots=True)
class Past:
    """Where a run can be gone on from, newest first; nothing once its checkpoints are gone."""

    snapshot: Snapshot
    moments: Sequence[Moment]


@dataclass(frozen=True, slots=True)
class Unknown:
    """No such run or question: it expired, or the card is not ours."""


Outcome = Done | NotYours | TooLate | NotOffered | Unfinished | Moved | Unknown


@dataclass(frozen=True, slots=True)
class Click:
    """Who pressed something, and where; a channel must be the run's own.

    `delivery` names the click: Slack may bring the same one twice.
    """

    run_id: str
    user: str
    channel: str = ""
    delivery: str = ""
