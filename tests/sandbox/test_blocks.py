"""What Slack refuses in blocks and views beside sizes, and what it fills in."""

import pytest

from bot.sandbox.kit.surface import message_blocks, view
from tests.sandbox.blocks import (
    Json,
    actions,
    button,
    element,
    field,
    image,
    modal,
    option,
    plain,
    plan,
    refused,
    section,
    select,
    table,
    task,
    text_input,
)

REFUSED_MESSAGES: dict[str, Json] = {
    "an empty section": {"type": "section"},
    "an unknown key": section(extra=1),
    "emoji on mrkdwn": {"type": "section", "text": {"type": "mrkdwn", "text": "x", "emoji": True}},
    "a header with mrkdwn": {"type": "header", "text": {"type": "mrkdwn", "text": "x"}},
    "an unknown block": {"type": "nonsense"},
    "an alert, which only modals take": {"type": "alert", "text": plain()},
    "a text field among actions": actions(text_input()),
    "an unknown style": actions(button(style="loud")),
    "a disabled button": actions(button(disabled=True)),
    "an address that is none": actions(button(url="not an address")),
    "a first option that is not there": select(initial_option=option("z", "Z")),
    "options and groups at once": select(option_groups=[]),
    "a date that is none": element(type="datepicker", initial_date="2026-13-01"),
    "an unknown status": {"type": "task_card", **task(status="waiting")},
    "a task twice": plan(task("a"), task("a")),
    "a text that is no object": {"type": "section", "text": "x"},
    "two sources of an image": image(slack_file={"id": "F1"}),
    "more chosen than allowed": element(
        type="multi_users_select", initial_users=["U1", "U2"], max_selected_items=1
    ),
    "a feedback button outside its block": element(type="feedback_buttons"),
}


@pytest.mark.parametrize("block", REFUSED_MESSAGES.values(), ids=REFUSED_MESSAGES)
def test_a_message_is_refused_for(block: Json) -> None:
    refused(lambda: message_blocks([block]), "invalid_blocks", "/blocks/0")


def test_ids_are_unique_in_a_message() -> None:
    twice = [actions(button("a")), actions(button("a"))]
    refused(lambda: message_blocks(twice), "invalid_blocks", "/blocks")
    blocks = [section(block_id="a"), section(block_id="a")]
    refused(lambda: message_blocks(blocks), "invalid_blocks", "/blocks")


def test_in_a_view_action_ids_are_unique_in_their_block_only() -> None:
    view(modal(field(block_id="a"), field(block_id="b")))
    refused(lambda: view(modal(actions(button("a"), button("a")))), "invalid_arguments", "/view")


REFUSED_VIEWS: dict[str, Json] = {
    "fields without a submit button": modal(field(), submit=None),
    "a markdown block": modal({"type": "markdown", "text": "x"}),
    "a table": modal(table()),
    "a plan": modal(plan(task())),
    "a task card": modal({"type": "task_card", **task()}),
    "no title": {"type": "modal", "blocks": []},
    "an unknown key": modal(submit_disabled=True),
    "two fields with the focus": modal(
        field(text_input(focus_on_load=True), block_id="a"),
        field(text_input(focus_on_load=True), block_id="b"),
    ),
    "a first value longer than the field": modal(
        field(text_input(max_length=3, initial_value="four"))
    ),
    "a first value over three thousand": modal(field(text_input(initial_value="x" * 3001))),
    "bounds that cross": modal(field(text_input(min_length=5, max_length=4))),
    "a number field that does not say which": modal(
        field({"type": "number_input", "action_id": "f"})
    ),
}


@pytest.mark.parametrize("payload", REFUSED_VIEWS.values(), ids=REFUSED_VIEWS)
def test_a_view_is_refused_for(payload: Json) -> None:
    refused(lambda: view(payload), "invalid_arguments", "/view")


def test_slack_fills_in_ids_and_gives_markdown_blocks_its_own() -> None:
    kept, markdown = message_blocks(
        [section(block_id="mine"), {"type": "markdown", "text": "x", "block_id": "mine"}]
    )
    assert kept["block_id"] == "mine"
    assert markdown["block_id"] != "mine"
    (row,) = message_blocks(
        [{"type": "actions", "elements": [{"type": "button", "text": plain()}]}]
    )
    assert row["elements"][0]["action_id"]
