"""Blocks: the shape of each, and which of them a message, a modal and a home tab take."""

from collections.abc import Collection, Mapping
from typing import Final

from bot.sandbox.kit.elements import (
    ELEMENTS,
    IN_ACTIONS,
    IN_CONTEXT,
    IN_CONTEXT_ACTIONS,
    IN_INPUT,
    IN_SECTION,
)
from bot.sandbox.kit.objects import SLACK_FILE, plain, text
from bot.sandbox.kit.rich_text import RICH_TEXT
from bot.sandbox.kit.rules import (
    URL,
    Extra,
    Report,
    Rule,
    array,
    at_least_one,
    boolean,
    by_type,
    exactly_one,
    integer,
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


def _collapsed_only_if_collapsible(value: Json, at: str, report: Report) -> None:
    if value.get("default_collapsed") and not value.get("is_collapsible"):
        report.add("default_collapsed requires is_collapsible", at)


_SOURCE: Final[Rule] = shape({"type": one_of("url"), "url": string(pattern=URL), "text": string()})
_RAW: Final[Rule] = shape({"type": string(), "text": string()})
_CELL: Final[Rule] = by_type(
    {
        "raw_text": _RAW,
        "raw_number": shape({"type": string(), "value": number}, {"text": string()}),
        "rich_text": RICH_TEXT,
    }
)
_COLUMN: Final[Rule] = shape(
    {}, {"align": one_of("left", "center", "right"), "is_wrapped": boolean}
)
_IMAGE: Final[Rule] = by_type(ELEMENTS, {"image"})

_TASK_FIELDS: Final[Mapping[str, Rule]] = {
    "task_id": string("task_card.id"),
    "title": string("task_card.title"),
    "status": one_of("pending", "in_progress", "complete", "error"),
}
_TASK_OPTIONAL: Final[Mapping[str, Rule]] = {
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
            "image_url": string("image.url", pattern=URL),
            "slack_file": SLACK_FILE,
            "title": plain("image.title"),
        },
        exactly_one("image_url", "slack_file"),
    ),
    "table": block(
        {"rows": array(array(_CELL, "table.cells"), "table.rows")},
        {"column_settings": array(_COLUMN, "table.cells")},
    ),
    "data_table": block(
        {
            "rows": array(array(_CELL, "data_table.cells"), "data_table.rows"),
            "caption": string("data_table.caption"),
        },
        {"page_size": integer(), "row_header_column_index": integer()},
    ),
    "task_card": block(_TASK_FIELDS, _TASK_OPTIONAL),
    "plan": block(
        {"title": string("task_card.title")},
        {"tasks": array(_TASK, "plan.tasks")},
        unique("task_id", "tasks"),
    ),
    "file": block({"external_id": string(), "source": one_of("remote")}),
    "video": block(
        {
            "alt_text": string("video.alt_text"),
            "title": plain("video.title"),
            "video_url": string("video.url", pattern=URL),
            "thumbnail_url": string("video.url", pattern=URL),
        },
        {
            "title_url": string("video.title_url", pattern=URL),
            "description": plain("video.description"),
            "provider_icon_url": string("video.provider_icon_url", pattern=URL),
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
            "actions": array(by_type(ELEMENTS, {"button"}), "card.actions"),
        },
        at_least_one("hero_image", "title", "actions", "body"),
    ),
}

_IN_CONTAINER: Final = frozenset(_LEAVES) - {"input", "alert", "file", "video"}

BLOCKS: Final[Mapping[str, Rule]] = {
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
        _collapsed_only_if_collapsible,
    ),
}

ON_MESSAGE: Final = frozenset(BLOCKS) - {"alert"}
ON_MODAL: Final = frozenset(
    {"actions", "alert", "card", "context", "divider", "header", "image", "input"}
    | {"rich_text", "section", "video"}
)
ON_HOME: Final = (ON_MODAL - {"alert"}) | {"carousel", "container", "data_table", "table"}


def blocks_rule(surface: Collection[str], limit: str) -> Rule:
    """A list of blocks of one surface."""
    return array(by_type(BLOCKS, surface), limit)
