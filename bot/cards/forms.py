"""Long texts in short inputs: split over several, read back, joined again.

An input takes 3,000 characters at most (node-slack-sdk#940). A text that is
longer stands in several inputs, whose block ids are `{key}#{n}` with a mark for
what was between a part and the one before: nothing for a line end, `_` for a
space, `+` for nothing at all.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from bot.cards import ids, limits, text

_BLOCK_ID = re.compile(r"(.*)#([0-9]{1,4})([_+]?)", re.DOTALL)
_NEEDED = ("workflow", "channel")
_GLUE = {"": "\n", "_": " ", "+": ""}


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a start form was opened: what a submission itself does not carry."""

    workflow: str
    channel: str
    response_url: str = ""
    new_version: bool = False


def pack(origin: Origin) -> str:
    """As a view's private_metadata. A response_url that does not fit is left out."""
    packed = json.dumps(asdict(origin))
    if len(packed) <= limits.VIEW_METADATA:
        return packed
    return json.dumps({**asdict(origin), "response_url": ""})


def origin_of(metadata: str) -> Origin | None:
    """Read it back; None where it is not ours."""
    try:
        found = json.loads(metadata)
    except ValueError:
        return None
    if not isinstance(found, dict) or not all(_is_text(found.get(k)) for k in _NEEDED):
        return None
    url = found.get("response_url")
    return Origin(
        workflow=found["workflow"],
        channel=found["channel"],
        response_url=url if isinstance(url, str) else "",
        new_version=found.get("new_version") is True,
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def parts(key: str, value: str) -> list[tuple[str, str]]:
    """Block id and text of each input that the value needs; one at least."""
    made: list[tuple[str, str]] = []
    mark, rest = "", text.visible(value)
    while True:
        piece, next_mark, rest = _first(rest)
        made.append((f"{key}#{len(made)}{mark}", piece))
        if not rest:
            return made
        mark = next_mark


def _first(value: str) -> tuple[str, str, str]:
    """A part, the mark of what stood behind it, and the rest."""
    if len(value) <= limits.EDIT_PART and text.size(value) <= limits.EDIT_PART:
        return value, "", ""
    start = text.head(value, limits.EDIT_PART)
    for mark, between in (("", "\n"), ("_", " ")):
        at = start.rfind(between)
        if at >= len(start) // 2:
            return value[:at], mark, value[at + 1 :]
    return start, "+", value[len(start) :]


def joined(state: object) -> dict[str, str]:
    """The values of a submitted view by key. `state` is `view.state` or its `values`.

    What is not ours is left out. A part that was emptied leaves no trace.
    """
    values: dict[str, str] = {}
    for key, _, mark, typed in sorted(_typed(state), key=lambda part: part[:2]):
        before = values.setdefault(key, "")
        if typed:
            values[key] = before + _GLUE[mark] + typed if before else typed
    return values


def as_sent(state: object) -> dict[str, list[tuple[str, str]]]:
    """The inputs of a submitted view, block id and text each, by key and in order.

    Slack keeps what stands in an input when a view is updated and the block id stays: a
    form that is shown again has to have the very same inputs.
    """
    inputs: dict[str, list[tuple[str, str]]] = {}
    for key, number, mark, typed in sorted(_typed(state), key=lambda part: part[:2]):
        inputs.setdefault(key, []).append((f"{key}#{number}{mark}", typed))
    return inputs


def _typed(state: object) -> list[tuple[str, int, str, str]]:
    found = state.get("values", state) if isinstance(state, Mapping) else {}
    rows = []
    for block_id, actions in found.items() if isinstance(found, Mapping) else ():
        place = _BLOCK_ID.fullmatch(block_id) if isinstance(block_id, str) else None
        element = actions.get(ids.FIELD) if isinstance(actions, Mapping) else None
        if place is not None and isinstance(element, Mapping):
            value = element.get("value")
            typed = value if isinstance(value, str) else ""
            rows.append((place[1], int(place[2]), place[3], typed))
    return rows
