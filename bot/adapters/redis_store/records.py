"""Runs, gates and slots as fields of Redis hashes, and back.

What never changes of a run or a gate is one JSON text (`about`), which no
script reads. What changes is a field each, and absent where the value is None
or empty. In the hashes of gates and slots a field is `{what}:{key}`.

Reading is lenient, since an older and a newer release may work on one record:
unknown names are ignored, missing ones get the default of the model.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass
from typing import Any

from bot.adapters.redis_store.values import (
    choice,
    decision,
    failure,
    node_progress,
    origin,
    question,
    usage,
)
from bot.core.model import Gate, GateState, JSONDict, Run, RunState, Slot, Snapshot
from bot.core.question import Choice, Decision

_CHANGING = {
    *("run_id", "state", "ended_at", "ended_by", "failure", "retry_by", "result", "rev", "fence"),
    *("starts", "drive_checkpoint", "handed", "checkpoint", "fingerprint", "progress", "usage"),
    *("code", "response_url", "links"),
}
_ABOUT = tuple(f.name for f in fields(Run) if f.name not in _CHANGING)

_CHOICE = "choice."

Fields = dict[str, str | None]
"""A hash to be: None stands for an absent field."""


def to_json(value: object) -> str:
    """Write compact JSON, readable where people wrote Chinese."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def new_run_fields(run: Run) -> Fields:
    """Write a whole new run. The channel has a field of its own too, for look-ups."""
    about = {name: _plain(getattr(run, name)) for name in _ABOUT}
    return {
        "about": to_json(about),
        "channel": run.channel,
        "response_url": run.response_url or None,
        **run_fields(run),
    }


def run_fields(run: Run) -> Fields:
    """Write what a driver may change of a run. `rev`, `fence` and the lease are the scripts'."""
    return {
        "state": run.state.value,
        "ended_at": _number(run.ended_at),
        "ended_by": run.ended_by,
        "failure": to_json(asdict(run.failure)) if run.failure else None,
        "retryable": "1" if run.failure and run.failure.kind.can_retry else None,
        "retry_by": run.retry_by,
        "result": None if run.result is None else to_json(run.result),
        "links": to_json(run.links) if run.links else None,
        "starts": str(run.starts),
        "drive_checkpoint": run.drive_checkpoint,
        "handed": to_json(run.handed) if run.handed else None,
        "checkpoint": run.checkpoint,
        "fingerprint": run.fingerprint,
        "code": run.code or None,
        **progress_fields(run),
    }


def progress_fields(run: Run) -> dict[str, str]:
    """Write how far a run is, and what it took."""
    return {
        "progress": to_json([asdict(node) for node in run.progress]),
        "usage": to_json(asdict(run.usage)),
    }


def about_gate(gate: Gate) -> str:
    """Write what never changes of an open gate."""
    return to_json(
        {
            "interrupt_id": gate.interrupt_id,
            "node": gate.node,
            "opened_at": gate.opened_at,
            "question": asdict(gate.question),
        }
    )


def decision_text(decision: Decision, *, nonce: str) -> str:
    """Write a decision without its time, which Redis gives. `nonce` makes the call unique."""
    return to_json({**asdict(decision), "nonce": nonce})


def choice_text(choice: Choice) -> str:
    """Write a choice without its time, which Redis puts before it."""
    return to_json(asdict(choice))


def read_snapshot(run_id: str, text: str) -> Snapshot | None:
    """Read a script's record: three flat lists and the time as JSON; None where no run is."""
    *lists, now = json.loads(text)
    # Lua writes an empty list as {}.
    run, gates, slots = (dict(_pairs(flat or [])) for flat in lists)
    if not run:
        return None
    return Snapshot(
        run=_run(run_id, run),
        gates={key: _gate(key, of) for key, of in _grouped(gates).items() if "about" in of},
        slots={name: _slot(name, of) for name, of in _grouped(slots).items()},
        muted_until=int(run.get("muted_until", 0)),
        told=run.get("told") == "1",
        read_at=int(now),
    )


def _run(run_id: str, of: Mapping[str, str]) -> Run:
    about: JSONDict = json.loads(of["about"])
    return Run(
        **{**{name: about[name] for name in _ABOUT if name in about}, "origin": origin(about)},
        run_id=run_id,
        response_url=of.get("response_url", ""),
        state=RunState(of["state"]),
        ended_at=_whole(of.get("ended_at")),
        ended_by=of.get("ended_by"),
        failure=failure(_json(of, "failure")),
        retry_by=of.get("retry_by"),
        result=_json(of, "result"),
        links=tuple(_json(of, "links") or ()),
        rev=int(of["rev"]),
        fence=int(of["fence"]),
        starts=int(of.get("starts", 0)),
        drive_checkpoint=of.get("drive_checkpoint"),
        handed=tuple(_json(of, "handed") or ()),
        checkpoint=of.get("checkpoint"),
        fingerprint=of.get("fingerprint", ""),
        code=of.get("code", ""),
        progress=tuple(node_progress(node) for node in _json(of, "progress") or ()),
        usage=usage(_json(of, "usage") or {}),
    )


def _gate(key: str, of: Mapping[str, str]) -> Gate:
    about: JSONDict = json.loads(of["about"])
    return Gate(
        key=key,
        interrupt_id=about["interrupt_id"],
        node=about["node"],
        checkpoint=of.get("checkpoint", ""),
        question=question(about["question"]),
        opened_at=about["opened_at"],
        state=GateState(of["state"]),
        decision=_decision(of),
        problem=of.get("problem", ""),
        choices=_choices(of),
        chosen=int(of.get("chosen", 0)),
    )


def _decision(of: Mapping[str, str]) -> Decision | None:
    said = _json(of, "decision")
    return None if said is None else decision({**said, "at": int(of["at"])})


def _choices(of: Mapping[str, str]) -> dict[str, Choice]:
    """Read the fields `choice.{row}`: Redis' time, a space, the choice."""
    found = {}
    for name, written in of.items():
        if name.startswith(_CHOICE):
            at, _, text = written.partition(" ")
            found[name.removeprefix(_CHOICE)] = choice({**json.loads(text), "at": int(at)})
    return found


def _slot(name: str, of: Mapping[str, str]) -> Slot:
    return Slot(
        name=name,
        ts=of.get("ts"),
        intent=of.get("intent"),
        digest=of.get("digest", ""),
        rev=int(of.get("rev", 0)),
        shown_at=int(of.get("shown", 0)),
    )


def _grouped(flat: Mapping[str, str]) -> dict[str, dict[str, str]]:
    groups: dict[str, dict[str, str]] = {}
    for field, value in flat.items():
        what, _, key = field.partition(":")
        groups.setdefault(key, {})[what] = value
    return groups


def _pairs(flat: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip(flat[::2], flat[1::2], strict=True)


def _json(of: Mapping[str, str], name: str) -> Any:  # noqa: ANN401 - parsed by the caller
    return json.loads(of[name]) if name in of else None


def _whole(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def _number(value: int | None) -> str | None:
    return None if value is None else str(value)


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return dict(value) if isinstance(value, Mapping) else value
