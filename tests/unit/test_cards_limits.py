"""Our table of Slack's limits against the one that slackblocks carries."""

import pytest
from slackblocks import _limits as slack

from bot.cards import limits


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (limits.MESSAGE_BLOCKS, slack.MESSAGE_BLOCKS_MAX_ITEMS),
        (limits.MARKDOWN_TOTAL, slack.MARKDOWN_TOTAL_TEXT_MAX_LENGTH),
        (limits.PLAN_TASKS, slack.PLAN_TASKS_MAX_ITEMS),
        (limits.TABLE_ROWS, slack.TABLE_ROWS_MAX_ITEMS),
        (limits.TABLE_COLUMNS, slack.TABLE_COLUMNS_MAX_ITEMS),
        (limits.SECTION_TEXT, slack.SECTION_TEXT_MAX_LENGTH),
        (limits.HEADER_TEXT, slack.HEADER_TEXT_MAX_LENGTH),
        (limits.ACTIONS_ELEMENTS, slack.ACTIONS_ELEMENTS_MAX_ITEMS),
        (limits.BLOCK_ID, slack.BLOCK_ID_MAX_LENGTH),
        (limits.OVERFLOW_OPTIONS, slack.OVERFLOW_OPTIONS_MAX_ITEMS),
        (limits.BUTTON_TEXT, slack.BUTTON_TEXT_MAX_LENGTH),
        (limits.URL, slack.BUTTON_URL_MAX_LENGTH),
        (limits.CONFIRM_TITLE, slack.CONFIRMATION_TITLE_MAX_LENGTH),
        (limits.CONFIRM_TEXT, slack.CONFIRMATION_TEXT_MAX_LENGTH),
        (limits.CONFIRM_BUTTON, slack.CONFIRMATION_CONFIRM_MAX_LENGTH),
        (limits.VIEW_BLOCKS, slack.VIEW_BLOCKS_MAX_ITEMS),
        (limits.VIEW_TITLE, slack.VIEW_TITLE_MAX_LENGTH),
        (limits.VIEW_METADATA, slack.VIEW_PRIVATE_METADATA_MAX_LENGTH),
        (limits.INPUT_LABEL, slack.INPUT_LABEL_MAX_LENGTH),
        (limits.INPUT_TEXT, slack.PLAIN_TEXT_INPUT_MAX_LENGTH_MAX),
    ],
)
def test_the_tables_agree(ours: int, theirs: int) -> None:
    assert ours == theirs


def test_what_we_give_ourselves_is_tighter_than_what_slack_takes() -> None:
    assert limits.RESULT_TEXT < limits.MARKDOWN_TOTAL < limits.MESSAGE_CHARACTERS
    assert limits.SUMMARY_TEXT < limits.TABLE_TEXT < limits.TABLE_CHARACTERS
    assert limits.RETRIES <= limits.ACTIONS_ELEMENTS
    assert limits.RESULT_BLOCKS < limits.MESSAGE_BLOCKS
    assert limits.NOTICE_BYTES < limits.UPDATE_TEXT_BYTES
    assert limits.EDIT_PART < limits.INPUT_TEXT
    assert limits.EDIT_BYTES < limits.VIEW_BYTES
    assert limits.FORM_BYTES < limits.VIEW_BYTES
    frame = limits.PART_LABEL + limits.PART_WARNING + 150
    assert limits.PART_TEXT + frame < limits.SECTION_TEXT
    assert limits.CARD_PARTS * frame < limits.CARD_TEXT
