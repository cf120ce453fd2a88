"""Our table of limits against the one of slackblocks, which was made by other people."""

import re

import pytest
from slackblocks import _limits as theirs

from bot.sandbox.kit.limits import LIMITS, MARKDOWN_TEXT_MOST

UNBOUNDED = 10**9
"""Our upper end of what has none."""

SAME: dict[str, tuple[str, ...]] = {
    "action_id": ("ACTION_ID",),
    "block_id": ("BLOCK_ID",),
    "callback_id": ("VIEW_CALLBACK_ID",),
    "external_id": ("VIEW_EXTERNAL_ID",),
    "private_metadata": ("VIEW_PRIVATE_METADATA",),
    "message.blocks": ("MESSAGE_BLOCKS",),
    "message.attachments": ("MESSAGE_ATTACHMENTS",),
    "view.blocks": ("VIEW_BLOCKS",),
    "view.title": ("VIEW_TITLE",),
    "view.submit": ("VIEW_SUBMIT",),
    "view.close": ("VIEW_CLOSE",),
    "confirm.title": ("CONFIRMATION_TITLE",),
    "confirm.text": ("CONFIRMATION_TEXT",),
    "confirm.button": ("CONFIRMATION_CONFIRM", "CONFIRMATION_DENY"),
    "option.text": ("OPTION_TEXT",),
    "option.value": ("OPTION_VALUE",),
    "option.description": ("OPTION_DESCRIPTION",),
    "option.url": ("OPTION_URL",),
    "option_group.label": ("OPTION_GROUP_LABEL",),
    "option_group.options": ("OPTION_GROUP_OPTIONS",),
    "placeholder": (
        "SELECT_PLACEHOLDER",
        "PLAIN_TEXT_INPUT_PLACEHOLDER",
        "EMAIL_INPUT_PLACEHOLDER",
        "URL_INPUT_PLACEHOLDER",
        "NUMBER_INPUT_PLACEHOLDER",
        "DATE_PICKER_PLACEHOLDER",
        "TIME_PICKER_PLACEHOLDER",
        "RICH_TEXT_INPUT_PLACEHOLDER",
    ),
    "dispatch.trigger_actions_on": ("DISPATCH_ACTION_CONFIGURATION_TRIGGER_ACTIONS_ON",),
    "filter.include": ("CONVERSATION_FILTER_INCLUDE",),
    "button.text": ("BUTTON_TEXT", "FEEDBACK_BUTTON_TEXT", "WORKFLOW_BUTTON_TEXT"),
    "button.value": ("BUTTON_VALUE", "FEEDBACK_BUTTON_VALUE"),
    "button.url": ("BUTTON_URL",),
    "accessibility_label": (
        "BUTTON_ACCESSIBILITY_LABEL",
        "FEEDBACK_BUTTON_ACCESSIBILITY_LABEL",
        "ICON_BUTTON_ACCESSIBILITY_LABEL",
        "WORKFLOW_BUTTON_ACCESSIBILITY_LABEL",
    ),
    "button.agent_prompt": ("BUTTON_AGENT_PROMPT",),
    "icon_button.value": ("ICON_BUTTON_VALUE",),
    "visible_to_user_ids": ("ICON_BUTTON_VISIBLE_TO_USER_IDS",),
    "select.options": ("SELECT_OPTIONS",),
    "select.option_groups": ("SELECT_OPTION_GROUPS",),
    "select.min_query_length": ("SELECT_MIN_QUERY_LENGTH",),
    "multi_select.max_selected_items": ("MULTI_SELECT_MAX_SELECTED_ITEMS",),
    "overflow.options": ("OVERFLOW_OPTIONS",),
    "checkboxes.options": ("CHECKBOXES_OPTIONS",),
    "radio_buttons.options": ("RADIO_BUTTONS_OPTIONS",),
    "plain_text_input.length": ("PLAIN_TEXT_INPUT_MIN_LENGTH",),
    "plain_text_input.max_length": ("PLAIN_TEXT_INPUT_MAX_LENGTH",),
    "rich_text_input.lines": ("RICH_TEXT_INPUT_MIN_LINES", "RICH_TEXT_INPUT_MAX_LINES"),
    "file_input.max_files": ("FILE_INPUT_MAX_FILES",),
    "image.url": ("IMAGE_IMAGE_URL", "IMAGE_ELEMENT_IMAGE_URL"),
    "image.alt_text": ("IMAGE_ALT_TEXT", "IMAGE_ELEMENT_ALT_TEXT"),
    "image.title": ("IMAGE_TITLE",),
    "section.text": ("SECTION_TEXT",),
    "section.fields": ("SECTION_FIELDS",),
    "section.field": ("SECTION_FIELDS_ITEM",),
    "header.text": ("HEADER_TEXT",),
    "context.elements": ("CONTEXT_ELEMENTS",),
    "context.text": ("TEXT",),
    "actions.elements": ("ACTIONS_ELEMENTS",),
    "context_actions.elements": ("CONTEXT_ACTIONS_ELEMENTS",),
    "input.label": ("INPUT_LABEL",),
    "input.hint": ("INPUT_HINT",),
    "markdown.text": ("MARKDOWN_TEXT",),
    "message.markdown": ("MARKDOWN_TOTAL_TEXT",),
    "table.rows": ("TABLE_ROWS",),
    "table.cells": ("TABLE_COLUMNS",),
    "table.column_settings": ("TABLE_COLUMN_SETTINGS",),
    "raw_text.text": ("DATA_TABLE_CELL_TEXT",),
    "data_table.rows": ("DATA_TABLE_ROWS",),
    "data_table.cells": ("DATA_TABLE_COLUMNS",),
    "data_table.page_size": ("DATA_TABLE_PAGE_SIZE",),
    "data_table.row_header_column_index": ("DATA_TABLE_ROW_HEADER_COLUMN_INDEX",),
    "data_table.text": ("DATA_TABLE_TOTAL_CONTENT", "DATA_TABLE_CONTENT"),
    "plan.tasks": ("PLAN_TASKS",),
    "alert.text": ("ALERT_TEXT",),
    "card.title": ("CARD_TITLE",),
    "card.subtitle": ("CARD_SUBTITLE",),
    "card.body": ("CARD_BODY",),
    "card.subtext": ("CARD_SUBTEXT",),
    "card.actions": ("CARD_ACTIONS",),
    "carousel.elements": ("CAROUSEL_ELEMENTS",),
    "container.title": ("CONTAINER_TITLE",),
    "container.subtitle": ("CONTAINER_SUBTITLE",),
    "container.child_blocks": ("CONTAINER_CHILD_BLOCKS",),
    "video.alt_text": ("VIDEO_ALT_TEXT",),
    "video.title": ("VIDEO_TITLE",),
    "video.author_name": ("VIDEO_AUTHOR_NAME",),
    "video.description": ("VIDEO_DESCRIPTION",),
    "video.provider_name": ("VIDEO_PROVIDER_NAME",),
    "video.url": ("VIDEO_VIDEO_URL", "VIDEO_THUMBNAIL_URL"),
    "video.title_url": ("VIDEO_TITLE_URL",),
    "video.provider_icon_url": ("VIDEO_PROVIDER_ICON_URL",),
    "rich_text.indent": ("RICH_TEXT_LIST_INDENT",),
    "rich_text.offset": ("RICH_TEXT_LIST_OFFSET",),
    "rich_text.border": (
        "RICH_TEXT_LIST_BORDER",
        "RICH_TEXT_QUOTE_BORDER",
        "RICH_TEXT_PREFORMATTED_BORDER",
    ),
}
"""Our names -> the beginnings of theirs."""

ONLY_OURS = {
    "datetimepicker.initial_date_time": "the reference: a timestamp of ten digits",
    "workflow.parameters": "no limit in the reference",
    "data_table.caption": "the reference only says that it is required",
    "task_card.id": "no limit in the reference; an id of ours longer than that is a mistake",
    "task_card.title": "no limit in the reference; a title of ours longer than that is a mistake",
    "message.table": "on the reference page of the table block: 10,000 characters a message",
    "auth_provider.value": "slackblocks has no such block; slack_sdk has these limits",
    "auth_provider.name": "as above",
    "auth_provider.description": "as above",
    "auth_provider.connected": "as above",
    "auth_provider.url": "as above",
    "any": "no limit",
    "some": "no limit",
    "any_items": "no limit",
    "some_items": "no limit",
}
"""Rows without a counterpart, each with the reason."""

ONLY_THEIRS = {
    r"(MESSAGE_)?DATA_VISUALIZATION.*": "slack_sdk 3.48 has no charts; they are unsupported here",
    "MESSAGE_CHANNEL_MIN_LENGTH": "no matter of Block Kit: an empty channel is channel_not_found",
}
"""Constants without a counterpart, as regular expressions, each with the reason."""

DIFFERENT_MOST = {
    "filter.include": "they have none; there are four kinds, so a fifth entry repeats one",
}
"""Upper ends that differ, each with the reason."""

MOST = ("_MAX_LENGTH", "_MAX_ITEMS", "_MAX")
LEAST = ("_MIN_LENGTH", "_MIN_ITEMS", "_MIN")
CONSTANTS = {name for name in vars(theirs) if name.isupper()}


def value_of(beginning: str, endings: tuple[str, ...]) -> int | None:
    """Their value by its name."""
    found = [getattr(theirs, beginning + ending, None) for ending in endings]
    return next((value for value in found if isinstance(value, int)), None)


def test_each_row_has_a_counterpart_or_a_reason() -> None:
    assert set(LIMITS) == set(SAME) | set(ONLY_OURS)
    assert not set(SAME) & set(ONLY_OURS)


def test_each_constant_of_theirs_is_compared_or_has_a_reason() -> None:
    compared = {
        beginning + ending
        for beginnings in SAME.values()
        for beginning in beginnings
        for ending in MOST + LEAST
    }
    left = CONSTANTS - compared
    reasoned = {name for name in left for known in ONLY_THEIRS if re.fullmatch(known, name)}
    assert left == reasoned
    for known in ONLY_THEIRS:
        assert any(re.fullmatch(known, name) for name in left), known


@pytest.mark.parametrize("name", sorted(SAME))
def test_the_two_tables_agree(name: str) -> None:
    ours = LIMITS[name]
    for beginning in SAME[name]:
        most, least = value_of(beginning, MOST), value_of(beginning, LEAST)
        assert (most, least) != (None, None), beginning
        if name not in DIFFERENT_MOST:
            assert most == (None if ours.most == UNBOUNDED else ours.most), beginning
        # Of texts they name few lower ends; Slack refuses empty ones all the same.
        assert least in {None, ours.least}, beginning


def test_a_difference_with_a_reason_is_one() -> None:
    for name in DIFFERENT_MOST:
        assert {value_of(beginning, MOST) for beginning in SAME[name]} != {LIMITS[name].most}


def test_the_markdown_argument_agrees() -> None:
    assert theirs.MARKDOWN_TEXT_MAX_LENGTH == MARKDOWN_TEXT_MOST
