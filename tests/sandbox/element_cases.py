"""What is refused in elements: the block that it stands in, the place in it, what is said."""

from tests.sandbox.blocks import (
    Json,
    actions,
    button,
    confirmed,
    element,
    field,
    mrkdwn,
    option,
    options,
    plain,
    rich,
    section,
    select,
    text_input,
)

FIRST = "/elements/0"
GROUPS = [{"label": plain(), "options": options(2)}]

REFUSED_ELEMENTS: dict[str, tuple[Json, str, str]] = {
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
    "a section among the cards of a carousel": (
        {"type": "carousel", "elements": [section()]},
        f"{FIRST}/type",
        "unsupported type: section",
    ),
    "a list of an unknown style": (
        rich("rich_text_list", style="dashed"),
        f"{FIRST}/style",
        "must be a valid enum value",
    ),
}
"""Block, JSON pointer in it, sentence."""
