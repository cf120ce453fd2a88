"""What is refused in a block itself: the block, the place in it, what is said."""

from tests.sandbox.blocks import (
    Json,
    auth_provider,
    container,
    data_table,
    image,
    mrkdwn,
    plain,
    plan,
    rich_text,
    section,
    table,
    task,
    video,
)

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
    "a sign-in without encryption": (
        auth_provider(auth_url="http://example.com"),
        "/auth_url",
        "must be a valid HTTPS URL",
    ),
}
"""Block, JSON pointer in it, sentence."""
