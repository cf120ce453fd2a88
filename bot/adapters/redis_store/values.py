"""The small values inside a record, from JSON. They ignore names that they do not know."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from bot.core.model import (
    Action,
    Failure,
    FailureKind,
    JSONDict,
    NodeProgress,
    NodeState,
    Question,
    Section,
    Usage,
)


def failure(found: JSONDict | None) -> Failure | None:
    """Read why a run stopped."""
    if found is None:
        return None
    return Failure(
        kind=FailureKind(found["kind"]),
        ref=found["ref"],
        at=found["at"],
        nodes=tuple(found.get("nodes", ())),
    )


def usage(found: JSONDict) -> Usage:
    """Read what the model was asked for."""
    return Usage(**_known(Usage, found))


def node_progress(found: JSONDict) -> NodeProgress:
    """Read one line of the progress message."""
    known = _known(NodeProgress, found)
    return NodeProgress(**{**known, "state": NodeState(found["state"])})


def question(found: JSONDict) -> Question:
    """Read what a gate asks."""
    known = _known(Question, found)
    known["sections"] = tuple(Section(**_known(Section, s)) for s in found.get("sections", ()))
    if "actions" in found:
        known["actions"] = tuple(Action(name) for name in found["actions"])
    known["approvers"] = _tuple(found.get("approvers"))
    return Question(**known)


def _known(kind: type[Any], found: JSONDict) -> JSONDict:
    return {f.name: found[f.name] for f in fields(kind) if f.name in found}


def _tuple(items: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if items is None else tuple(items)
