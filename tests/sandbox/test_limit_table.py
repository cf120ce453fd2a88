"""Our table of limits against the one of slackblocks, which was made by other people."""

import pytest
from slackblocks import _limits as theirs

from bot.sandbox.kit.limits import LIMITS, MARKDOWN_TEXT_MOST

SAME = {
    "action_id": "ACTION_ID",
    "block_id": "BLOCK_ID",
    "callback_id": "VIEW_CALLBACK_ID",
    "external_id": "VIEW_EXTERNAL_ID",
    "private_metadata": "VIEW_PRIVATE_METADATA",
    "message.blocks": "MESSAGE_BLOCKS",
    "message.attachments": "MESSAGE_ATTACHMENTS",
    "view.blocks": "VIEW_BLOCKS",
    "view.title": "VIEW_TITLE",
    "view.submit": "VIEW_SUBMIT",
    "view.close": "VIEW_CLOSE",
    "confirm.title": "CONFIRMATION_TITLE",
    "confirm.text": "CONFIRMATION_TEXT",
    "confirm.button": "CONFIRMATION_CONFIRM",
    "option.text": "OPTION_TEXT",
    "option.value": "OPTION_VALUE",
    "option.description": "OPTION_DESCRIPTION",
    "option.url": "OPTION_URL",
    "option_group.label": "OPTION_GROUP_LABEL",
    "option_group.options": "OPTION_GROUP_OPTIONS",
    "placeholder": "SELECT_PLACEHOLDER",
    "dispatch.trigger_actions_on": "DISPATCH_ACTION_CONFIGURATION_TRIGGER_ACTIONS_ON",
    "button.text": "BUTTON_TEXT",
    "button.value": "BUTTON_VALUE",
    "button.url": "BUTTON_URL",
    "accessibility_label": "BUTTON_ACCESSIBILITY_LABEL",
    "button.agent_prompt": "BUTTON_AGENT_PROMPT",
    "icon_button.value": "ICON_BUTTON_VALUE",
    "visible_to_user_ids": "ICON_BUTTON_VISIBLE_TO_USER_IDS",
    "select.options": "SELECT_OPTIONS",
    "select.option_groups": "SELECT_OPTION_GROUPS",
    "overflow.options": "OVERFLOW_OPTIONS",
    "checkboxes.options": "CHECKBOXES_OPTIONS",
    "radio_buttons.options": "RADIO_BUTTONS_OPTIONS",
    "plain_text_input.length": "PLAIN_TEXT_INPUT_MIN_LENGTH",
    "plain_text_input.max_length": "PLAIN_TEXT_INPUT_MAX_LENGTH",
    "rich_text_input.lines": "RICH_TEXT_INPUT_MAX_LINES",
    "file_input.max_files": "FILE_INPUT_MAX_FILES",
    "image.url": "IMAGE_IMAGE_URL",
    "image.alt_text": "IMAGE_ALT_TEXT",
    "image.title": "IMAGE_TITLE",
    "section.text": "SECTION_TEXT",
    "section.fields": "SECTION_FIELDS",
    "header.text": "HEADER_TEXT",
    "context.elements": "CONTEXT_ELEMENTS",
    "context.text": "TEXT",
    "actions.elements": "ACTIONS_ELEMENTS",
    "context_actions.elements": "CONTEXT_ACTIONS_ELEMENTS",
    "input.label": "INPUT_LABEL",
    "input.hint": "INPUT_HINT",
    "markdown.text": "MARKDOWN_TEXT",
    "message.markdown": "MARKDOWN_TOTAL_TEXT",
    "table.rows": "TABLE_ROWS",
    "table.cells": "TABLE_COLUMNS",
    "data_table.rows": "DATA_TABLE_ROWS",
    "data_table.cells": "DATA_TABLE_COLUMNS",
    "data_table.text": "DATA_TABLE_TOTAL_CONTENT",
    "plan.tasks": "PLAN_TASKS",
    "alert.text": "ALERT_TEXT",
    "card.title": "CARD_TITLE",
    "card.subtitle": "CARD_SUBTITLE",
    "card.body": "CARD_BODY",
    "card.actions": "CARD_ACTIONS",
    "carousel.elements": "CAROUSEL_ELEMENTS",
    "container.title": "CONTAINER_TITLE",
    "container.subtitle": "CONTAINER_SUBTITLE",
    "container.child_blocks": "CONTAINER_CHILD_BLOCKS",
    "video.alt_text": "VIDEO_ALT_TEXT",
    "video.title": "VIDEO_TITLE",
    "video.author_name": "VIDEO_AUTHOR_NAME",
    "video.description": "VIDEO_DESCRIPTION",
    "video.provider_name": "VIDEO_PROVIDER_NAME",
    "video.url": "VIDEO_VIDEO_URL",
    "video.title_url": "VIDEO_TITLE_URL",
    "video.provider_icon_url": "VIDEO_PROVIDER_ICON_URL",
    "rich_text.indent": "RICH_TEXT_LIST_INDENT",
    "rich_text.border": "RICH_TEXT_QUOTE_BORDER",
}
"""Our names -> the beginning of theirs."""

ONLY_OURS = {
    "section.field": "theirs is named SECTION_FIELDS_ITEM_MAX_LENGTH; compared below",
    "filter.include": "there are four kinds of conversations, so a fifth entry repeats one",
    "data_table.caption": "the reference only says that it is required",
    "task_card.id": "no limit in the reference; an id of ours longer than that is a mistake",
    "task_card.title": "no limit in the reference; a title of ours longer than that is a mistake",
    "message.table": "on the reference page of the table block: 10,000 characters a message",
    "any": "no limit",
    "some": "no limit",
    "any_items": "no limit",
    "some_items": "no limit",
}
"""Rows without a counterpart, each with the reason."""

SUFFIXES = ("_MAX_LENGTH", "_MAX_ITEMS", "_MAX")
LEAST_SUFFIXES = ("_MIN_LENGTH", "_MIN_ITEMS", "_MIN")


def value_of(beginning: str, suffixes: tuple[str, ...]) -> int | None:
    """Their value by its name; the longest suffix wins where several exist."""
    for suffix in suffixes:
        if isinstance(value := getattr(theirs, beginning + suffix, None), int):
            return value
    return None


def test_each_row_has_a_counterpart_or_a_reason() -> None:
    assert set(LIMITS) == set(SAME) | set(ONLY_OURS)


@pytest.mark.parametrize("name", sorted(SAME))
def test_the_two_tables_agree(name: str) -> None:
    assert value_of(SAME[name], SUFFIXES) == LIMITS[name].most
    least = value_of(SAME[name], LEAST_SUFFIXES)
    assert least in {None, LIMITS[name].least}


def test_fields_of_sections_and_the_markdown_argument_agree() -> None:
    assert LIMITS["section.field"].most == theirs.SECTION_FIELDS_ITEM_MAX_LENGTH
    assert theirs.MARKDOWN_TEXT_MAX_LENGTH == MARKDOWN_TEXT_MOST
