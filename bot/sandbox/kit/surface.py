"""A whole message or view: its shape, what is refused, and what Slack fills in."""

from collections.abc import Collection, Sequence
from typing import Final, NoReturn

from bot.sandbox.errors import SlackError
from bot.sandbox.ids import short_id
from bot.sandbox.kit.blocks import ON_HOME, ON_MESSAGE, ON_MODAL, blocks_rule
from bot.sandbox.kit.limits import BLOCKS_TEXT_MOST, VIEW_BYTES_MOST
from bot.sandbox.kit.objects import plain
from bot.sandbox.kit.placement import INTERACTIVE
from bot.sandbox.kit.rules import Report, Rule, boolean, one_of, shape, string
from bot.sandbox.kit.together import (
    check_focus,
    check_only_in_modals,
    check_submit,
    check_together,
    shown_size,
)
from bot.sandbox.markup import normalise
from bot.sandbox.wire import Blocks, Json, copy, dumps, walk

_MESSAGE: Final[Rule] = blocks_rule(ON_MESSAGE, "message.blocks")
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
        check_together(blocks, "/blocks", report)
        check_only_in_modals(blocks, "/blocks", report, in_modal=False)
        for index, block in enumerate(blocks):
            if block["type"] in refused:
                report.add(f"unsupported type: {block['type']}", f"/blocks/{index}/type")
    if report.problems or not isinstance(blocks, list):
        _refuse_blocks(report)
    if shown_size(blocks) >= BLOCKS_TEXT_MOST:
        raise SlackError("msg_blocks_too_long")
    return filled(blocks)


def _refuse_blocks(report: Report) -> NoReturn:
    """Slack lists what is wrong twice: as `errors`, and marked in the metadata."""
    errors = [problem.removeprefix("[ERROR] ") for problem in report.problems]
    raise SlackError("invalid_blocks", messages=report.problems, errors=errors)


def view(payload: object) -> Json:
    """A modal or home view, checked and with ids.

    Raises SlackError with `invalid_arguments`, or `view_too_large`.
    """
    report = Report()
    is_home = isinstance(payload, dict) and payload.get("type") == "home"
    (_HOME if is_home else _MODAL)(payload, "/view", report)
    if isinstance(payload, dict) and not report.problems:
        _check_view(payload, report)
    if report.problems or not isinstance(payload, dict):
        raise SlackError("invalid_arguments", messages=report.problems)
    if len(dumps(payload).encode()) > VIEW_BYTES_MOST:
        raise SlackError("view_too_large")
    return {**copy(payload), "blocks": list(filled(payload["blocks"]))}


def _check_view(payload: Json, report: Report) -> None:
    blocks, is_modal = payload["blocks"], payload["type"] == "modal"
    check_together(blocks, "/view/blocks", report)
    check_only_in_modals(blocks, "/view/blocks", report, in_modal=is_modal)
    check_focus(blocks, "/view/blocks", report)
    if is_modal:
        check_submit(payload, "/view", report)


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
