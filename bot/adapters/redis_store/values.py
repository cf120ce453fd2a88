"""The small values inside a record, from JSON. They ignore names that they do not know."""

from dataclasses import fields
from typing import Any, Final

from pydantic import TypeAdapter

from bot.core.model import (
    Failure,
    FailureKind,
    JSONDict,
    NodeProgress,
    NodeState,
    Origin,
    Usage,
)
from bot.core.question import Choice, Decision, Question


def failure(found: JSONDict | None) -> Failure | None:
    """Read why a run stopped."""
    if found is None:
        return None
    return Failure(
        kind=FailureKind(found["kind"]),
        ref=found["ref"],
        at=found["at"],
        nodes=tuple(found.get("nodes", ())),
        detail=found.get("detail", ""),
    )


def origin(about: JSONDict) -> Origin | None:
    """Read where a run goes on from; None where it begins with its inputs."""
    found = about.get("origin")
    if found is None:
        return None
    return Origin(**{**_known(Origin, found), "nodes": tuple(found.get("nodes", ()))})


def usage(found: JSONDict) -> Usage:
    """Read what the model was asked for."""
    return Usage(**_known(Usage, found))


def node_progress(found: JSONDict) -> NodeProgress:
    """Read one line of the progress message."""
    known = _known(NodeProgress, found)
    return NodeProgress(**{**known, "state": NodeState(found["state"])})


_QUESTION: Final = TypeAdapter(Question)
_DECISION: Final = TypeAdapter(Decision)
_CHOICE: Final = TypeAdapter(Choice)


def question(found: JSONDict) -> Question:
    """Read what a gate asks."""
    return _QUESTION.validate_python(found)


def decision(found: JSONDict) -> Decision:
    """Read what people answered."""
    return _DECISION.validate_python(found)


def choice(found: JSONDict) -> Choice:
    """Read what somebody wants with one row."""
    return _CHOICE.validate_python(found)


def _known(kind: type[Any], found: JSONDict) -> JSONDict:
    return {f.name: found[f.name] for f in fields(kind) if f.name in found}
