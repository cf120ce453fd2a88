"""Blocks: the shape of each, and which of them a message, a modal and a home tab take."""

from collections.abc import Collection, Mapping
from typing import Final

from bot.sandbox.kit.elements import ELEMENTS
from bot.sandbox.kit.forms import HTTPS_URL, WEB_URL
from bot.sandbox.kit.objects import SLACK_FILE, plain, text
from bot.sandbox.kit.placement import (
    IN_ACTIONS,
    IN_CONTEXT,
    IN_CONTEXT_ACTIONS,
    IN_INPUT,
    IN_SECTION,
)
from bot.sandbox.kit.rich_text import RICH_TEXT
from bot.sandbox.kit.rules import (
    Extra,
    Report,
    Rule,
    anything,
    array,
    at_least_one,
    at_most_one,
    boolean,
    by_type,
    exactly_one,
    integer,
    nullable,
    number,
    one_of,
    shape,
    string,
    unique,
)
from bot.sandbox.wire import Json


def block(
    required: Mapping[str, Rule], optional: Mapping[str, Rule] | None = None, *extras: Extra
) -> Rule:
    """A block: its own fields and a block id."""
    own = {"block_id": string("block_id"), **(optional or {})}
    return shape({"type": string(), **required}, own, *extras)


def _container_fits(value: Json, at: str, report: Report) -> None:
    if value.get("default_collapsed") and not value.get("is_collapsible"):
        report.add("default_collapsed requires is_collapsible", f"{at}/default_collapsed")
    if value.get("has_header_divider") and value.get("is_collapsible"):
        report.add("has_header_divider excludes is_collapsible", f"{at}/has_header_divider")


def _data_table_fits(value: Json, at: str, report: Report) -> None:
    """All rows are as long as the header, which is plain, and the row header is a column."""
    header, *rows = value["rows"]
    for index, cell in enumerate(header):
        if cell["type"] == "rich_text":
            report.add("unsupported type: rich_text", f"{at}/rows/0/{index}/type")
    for index, row in enumerate(rows, start=1):
        if len(row) != len(header):
            report.add(f"must have {len(header)} items", f"{at}/rows/{index}")
    if (value.get("row_header_column_index") or 0) >= len(header):
        report.add(f"must be less than {len(header)}", f"{at}/row_header_column_index")


_SOURCE: Final[Rule] = shape({"type": one_of("url"), "url": string(of=WEB_URL), "text": string()})
_RAW: Final[Rule] = string("raw_text.text")
_CELL: Final[Rule] = by_type(
    {
        "raw_text": shape({"type": string(), "text": _RAW}),
        "raw_number": shape({"type": string(), "value": number, "text": _RAW}),
        "rich_text": RICH_TEXT,
    }
)
_COLUMN: Final[Rule] = shape(
    {}, {"align": one_of("left", "center", "right"), "is_wrapped": boolean}
)
_IMAGE: Final[Rule] = by_type(ELEMENTS, {"image"})
_ICON: Final[Rule] = shape({"type": one_of("icon"), "name": string()})

_TASK_FIELDS: Final[Mapping[str, Rule]] = {
    "task_id": string("task_card.id"),
    "title": string("task_card.title"),
    "status": one_of("pending", "in_progress", "complete", "error"),
}
_TASK_OPTIONAL: Final[Mapping[str, Rule]] = {
    "icon": _ICON,
    "hide_title": boolean,
    "details": RICH_TEXT,
    "output": RICH_TEXT,
    "sources": array(_SOURCE, "any_items"),
}
_TASK: Final[Rule] = shape(
    _TASK_FIELDS,
    {"type": one_of("task_card"), "block_id": string("block_id"), **_TASK_OPTIONAL},
)

_LEAVES: Final[Mapping[str, Rule]] = {
    "section": block(
        {},
        {
            "text": text("section.text"),
            "fields": array(text("section.field"), "section.fields"),
            "accessory": by_type(ELEMENTS, IN_SECTION),
            "expand": boolean,
        },
        at_least_one("text", "fields"),
    ),
    "header": block({"text": plain("header.text")}, {"level": integer()}),
    "divider": block({}),
    "context": block({"elements": array(by_type(ELEMENTS, IN_CONTEXT), "context.elements")}),
    "actions": block({"elements": array(by_type(ELEMENTS, IN_ACTIONS), "actions.elements")}),
    "context_actions": block(
        {"elements": array(by_type(ELEMENTS, IN_CONTEXT_ACTIONS), "context_actions.elements")}
    ),
    "input": block(
        {"label": plain("input.label"), "element": by_type(ELEMENTS, IN_INPUT)},
        {"hint": plain("input.hint"), "optional": boolean, "dispatch_action": boolean},
    ),
    "markdown": block({"text": string("markdown.text")}),
    "rich_text": RICH_TEXT,
    "image": block(
        {"alt_text": string("image.alt_text")},
        {
            "image_url": string("image.url", of=WEB_URL),
            "slack_file": SLACK_FILE,
            "title": plain("image.title"),
        },
        exactly_one("image_url", "slack_file"),
    ),
    "table": block(
        {"rows": array(array(_CELL, "table.cells"), "table.rows")},
        {"column_settings": array(nullable(_COLUMN), "table.column_settings")},
    ),
    "data_table": block(
        {
            "rows": array(array(_CELL, "data_table.cells"), "data_table.rows"),
            "caption": string("data_table.caption"),
        },
        {
            "page_size": integer("data_table.page_size"),
            "row_header_column_index": integer("data_table.row_header_column_index"),
        },
        _data_table_fits,
    ),
    "task_card": block(_TASK_FIELDS, _TASK_OPTIONAL),
    "plan": block(
        {"title": string("task_card.title")},
        {"tasks": array(_TASK, "plan.tasks")},
        unique("task_id", "tasks"),
    ),
    "call": block({"call_id": string()}, {"api_decoration_available": boolean, "call": anything}),
    "file": block({"external_id": string(), "source": one_of("remote")}),
    "video": block(
        {
            "alt_text": string("video.alt_text"),
            "title": plain("video.title"),
            "video_url": string("video.url", of=HTTPS_URL),
            "thumbnail_url": string("video.url", of=HTTPS_URL),
        },
        {
            "title_url": string("video.title_url", of=HTTPS_URL),
            "description": plain("video.description"),
            "provider_icon_url": string("video.provider_icon_url", of=HTTPS_URL),
            "provider_name": string("video.provider_name"),
            "author_name": string("video.author_name"),
        },
    ),
    "alert": block(
        {"text": text("alert.text")},
        {"level": one_of("default", "info", "warning", "error", "success")},
    ),
    "card": block(
        {},
        {
            "hero_image": _IMAGE,
            "icon": _IMAGE,
            "title": text("card.title"),
            "subtitle": text("card.subtitle"),
            "body": text("card.body"),
            "subtext": text("card.subtext"),
            "slack_icon": _ICON,
            "actions": array(by_type(ELEMENTS, {"button"}), "card.actions"),
        },
        at_least_one("hero_image", "title", "actions", "body"),
        at_most_one("icon", "slack_icon"),
    ),
}

_IN_CONTAINER: Final = frozenset(
    {"actions", "context", "divider", "file", "header", "image"}
    | {"input", "rich_text", "section", "table", "video"}
)

_WITHOUT_FALLBACK: Final[Mapping[str, Rule]] = {
    **_LEAVES,
    "carousel": block({"elements": array(by_type(_LEAVES, {"card"}), "carousel.elements")}),
    "container": block(
        {"child_blocks": array(by_type(_LEAVES, _IN_CONTAINER), "container.child_blocks")},
        {
            "title": plain("container.title"),
            "rich_text_title": RICH_TEXT,
            "subtitle": text("container.subtitle"),
            "width": one_of("narrow", "standard", "wide", "full"),
            "icon": _IMAGE,
            "is_collapsible": boolean,
            "default_collapsed": boolean,
            "has_header_divider": boolean,
        },
        at_least_one("title", "rich_text_title"),
        _container_fits,
    ),
}

_AUTH_URL: Final[Rule] = string("auth_provider.url", of=HTTPS_URL)
BLOCKS: Final[Mapping[str, Rule]] = {
    **_WITHOUT_FALLBACK,
    "auth_provider": block(
        {
            "value": string("auth_provider.value"),
            "name": plain("auth_provider.name"),
            "is_connected": boolean,
        },
        {
            "description": plain("auth_provider.description"),
            "icon_url": _AUTH_URL,
            "auth_url": _AUTH_URL,
            "disconnect_url": _AUTH_URL,
            "connected_identity": plain("auth_provider.connected"),
            "connected_context": plain("auth_provider.connected"),
            "accessory": by_type(ELEMENTS, {"overflow"}),
            "fallback": array(by_type(_WITHOUT_FALLBACK), "any_items"),
        },
    ),
}

_ON_ALL: Final = frozenset(
    {"actions", "auth_provider", "card", "context", "divider", "header", "image", "input"}
    | {"rich_text", "section", "video"}
)
ON_MESSAGE: Final = frozenset(BLOCKS) - {"alert"}
ON_MODAL: Final = _ON_ALL | {"alert"}
ON_HOME: Final = _ON_ALL | {"carousel", "container", "data_table", "table"}


def blocks_rule(surface: Collection[str], limit: str) -> Rule:
    """A list of blocks of one surface."""
    return array(by_type(BLOCKS, surface), limit)
