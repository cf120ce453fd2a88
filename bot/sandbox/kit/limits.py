"""The limits of Block Kit and of messages, in one table.

Sources: Slack's reference pages for blocks, elements, composition objects and views; where
those are silent, the public report named beside the row.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_NO_END: Final = 10**9


@dataclass(frozen=True, slots=True)
class Limit:
    """How much of something is allowed, both ends included.

    `unit` is "characters" of a text or "items" of a list; others are of numbers.
    """

    least: int
    most: int
    unit: str

    def holds(self, size: int) -> bool:
        """Whether that many are allowed."""
        return self.least <= size <= self.most


def _text(least: int, most: int) -> Limit:
    return Limit(least, most, "characters")


def _list(least: int, most: int) -> Limit:
    return Limit(least, most, "items")


LIMITS: Final[Mapping[str, Limit]] = {
    # Names
    "action_id": _text(1, 255),
    "block_id": _text(1, 255),
    "callback_id": _text(0, 255),
    "external_id": _text(0, 255),
    "private_metadata": _text(0, 3000),
    # Surfaces
    "message.blocks": _list(0, 50),
    "message.attachments": _list(0, 100),
    "view.blocks": _list(0, 100),
    "view.title": _text(1, 24),
    "view.submit": _text(1, 24),
    "view.close": _text(1, 24),
    # Composition objects
    "confirm.title": _text(1, 100),
    "confirm.text": _text(1, 300),
    "confirm.button": _text(1, 30),
    "option.text": _text(1, 75),
    "option.value": _text(1, 150),
    "option.description": _text(1, 75),
    "option.url": _text(1, 3000),
    "option_group.label": _text(1, 75),
    "option_group.options": _list(1, 100),
    "placeholder": _text(1, 150),
    "dispatch.trigger_actions_on": _list(1, 2),
    "filter.include": _list(1, 4),
    "workflow.parameters": _list(0, _NO_END),
    # Elements
    "button.text": _text(1, 75),
    "button.value": _text(1, 2000),
    "button.url": _text(1, 3000),
    "accessibility_label": _text(1, 75),
    "button.agent_prompt": _text(1, 4000),
    "icon_button.value": _text(1, 2000),
    "visible_to_user_ids": _list(1, 10),
    "select.options": _list(1, 100),
    "select.option_groups": _list(1, 100),
    "select.min_query_length": Limit(0, _NO_END, "length"),
    "multi_select.max_selected_items": Limit(1, _NO_END, "choices"),
    "overflow.options": _list(1, 5),
    "checkboxes.options": _list(1, 10),
    "radio_buttons.options": _list(1, 10),
    "plain_text_input.length": Limit(0, 3000, "length"),
    "plain_text_input.max_length": Limit(1, 3000, "length"),
    "rich_text_input.lines": Limit(1, 100, "lines"),
    "file_input.max_files": Limit(1, 10, "files"),
    "datetimepicker.initial_date_time": Limit(10**9, 10**10 - 1, "seconds"),
    "image.url": _text(1, 3000),
    "image.alt_text": _text(1, 2000),
    "image.title": _text(1, 2000),
    # Blocks
    "section.text": _text(1, 3000),
    "section.fields": _list(1, 10),
    "section.field": _text(1, 2000),
    "header.text": _text(1, 150),
    "context.elements": _list(1, 10),
    "context.text": _text(1, 3000),
    "actions.elements": _list(1, 25),
    "context_actions.elements": _list(1, 5),
    "input.label": _text(1, 2000),
    "input.hint": _text(1, 2000),
    "markdown.text": _text(1, 12000),
    "message.markdown": _text(0, 12000),
    "table.rows": _list(1, 100),
    "table.cells": _list(1, 20),
    "table.column_settings": _list(0, 20),
    "raw_text.text": _text(1, _NO_END),
    "message.table": _text(0, 10000),
    "data_table.rows": _list(2, 201),
    "data_table.cells": _list(1, 20),
    "data_table.caption": _text(1, 2000),
    "data_table.page_size": Limit(1, 100, "rows"),
    "data_table.row_header_column_index": Limit(0, _NO_END, "columns"),
    "data_table.text": _text(0, 20000),
    "plan.tasks": _list(0, 50),
    "task_card.id": _text(1, 255),
    "task_card.title": _text(1, 2000),
    "alert.text": _text(1, 200),
    "card.title": _text(1, 150),
    "card.subtitle": _text(1, 150),
    "card.body": _text(1, 200),
    "card.subtext": _text(1, 200),
    "card.actions": _list(1, 3),
    "carousel.elements": _list(1, 10),
    "container.title": _text(1, 150),
    "container.subtitle": _text(1, 150),
    "container.child_blocks": _list(1, 10),
    "video.alt_text": _text(1, 2000),
    "video.title": _text(1, 200),
    "video.author_name": _text(1, 50),
    "video.description": _text(1, 200),
    "video.provider_name": _text(1, 50),
    "video.url": _text(1, 3000),
    "video.title_url": _text(1, 2000),
    "video.provider_icon_url": _text(1, 2000),
    "auth_provider.value": _text(1, 150),
    "auth_provider.name": _text(1, 75),
    "auth_provider.description": _text(1, 150),
    "auth_provider.connected": _text(1, 75),
    "auth_provider.url": _text(1, 3000),
    "rich_text.indent": Limit(0, 8, "levels"),
    "rich_text.offset": Limit(0, _NO_END, "items"),
    "rich_text.border": Limit(0, 1, "pixels"),
    "any": _text(0, _NO_END),
    "some": _text(1, _NO_END),
    "any_items": _list(0, _NO_END),
    "some_items": _list(1, _NO_END),
}

POSTED_TEXT_MOST: Final = 40_000
"""Characters of `text` that chat.postMessage keeps; the rest is cut."""

UPDATED_TEXT_MOST: Final = 4_000
"""Bytes of `text`, after escaping, above which chat.update says `msg_too_long`."""

BLOCKS_TEXT_MOST: Final = 13_200
"""Characters of all blocks together from which `msg_blocks_too_long` comes (bolt-js#2509)."""

VIEW_BYTES_MOST: Final = 250_000
"""Bytes of a view as JSON, above which it is refused (public reports)."""

MARKDOWN_TEXT_MOST: Final = 12_000
"""Characters of the argument `markdown_text`."""

VIEW_STACK_MOST: Final = 3
"""Views that can lie on each other in one modal."""
