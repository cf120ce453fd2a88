"""A whole message or view: limits over all blocks together, ids, and what Slack fills in."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import short_id
from bot.sandbox.kit.blocks import ON_HOME, ON_MESSAGE, ON_MODAL, blocks_rule
from bot.sandbox.kit.elements import ELEMENTS
from bot.sandbox.kit.limits import BLOCKS_TEXT_MOST, LIMITS, VIEW_BYTES_MOST
from bot.sandbox.kit.objects import plain
from bot.sandbox.kit.rules import Report, Rule, boolean, check_size, one_of, shape, string
from bot.sandbox.markup import normalise
from bot.sandbox.wire import Blocks, Json, copy, dumps, walk

INTERACTIVE: Final = frozenset(ELEMENTS) - {"image", "mrkdwn", "plain_text"}
"""Elements that get an action id."""

_MESSAGE: Final[Rule] = blocks_rule(ON_MESSAGE, "message.blocks")
_NOT_SHOWN: Final = frozenset(
    {"type", "style", "action_id", "block_id", "value", "url", "image_url", "task_id", "status"}
)

_VIEW_OPTIONAL: Final = {
    "private_metadata": string("private_metadata"),
    "callback_id": string("callback_id"),
    "external_id": string("external_id"),
}
_MODAL: Final[Rule] = shape(
    {
        "type": one_of("modal"),
        "title": plain("view.title"),
        "blocks": blocks_rule(ON_MODAL, "view.blocks"),
    },
    {
        **_VIEW_OPTIONAL,
        "submit": plain("view.submit"),
        "close": plain("view.close"),
        "clear_on_close": boolean,
        "notify_on_close": boolean,
    },
)
_HOME: Final[Rule] = shape(
    {"type": one_of("home"), "blocks": blocks_rule(ON_HOME, "view.blocks")}, _VIEW_OPTIONAL
)


def message_blocks(blocks: object, *, refused: Collection[str] = ()) -> Blocks:
    """The blocks of a message, checked and with ids.

    `refused` are block types that this workspace does not know. Raises SlackError with
    `invalid_blocks`, or `msg_blocks_too_long`.
    """
    report = Report()
    _MESSAGE(blocks, "/blocks", report)
    if isinstance(blocks, list) and not report.problems:
        check_together(blocks, "/blocks", report, across_blocks=True)
        for index, block in enumerate(blocks):
            if block["type"] in refused:
                report.add(f"unsupported type: {block['type']}", f"/blocks/{index}/type")
    if report.problems or not isinstance(blocks, list):
        raise SlackError("invalid_blocks", messages=report.problems)
    if shown_size(blocks) >= BLOCKS_TEXT_MOST:
        raise SlackError("msg_blocks_too_long")
    return filled(blocks)


def view(payload: object) -> Json:
    """A modal or home view, checked and with ids.

    Raises SlackError with `invalid_arguments`, or `view_too_large`.
    """
    report = Report()
    is_home = isinstance(payload, dict) and payload.get("type") == "home"
    (_HOME if is_home else _MODAL)(payload, "/view", report)
    if isinstance(payload, dict) and not report.problems:
        check_together(payload["blocks"], "/view/blocks", report, across_blocks=False)
        _check_submit(payload, report)
        _check_focus(payload, report)
    if report.problems or not isinstance(payload, dict):
        raise SlackError("invalid_arguments", messages=report.problems)
    if len(dumps(payload).encode()) > VIEW_BYTES_MOST:
        raise SlackError("view_too_large")
    return {**copy(payload), "blocks": list(filled(payload["blocks"]))}


def _check_submit(payload: Json, report: Report) -> None:
    has_input = any(block["type"] == "input" for block in payload["blocks"])
    if payload["type"] == "modal" and has_input and not payload.get("submit"):
        report.add("missing required field: submit", "/view")


def _check_focus(payload: Json, report: Report) -> None:
    if sum(item.get("focus_on_load") is True for item in walk(payload["blocks"])) > 1:
        report.add("only one element can have focus_on_load", "/view/blocks")


def check_together(blocks: Sequence[Json], at: str, report: Report, *, across_blocks: bool) -> None:
    """The limits over all blocks: unique ids, text of markdown blocks and tables together.

    Action ids must be unique in a whole message (`across_blocks`), in views within their block.
    """
    _check_unique(_block_ids(blocks), "block_id", at, report)
    for group in [blocks] if across_blocks else [[block] for block in blocks]:
        _check_unique(_action_ids(group), "action_id", at, report)
    markdown = sum(len(block["text"]) for block in blocks if block["type"] == "markdown")
    check_size(markdown, LIMITS["message.markdown"], at, report)
    tables = [block for block in blocks if block["type"] == "table"]
    check_size(shown_size(tables), LIMITS["message.table"], at, report)
    data_tables = [block for block in blocks if block["type"] == "data_table"]
    check_size(shown_size(data_tables), LIMITS["data_table.text"], at, report)
    if len(tables) > 1:
        report.add("only_one_table_allowed", at)


def _block_ids(blocks: Sequence[Json]) -> Iterator[str]:
    # Slack gives markdown blocks ids of its own, whatever the app asked for.
    return (b["block_id"] for b in blocks if b.get("block_id") and b["type"] != "markdown")


def _action_ids(blocks: Sequence[Json]) -> Iterator[str]:
    return (item["action_id"] for item in walk(list(blocks)) if item.get("action_id"))


def _check_unique(ids: Iterator[str], name: str, at: str, report: Report) -> None:
    seen: set[str] = set()
    for value in ids:
        if value in seen:
            report.add(f"`{name}` {value!r} already exists", at)
        seen.add(value)


def shown_size(value: object) -> int:
    """Characters that people see in these blocks, all together."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(shown_size(v) for key, v in value.items() if key not in _NOT_SHOWN)
    if isinstance(value, (list, tuple)):
        return sum(map(shown_size, value))
    return 0


def filled(blocks: Sequence[Json]) -> Blocks:
    """Copies of the blocks with the ids and defaults that Slack adds."""
    copies = [copy(block) for block in blocks]
    for block in copies:
        if not block.get("block_id") or block["type"] == "markdown":
            block["block_id"] = short_id()
        _fill(block)
    return tuple(copies)


def _fill(block: Json) -> None:
    for item in walk(block):
        if item.get("type") == "plain_text":
            item.setdefault("emoji", True)
        elif item.get("type") == "mrkdwn":
            item.setdefault("verbatim", False)
            # Slack stores texts escaped, those in blocks too (bolt-python#513).
            item["text"] = normalise(item["text"])
        elif item.get("type") in INTERACTIVE and item is not block:
            item.setdefault("action_id", short_id())
