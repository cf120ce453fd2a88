"""Rules over all blocks of a message or view: unique ids, texts together, what needs what."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.sandbox.kit.limits import LIMITS
from bot.sandbox.kit.placement import ONLY_IN_MODALS
from bot.sandbox.kit.rules import Report, check_size
from bot.sandbox.wire import Json

_NOT_SHOWN: Final = frozenset(
    {"type", "style", "action_id", "block_id", "value", "url", "image_url", "task_id", "status"}
)
_NESTED: Final = {"container": "child_blocks", "carousel": "elements"}
"""Blocks that hold blocks, and where."""


def check_together(blocks: Sequence[Json], at: str, report: Report) -> None:
    """The limits over all blocks: unique ids, text of markdown blocks and tables together.

    Action ids must be unique in their block, as Slack's reference has it.
    """
    everything = list(_blocks(blocks, at))
    # Slack gives markdown blocks ids of its own, whatever the app asked for.
    kept = ((block, place) for block, place in everything if block["type"] != "markdown")
    _check_unique(kept, "block_id", report)
    for block, place in everything:
        _check_unique(_elements(block, place), "action_id", report)
    for kind, limit in (
        ("markdown", "message.markdown"),
        ("table", "message.table"),
        ("data_table", "data_table.text"),
    ):
        size = shown_size([_text(block) for block, _ in everything if block["type"] == kind])
        check_size(size, LIMITS[limit], at, report)
    if sum(block["type"] == "table" for block, _ in everything) > 1:
        report.add("only_one_table_allowed", at)


def check_only_in_modals(
    blocks: Sequence[Json], at: str, report: Report, *, in_modal: bool
) -> None:
    """What Slack's reference knows in modals only is in one, and where it says.

    A menu can ask for a response_url in an input block.
    """
    for block, place in _blocks(blocks, at):
        takes_response_url = in_modal and block["type"] == "input"
        for element, where in _elements(block, place):
            if element["type"] in ONLY_IN_MODALS and not in_modal:
                report.add(f"unsupported type: {element['type']}", f"{where}/type")
            if element.get("response_url_enabled") and not takes_response_url:
                report.add("invalid additional property: response_url_enabled", where)


def check_focus(blocks: Sequence[Json], at: str, report: Report) -> None:
    """No two elements have the focus."""
    focused = [
        where
        for block, place in _blocks(blocks, at)
        for element, where in _elements(block, place)
        if element.get("focus_on_load")
    ]
    for where in focused[1:]:
        report.add("only one element can have focus_on_load", f"{where}/focus_on_load")


def check_submit(payload: Json, at: str, report: Report) -> None:
    """A modal with a field has a button to send it."""
    has_input = any(block["type"] == "input" for block in payload["blocks"])
    if has_input and not payload.get("submit"):
        report.add("missing required field: submit", at)


def shown_size(value: object) -> int:
    """Characters that people see in these blocks, all together."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(shown_size(v) for key, v in value.items() if key not in _NOT_SHOWN)
    if isinstance(value, (list, tuple)):
        return sum(map(shown_size, value))
    return 0


def _text(block: Json) -> object:
    return block["text"] if block["type"] == "markdown" else block["rows"]


def _blocks(blocks: Iterable[Json], at: str) -> Iterator[tuple[Json, str]]:
    """Each block with its place, those inside others too."""
    for index, block in enumerate(blocks):
        place = f"{at}/{index}"
        yield block, place
        if nested := _NESTED.get(block["type"]):
            yield from _blocks(block[nested], f"{place}/{nested}")


def _elements(block: Json, at: str) -> Iterator[tuple[Json, str]]:
    """Each element that stands in a block itself, with its place."""
    if block["type"] in _NESTED:
        return
    for name in ("element", "accessory"):
        if block.get(name):
            yield block[name], f"{at}/{name}"
    for name in ("elements", "actions"):
        for index, element in enumerate(block.get(name) or ()):
            yield element, f"{at}/{name}/{index}"


def _check_unique(items: Iterable[tuple[Json, str]], name: str, report: Report) -> None:
    seen: set[str] = set()
    for item, place in items:
        value = item.get(name)
        if value and value in seen:
            report.add(f"`{name}` {value!r} already exists", f"{place}/{name}")
        elif value:
            seen.add(value)
