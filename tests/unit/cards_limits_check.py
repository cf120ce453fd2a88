"""Whether Slack would take a message or a view: a second opinion on the cards' own limits.

Written from Slack's rules and the limits that slackblocks carries as data, without
anything from `bot.cards`. A rule that is broken raises AssertionError.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from slackblocks import _limits as slack

from bot.core.ports.messenger import Message

ALL_TEXT = 12_500
"""Slack refuses a message somewhere above 13,200 characters of text."""
VIEW_BYTES = 250_000
TABLE_CHARACTERS = 10_000
"""Of all cells."""
FALLBACK_BYTES = 4_000

_LIVE = re.compile(
    r"<(?:@[UW][A-Z0-9]+|#[CDG][A-Z0-9]+|!date\^\d+\^[^<>|]+\|[^<>|]+|https://[^<>|\s]+\|[^<>|]+)>"
)
_LINKS = re.compile(r"\[[^\[\]\n]+\]\(([^\s()]+)\)|<([^\s|<>]+)\|[^|<>\n]+>")
_ACTS_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u202a-\u202e\ud800-\udfff]"
)
_UNSEEN_KEYS = {"type", "style", "action_id", "block_id", "value", "url", "status", "task_id"}
_MESSAGE = {"section", "header", "context", "actions", "markdown", "plan", "rich_text", "table"}
_PLAIN = {"section", "context", "actions"}
_MODAL = {"section", "context", "input"}

Json = Mapping[str, Any]


def units(text: str) -> int:
    """Characters as a browser counts them, the largest count there is."""
    return len(text.encode("utf-16-le")) // 2


def check_message(message: Message, *, links: Collection[str] = ()) -> None:
    """Both bodies of a message, and its fallback text. Only links to `links` may be live."""
    if links:
        blocks, plain = (_unlinked(body, links) for body in (message.blocks, message.plain))
        message = replace(message, blocks=blocks, plain=plain)
    assert 0 < len(message.text.encode()) <= FALLBACK_BYTES
    assert "\n" not in message.text
    _no_strange_markup(message.text)
    _check_blocks(message.blocks, _MESSAGE)
    _check_blocks(message.plain, _PLAIN)
    assert buttons(message.blocks) == buttons(message.plain)
    if message.file is not None:
        assert message.file.content.strip()
        assert re.fullmatch(r"[A-Za-z0-9._-]{1,250}", message.file.name)
        _nothing_unseen({"text": message.file.content, "title": message.file.title})


def _unlinked(blocks: Any, links: Collection[str]) -> Any:  # noqa: ANN401 - any part of them
    """Blocks with as long a text in the place of each link that may be live."""
    if isinstance(blocks, str):
        return _LINKS.sub(
            lambda m: "x" * len(m[0]) if (m[1] or m[2]).replace("&amp;", "&") in links else m[0],
            blocks,
        )
    if isinstance(blocks, Mapping):
        return {key: _unlinked(value, links) for key, value in blocks.items()}
    if isinstance(blocks, list | tuple):
        return type(blocks)(_unlinked(value, links) for value in blocks)
    return blocks


def check_reply(text: str, blocks: Sequence[Json]) -> None:
    """A private line."""
    assert 0 < len(text.encode()) <= FALLBACK_BYTES
    _no_strange_markup(text)
    if blocks:
        _check_blocks(blocks, _MESSAGE)


def check_view(view: Json) -> None:
    """A modal."""
    assert view["type"] == "modal"
    assert len(json.dumps(view)) <= VIEW_BYTES
    for part in ("title", "submit", "close"):
        if part in view:
            _plain(view[part], slack.VIEW_TITLE_MAX_LENGTH)
    assert len(view.get("private_metadata", "")) <= slack.VIEW_PRIVATE_METADATA_MAX_LENGTH
    assert 1 <= len(view["blocks"]) <= slack.VIEW_BLOCKS_MAX_ITEMS
    inputs = [block for block in view["blocks"] if block["type"] == "input"]
    assert bool(inputs) == ("submit" in view)
    names = [block["block_id"] for block in inputs]
    assert len(set(names)) == len(names)
    _each(view["blocks"], _MODAL)


def texts(blocks: object) -> Iterator[str]:
    """All that people read, in order."""
    for key, value in _leaves(blocks):
        if key in {"text", "title", "fallback", "initial_value"}:
            yield value


def buttons(blocks: object) -> list[tuple[str, str]]:
    """Action id and value (or address) of each button."""
    return [
        (found["action_id"], found.get("value", found.get("url", "")))
        for found in _objects(blocks)
        if found.get("type") == "button"
    ]


def menus(blocks: object) -> list[tuple[str, list[str]]]:
    """Action id of each menu, and the values of its options."""
    return [
        (found["action_id"], [option["value"] for option in found["options"]])
        for found in _objects(blocks)
        if found.get("type") == "overflow"
    ]


def mentions(blocks: object) -> set[str]:
    """The people that are notified. Plain text names nobody."""
    live = (found for found in _objects(blocks) if found.get("type") in {"mrkdwn", "markdown"})
    return {user for found in live for user in re.findall(r"<@(\w+)>", found["text"])}


def _check_blocks(blocks: Sequence[Json], allowed: set[str]) -> None:
    assert 1 <= len(blocks) <= slack.MESSAGE_BLOCKS_MAX_ITEMS
    _each(blocks, allowed)
    shown = ((key, value) for key, value in _leaves(blocks) if key not in _UNSEEN_KEYS)
    assert sum(units(value) for _, value in shown) <= ALL_TEXT
    markdown = [block["text"] for block in blocks if block["type"] == "markdown"]
    assert sum(map(units, markdown)) <= slack.MARKDOWN_TOTAL_TEXT_MAX_LENGTH
    tables = [block for block in blocks if block["type"] == "table"]
    assert len(tables) <= 1
    assert sum(units(cell) for cell in texts(tables)) <= TABLE_CHARACTERS
    action_ids = [action_id for action_id, _ in (*buttons(blocks), *menus(blocks))]
    assert len(set(action_ids)) == len(action_ids)


def _each(blocks: Sequence[Json], allowed: set[str]) -> None:
    json.dumps(blocks, ensure_ascii=False).encode()
    for block in blocks:
        assert block["type"] in allowed
        _RULES[block["type"]](block)
    _nothing_unseen(blocks)


def _section(block: Json) -> None:
    _text(block["text"], slack.SECTION_TEXT_MAX_LENGTH)
    assert 1 <= len(block.get("fields", "1")) <= slack.SECTION_FIELDS_MAX_ITEMS
    for element in block.get("fields", ()):
        _plain(element, slack.SECTION_FIELDS_ITEM_MAX_LENGTH)
    if "accessory" in block:
        _ACCESSORIES[block["accessory"]["type"]](block["accessory"])


def _header(block: Json) -> None:
    _plain(block["text"], slack.HEADER_TEXT_MAX_LENGTH)


def _context(block: Json) -> None:
    assert 1 <= len(block["elements"]) <= slack.CONTEXT_ELEMENTS_MAX_ITEMS
    for element in block["elements"]:
        _text(element, slack.TEXT_MAX_LENGTH)


def _actions(block: Json) -> None:
    assert 1 <= len(block["elements"]) <= slack.ACTIONS_ELEMENTS_MAX_ITEMS
    for element in block["elements"]:
        _button(element)


def _markdown(block: Json) -> None:
    assert 0 < units(block["text"]) <= slack.MARKDOWN_TEXT_MAX_LENGTH
    assert not re.search(r"[<>]|\]\(|\]:|\]\[", block["text"])


def _rich_text(block: Json) -> None:
    assert block["elements"]
    for part in block["elements"]:
        assert part["type"] in {"rich_text_section", "rich_text_preformatted"}
        assert part["elements"]
        for element in part["elements"]:
            assert element["type"] == "text"
            assert element["text"]


def _table(block: Json) -> None:
    rows, settings = block["rows"], block["column_settings"]
    assert 1 <= len(rows) <= slack.TABLE_ROWS_MAX_ITEMS
    assert 1 <= len(settings) <= slack.TABLE_COLUMN_SETTINGS_MAX_ITEMS
    assert {len(row) for row in rows} == {len(settings)}
    for cell in (cell for row in rows for cell in row):
        assert cell["type"] == "rich_text"
        _rich_text(cell)
    for setting in settings:
        assert setting["align"] in {"left", "center", "right"}


def _plan(block: Json) -> None:
    assert block["title"].strip()
    assert 1 <= len(block["tasks"]) <= slack.PLAN_TASKS_MAX_ITEMS
    for task in block["tasks"]:
        assert task["type"] == "task_card"
        assert task["title"].strip()
        assert task["status"] in {"pending", "in_progress", "complete", "error"}


def _input(block: Json) -> None:
    _plain(block["label"], slack.INPUT_LABEL_MAX_LENGTH)
    assert 0 < len(block["block_id"]) <= slack.BLOCK_ID_MAX_LENGTH
    _ELEMENTS[block["element"]["type"]](block["element"])
    if "hint" in block:
        _plain(block["hint"], slack.INPUT_HINT_MAX_LENGTH)


_RULES: Mapping[str, Callable[[Json], None]] = {
    "section": _section,
    "header": _header,
    "context": _context,
    "actions": _actions,
    "markdown": _markdown,
    "plan": _plan,
    "rich_text": _rich_text,
    "table": _table,
    "input": _input,
}


def _button(element: Json) -> None:
    assert element["type"] == "button"
    assert 0 < len(element["action_id"]) <= slack.ACTION_ID_MAX_LENGTH
    _plain(element["text"], slack.BUTTON_TEXT_MAX_LENGTH)
    assert len(element.get("value", "")) <= slack.BUTTON_VALUE_MAX_LENGTH
    assert len(element.get("url", "")) <= slack.BUTTON_URL_MAX_LENGTH
    confirm = element.get("confirm")
    if confirm is not None:
        _plain(confirm["title"], slack.CONFIRMATION_TITLE_MAX_LENGTH)
        _plain(confirm["text"], slack.CONFIRMATION_TEXT_MAX_LENGTH)
        _plain(confirm["confirm"], slack.CONFIRMATION_CONFIRM_MAX_LENGTH)
        _plain(confirm["deny"], slack.CONFIRMATION_DENY_MAX_LENGTH)


def _overflow(element: Json) -> None:
    assert 0 < len(element["action_id"]) <= slack.ACTION_ID_MAX_LENGTH
    assert 1 <= len(element["options"]) <= slack.OVERFLOW_OPTIONS_MAX_ITEMS
    _options(element["options"])


def _text_field(element: Json) -> None:
    assert units(element.get("initial_value", "")) <= slack.PLAIN_TEXT_INPUT_MAX_LENGTH_MAX


def _few_options(element: Json) -> None:
    assert 1 <= len(element["options"]) <= slack.RADIO_BUTTONS_OPTIONS_MAX_ITEMS
    _options(element["options"])
    _begins_with(element, element["options"])


def _menu(element: Json) -> None:
    assert ("options" in element) != ("option_groups" in element)
    groups = element.get("option_groups", [])
    assert len(groups) <= slack.SELECT_OPTION_GROUPS_MAX_ITEMS
    for group in groups:
        _plain(group["label"], slack.OPTION_GROUP_LABEL_MAX_LENGTH)
        assert 1 <= len(group["options"]) <= slack.OPTION_GROUP_OPTIONS_MAX_ITEMS
    listed = element.get("options", [])
    assert groups or 1 <= len(listed) <= slack.SELECT_OPTIONS_MAX_ITEMS
    listed = [*listed, *(option for group in groups for option in group["options"])]
    _options(listed)
    _begins_with(element, listed)


def _options(options: Sequence[Json]) -> None:
    values = [option["value"] for option in options]
    assert len(set(values)) == len(values)
    for option in options:
        _plain(option["text"], slack.OPTION_TEXT_MAX_LENGTH)
        assert 0 < len(option["value"]) <= slack.OPTION_VALUE_MAX_LENGTH


def _begins_with(element: Json, options: Sequence[Json]) -> None:
    first = element.get("initial_options", [])
    assert first or "initial_options" not in element
    assert all(option in options for option in [*first, *_some(element.get("initial_option"))])


def _some(option: Json | None) -> list[Json]:
    return [] if option is None else [option]


def _date(element: Json) -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", element.get("initial_date", "2026-11-30"))


def _files(element: Json) -> None:
    fewest, most = slack.FILE_INPUT_MAX_FILES_MIN, slack.FILE_INPUT_MAX_FILES_MAX
    assert fewest <= element["max_files"] <= most
    assert all(kind.isalnum() for kind in element["filetypes"])


def _moment(element: Json) -> None:
    assert len(str(element.get("initial_date_time", 10**9))) == 10


def _person(element: Json) -> None:
    assert re.fullmatch(r"[UW][A-Z0-9]+", element.get("initial_user", "U1"))


def _conversation(element: Json) -> None:
    assert re.fullmatch(r"[CDG][A-Z0-9]+", element.get("initial_conversation", "C1"))


_ACCESSORIES: Mapping[str, Callable[[Json], None]] = {"button": _button, "overflow": _overflow}
_ELEMENTS: Mapping[str, Callable[[Json], None]] = {
    "plain_text_input": _text_field,
    "radio_buttons": _few_options,
    "checkboxes": _few_options,
    "static_select": _menu,
    "multi_static_select": _menu,
    "datepicker": _date,
    "datetimepicker": _moment,
    "users_select": _person,
    "file_input": _files,
    "conversations_select": _conversation,
}


def _plain(element: Json, limit: int) -> None:
    assert element["type"] == "plain_text"
    _text(element, limit)


def _text(element: Json, limit: int) -> None:
    assert element["text"].strip()
    assert units(element["text"]) <= limit
    if element["type"] == "mrkdwn":
        assert element["verbatim"] is True
        _no_strange_markup(element["text"])


def _no_strange_markup(markup: str) -> None:
    rest = _LIVE.sub("", markup)
    assert not re.search(r"[<>]|&(?!amp;|lt;|gt;)", rest), rest


def _nothing_unseen(value: object) -> None:
    for _, text in _leaves(value):
        assert not _ACTS_UNSEEN.search(text)


def _objects(value: object) -> Iterator[Json]:
    if isinstance(value, Mapping):
        yield value
        for inner in value.values():
            yield from _objects(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _objects(inner)


def _leaves(value: object) -> Iterator[tuple[str, str]]:
    for found in _objects(value):
        yield from ((key, leaf) for key, leaf in found.items() if isinstance(leaf, str))
