"""What Slack refuses in blocks and views beside sizes, where it points, and what it fills in."""

import pytest

from bot.sandbox.kit.surface import message_blocks, view
from tests.sandbox.blocks import (
    Json,
    actions,
    auth_provider,
    button,
    confirmed,
    container,
    data_table,
    element,
    field,
    image,
    modal,
    mrkdwn,
    option,
    options,
    plain,
    plan,
    refused,
    rich,
    rich_text,
    section,
    select,
    table,
    task,
    text_input,
    video,
)

FIRST = "/elements/0"
FILTERS = "include, exclude_bot_users, exclude_external_shared_channels"
GROUPS = [{"label": plain(), "options": options(2)}]

REFUSED_BLOCKS: dict[str, tuple[Json, str, str]] = {
    "a section without text and fields": (
        {"type": "section"},
        "",
        "must define at least one of: text, fields",
    ),
    "no type": ({"text": plain()}, "", "missing required field: type"),
    "an unknown block": ({"type": "nonsense"}, "/type", "unsupported type: nonsense"),
    "an alert, which only modals take": (
        {"type": "alert", "text": plain()},
        "/type",
        "unsupported type: alert",
    ),
    "an unknown key": (section(extra=1), "", "invalid additional property: extra"),
    "emoji on mrkdwn": (
        {"type": "section", "text": {**mrkdwn(), "emoji": True}},
        "/text",
        "invalid additional property: emoji",
    ),
    "a text of an unknown kind": (
        {"type": "section", "text": {"type": "markdown", "text": "x"}},
        "/text/type",
        "must be a valid enum value",
    ),
    "a text that is no object": (
        {"type": "section", "text": "x"},
        "/text",
        "must provide an object",
    ),
    "a header with mrkdwn": (
        {"type": "header", "text": mrkdwn()},
        "/text/type",
        "must be a valid enum value",
    ),
    "a number for a text": (section(block_id=1), "/block_id", "must provide a string"),
    "a text for yes or no": (section(expand="yes"), "/expand", "must provide a boolean"),
    "a text for a number": (
        {"type": "table", "rows": [[{"type": "raw_number", "value": "1", "text": "1"}]]},
        "/rows/0/0/value",
        "must provide a number",
    ),
    "a decimal for a whole number": (
        data_table(page_size=1.5),
        "/page_size",
        "must provide an integer",
    ),
    "an object for a list": (
        {"type": "actions", "elements": {}},
        "/elements",
        "must provide an array",
    ),
    "a text field among actions": (
        actions(text_input()),
        f"{FIRST}/type",
        "unsupported type: plain_text_input",
    ),
    "a feedback button outside its block": (
        element(type="feedback_buttons"),
        f"{FIRST}/type",
        "unsupported type: feedback_buttons",
    ),
    "an unknown style": (
        actions(button(style="loud")),
        f"{FIRST}/style",
        "must be a valid enum value",
    ),
    "a disabled button": (
        actions(button(disabled=True)),
        FIRST,
        "invalid additional property: disabled",
    ),
    "an address that is none": (
        actions(button(url="not an address")),
        f"{FIRST}/url",
        "must be a valid URL",
    ),
    "an image that is not on the web": (
        image(image_url="mailto:ana@example.com"),
        "/image_url",
        "must be a valid URL",
    ),
    "a video without encryption": (
        video(video_url="http://example.com/v"),
        "/video_url",
        "must be a valid HTTPS URL",
    ),
    "two sources of an image": (
        image(slack_file={"id": "F1"}),
        "",
        "must define exactly one of: image_url, slack_file",
    ),
    "a confirm dialog without a way out": (
        confirmed(deny=None),
        f"{FIRST}/confirm",
        "missing required field: deny",
    ),
    "a confirm dialog with a bold title": (
        confirmed(title=mrkdwn()),
        f"{FIRST}/confirm/title/type",
        "must be a valid enum value",
    ),
    "a workflow button without its workflow": (
        actions({"type": "workflow_button", "text": plain()}),
        FIRST,
        "missing required field: workflow",
    ),
    "a workflow without an address": (
        actions({"type": "workflow_button", "text": plain(), "workflow": {"trigger": {}}}),
        f"{FIRST}/workflow/trigger",
        "missing required field: url",
    ),
    "a link in an option of a menu": (
        select(options=[option(url="https://example.com")]),
        f"{FIRST}/options/0",
        "invalid additional property: url",
    ),
    "options and groups at once": (
        select(option_groups=GROUPS),
        FIRST,
        "must define exactly one of: options, option_groups",
    ),
    "a first option that is not there": (
        select(initial_option=option("z", "Z")),
        f"{FIRST}/initial_option",
        "must be one of the options",
    ),
    "a first option with another text": (
        select(initial_option=option(text="Z")),
        f"{FIRST}/initial_option",
        "must be one of the options",
    ),
    "a first option that no group has": (
        element(type="static_select", option_groups=GROUPS, initial_option=option("2")),
        f"{FIRST}/initial_option",
        "must be one of the options",
    ),
    "a first choice of many that is not there": (
        element(
            type="multi_static_select",
            options=options(2),
            initial_options=[*options(1), option("2")],
        ),
        f"{FIRST}/initial_options/1",
        "must be one of the options",
    ),
    "a first tick that is not there": (
        element(type="checkboxes", options=options(1), initial_options=[option("1")]),
        f"{FIRST}/initial_options/0",
        "must be one of the options",
    ),
    "more chosen than allowed": (
        element(type="multi_users_select", initial_users=["U1", "U2"], max_selected_items=1),
        f"{FIRST}/initial_users",
        "no more than 1 items allowed",
    ),
    "a person who cannot be": (
        element(type="users_select", initial_user="ana"),
        f"{FIRST}/initial_user",
        "must be a valid user ID",
    ),
    "an empty filter": (
        element(type="conversations_select", filter={}),
        f"{FIRST}/filter",
        "must define at least one of: include, exclude_bot_users, exclude_external_shared_channels",
    ),
    "a menu that wants a response_url outside a modal": (
        element(type="channels_select", response_url_enabled=True),
        FIRST,
        "invalid additional property: response_url_enabled",
    ),
    "a file field outside a modal": (
        field({"type": "file_input"}),
        "/element/type",
        "unsupported type: file_input",
    ),
    "a month that is none": (
        element(type="datepicker", initial_date="2026-13-01"),
        f"{FIRST}/initial_date",
        "must be a valid date",
    ),
    "a day that is none": (
        element(type="datepicker", initial_date="2026-02-29"),
        f"{FIRST}/initial_date",
        "must be a valid date",
    ),
    "an hour that is none": (
        element(type="timepicker", initial_time="24:00"),
        f"{FIRST}/initial_time",
        "must be a valid time",
    ),
    "a time zone that is none": (
        element(type="timepicker", timezone="+01:00"),
        f"{FIRST}/timezone",
        "must be a valid timezone",
    ),
    "an unknown status": (
        {"type": "task_card", **task(status="waiting")},
        "/status",
        "must be a valid enum value",
    ),
    "a task twice": (
        plan(task("a"), task("a")),
        "/tasks/1/task_id",
        "`task_id` 'a' already exists",
    ),
    "a number without its text": (
        {"type": "table", "rows": [[{"type": "raw_number", "value": 1}]]},
        "/rows/0/0",
        "missing required field: text",
    ),
    "rich text in the header of a data table": (
        {**data_table(), "rows": [[rich_text()], [rich_text()]]},
        "/rows/0/0/type",
        "unsupported type: rich_text",
    ),
    "a row of a data table that is too long": (
        {**data_table(), "rows": [*table(2)["rows"], *table(1, 2)["rows"]]},
        "/rows/2",
        "must have 1 items",
    ),
    "a row header that is no column": (
        data_table(cells=2, row_header_column_index=2),
        "/row_header_column_index",
        "must be less than 2",
    ),
    "a card with nothing in it": (
        {"type": "card", "subtitle": plain()},
        "",
        "must define at least one of: hero_image, title, actions, body",
    ),
    "a card with two icons": (
        {
            "type": "card",
            "title": plain(),
            "icon": image(),
            "slack_icon": {"type": "icon", "name": "bot"},
        },
        "",
        "must define at most one of: icon, slack_icon",
    ),
    "a section among the cards of a carousel": (
        {"type": "carousel", "elements": [section()]},
        f"{FIRST}/type",
        "unsupported type: section",
    ),
    "a container in a container": (
        container(child_blocks=[container()]),
        "/child_blocks/0/type",
        "unsupported type: container",
    ),
    "a container that is closed for ever": (
        container(default_collapsed=True),
        "/default_collapsed",
        "default_collapsed requires is_collapsible",
    ),
    "a container with a line where it folds": (
        container(is_collapsible=True, has_header_divider=True),
        "/has_header_divider",
        "has_header_divider excludes is_collapsible",
    ),
    "a list of an unknown style": (
        rich("rich_text_list", style="dashed"),
        f"{FIRST}/style",
        "must be a valid enum value",
    ),
    "a sign-in without encryption": (
        auth_provider(auth_url="http://example.com"),
        "/auth_url",
        "must be a valid HTTPS URL",
    ),
}


@pytest.mark.parametrize(("block", "place", "words"), REFUSED_BLOCKS.values(), ids=REFUSED_BLOCKS)
def test_a_message_is_refused_for(block: Json, place: str, words: str) -> None:
    error = refused(lambda: message_blocks([section(), block]), "invalid_blocks", "/blocks/1")
    assert f"[ERROR] {words} [json-pointer:/blocks/1{place}]" in error.messages
    assert f"{words} [json-pointer:/blocks/1{place}]" in error.answer()["errors"]


@pytest.mark.parametrize("blocks", ["x", {}, 1, [1], [None], [[]]])
def test_what_is_no_list_of_blocks_is_refused(blocks: object) -> None:
    refused(lambda: message_blocks(blocks), "invalid_blocks", "/blocks")


REFUSED_TOGETHER: dict[str, tuple[list[Json], str, str]] = {
    "a block id twice": (
        [section(block_id="a"), section(block_id="a")],
        "/1/block_id",
        "`block_id` 'a' already exists",
    ),
    "a block id again in a container": (
        [section(block_id="a"), container(child_blocks=[section(block_id="a")])],
        "/1/child_blocks/0/block_id",
        "`block_id` 'a' already exists",
    ),
    "an action id twice in a block": (
        [actions(button("a"), button("b"), button("a"))],
        "/0/elements/2/action_id",
        "`action_id` 'a' already exists",
    ),
    "an action id twice in a card": (
        [{"type": "card", "actions": [button("a"), button("a")]}],
        "/0/actions/1/action_id",
        "`action_id` 'a' already exists",
    ),
}


@pytest.mark.parametrize(
    ("blocks", "place", "words"), REFUSED_TOGETHER.values(), ids=REFUSED_TOGETHER
)
def test_blocks_are_refused_for(blocks: list[Json], place: str, words: str) -> None:
    error = refused(lambda: message_blocks(blocks), "invalid_blocks", "/blocks")
    assert error.messages == (f"[ERROR] {words} [json-pointer:/blocks{place}]",)


def test_action_ids_are_unique_in_their_block_only() -> None:
    message_blocks([actions(button("a")), section(accessory=button("a"))])
    view(modal(field(block_id="a"), field(block_id="b")))
    container_of_two = container(child_blocks=[actions(button("a")), actions(button("a"))])
    message_blocks([container_of_two])


def test_all_that_is_wrong_is_said_at_once() -> None:
    blocks = [section(extra=1), actions(button(style="loud", value=""))]
    error = refused(lambda: message_blocks(blocks), "invalid_blocks", "/blocks")
    assert error.messages == (
        "[ERROR] invalid additional property: extra [json-pointer:/blocks/0]",
        "[ERROR] must be a valid enum value [json-pointer:/blocks/1/elements/0/style]",
        "[ERROR] must be more than 0 characters [json-pointer:/blocks/1/elements/0/value]",
    )


def test_slack_fills_in_ids_and_gives_markdown_blocks_its_own() -> None:
    kept, markdown, again = message_blocks(
        [
            section(block_id="mine"),
            {"type": "markdown", "text": "x", "block_id": "mine"},
            {"type": "markdown", "text": "y", "block_id": "mine"},
        ]
    )
    assert kept["block_id"] == "mine"
    assert len({kept["block_id"], markdown["block_id"], again["block_id"]}) == 3
    (row,) = message_blocks(
        [{"type": "actions", "elements": [{"type": "button", "text": plain()}]}]
    )
    assert row["elements"][0]["action_id"]
