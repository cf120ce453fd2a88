"""Elements: what people press, choose and type, and where each may stand."""

import re
from collections.abc import Mapping
from typing import Final

from bot.sandbox.kit.objects import (
    CONFIRM,
    DISPATCH,
    FILTER,
    OPTION,
    OPTION_GROUP,
    OVERFLOW_OPTION,
    RICH_OPTION,
    SLACK_FILE,
    chosen_within_bounds,
    initial_among_options,
    plain,
    text,
    text_within_bounds,
)
from bot.sandbox.kit.rich_text import RICH_TEXT
from bot.sandbox.kit.rules import (
    URL,
    Extra,
    Rule,
    array,
    boolean,
    exactly_one,
    integer,
    one_of,
    shape,
    string,
)

DATE: Final = re.compile(r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$")
TIME: Final = re.compile(r"^([01]\d|2[0-3]):[0-5]\d$")
NUMBER: Final = re.compile(r"^-?\d+(\.\d+)?$")
USER: Final = string(pattern=re.compile(r"^[UW][A-Z0-9]+$"))
CONVERSATION: Final = string(pattern=re.compile(r"^[CGDU][A-Z0-9]+$"))
CHANNEL: Final = string(pattern=re.compile(r"^C[A-Z0-9]+$"))


def element(
    required: Mapping[str, Rule], optional: Mapping[str, Rule] | None = None, *extras: Extra
) -> Rule:
    """An interactive element: its own fields, an action id and perhaps the focus."""
    own = {"type": string(), **required}
    return shape(
        own,
        {"action_id": string("action_id"), "focus_on_load": boolean, **(optional or {})},
        *extras,
    )


def _menu(required: Mapping[str, Rule], optional: Mapping[str, Rule], *extras: Extra) -> Rule:
    shared = {"placeholder": plain("placeholder"), "confirm": CONFIRM}
    return element(required, {**shared, **optional}, *extras)


def _typed(optional: Mapping[str, Rule], *extras: Extra) -> Rule:
    shared = {"placeholder": plain("placeholder"), "dispatch_action_config": DISPATCH}
    return element({}, {**shared, **optional}, *extras)


_OPTIONS: Final[Mapping[str, Rule]] = {
    "options": array(OPTION, "select.options"),
    "option_groups": array(OPTION_GROUP, "select.option_groups"),
}
_ONE: Final[Mapping[str, Rule]] = {"response_url_enabled": boolean}
_MANY: Final[Mapping[str, Rule]] = {"max_selected_items": integer("select.options")}
_FEEDBACK: Final[Rule] = shape(
    {"text": plain("button.text"), "value": string("button.value")},
    {"accessibility_label": string("accessibility_label")},
)

ELEMENTS: Final[Mapping[str, Rule]] = {
    "button": shape(
        {"type": string(), "text": plain("button.text")},
        {
            "action_id": string("action_id"),
            "url": string("button.url", pattern=URL),
            "value": string("button.value"),
            "style": one_of("primary", "danger"),
            "confirm": CONFIRM,
            "accessibility_label": string("accessibility_label"),
            "agent_prompt": string("button.agent_prompt"),
            "agent_prompt_display": one_of("visible", "hidden"),
            "visible_to_user_ids": array(USER, "visible_to_user_ids"),
        },
    ),
    "icon_button": shape(
        {"type": string(), "icon": string(), "text": plain("button.text")},
        {
            "action_id": string("action_id"),
            "value": string("icon_button.value"),
            "confirm": CONFIRM,
            "accessibility_label": string("accessibility_label"),
            "visible_to_user_ids": array(USER, "visible_to_user_ids"),
        },
    ),
    "feedback_buttons": shape(
        {"type": string(), "positive_button": _FEEDBACK, "negative_button": _FEEDBACK},
        {"action_id": string("action_id")},
    ),
    "static_select": _menu(
        {},
        {**_OPTIONS, "initial_option": OPTION},
        exactly_one("options", "option_groups"),
        initial_among_options,
    ),
    "multi_static_select": _menu(
        {},
        {**_OPTIONS, **_MANY, "initial_options": array(OPTION, "select.options")},
        exactly_one("options", "option_groups"),
        initial_among_options,
        chosen_within_bounds,
    ),
    "external_select": _menu({}, {"initial_option": OPTION, "min_query_length": integer()}),
    "multi_external_select": _menu(
        {},
        {
            **_MANY,
            "initial_options": array(OPTION, "select.options"),
            "min_query_length": integer(),
        },
        chosen_within_bounds,
    ),
    "users_select": _menu({}, {"initial_user": USER}),
    "multi_users_select": _menu(
        {}, {**_MANY, "initial_users": array(USER, "some_items")}, chosen_within_bounds
    ),
    "conversations_select": _menu(
        {},
        {
            **_ONE,
            "initial_conversation": CONVERSATION,
            "default_to_current_conversation": boolean,
            "filter": FILTER,
        },
    ),
    "multi_conversations_select": _menu(
        {},
        {
            **_MANY,
            "initial_conversations": array(CONVERSATION, "some_items"),
            "default_to_current_conversation": boolean,
            "filter": FILTER,
        },
        chosen_within_bounds,
    ),
    "channels_select": _menu({}, {**_ONE, "initial_channel": CHANNEL}),
    "multi_channels_select": _menu(
        {}, {**_MANY, "initial_channels": array(CHANNEL, "some_items")}, chosen_within_bounds
    ),
    "overflow": shape(
        {"type": string(), "options": array(OVERFLOW_OPTION, "overflow.options")},
        {"action_id": string("action_id"), "confirm": CONFIRM},
    ),
    "checkboxes": element(
        {"options": array(RICH_OPTION, "checkboxes.options")},
        {"initial_options": array(RICH_OPTION, "checkboxes.options"), "confirm": CONFIRM},
        initial_among_options,
    ),
    "radio_buttons": element(
        {"options": array(RICH_OPTION, "radio_buttons.options")},
        {"initial_option": RICH_OPTION, "confirm": CONFIRM},
        initial_among_options,
    ),
    "datepicker": _menu({}, {"initial_date": string(pattern=DATE)}),
    "timepicker": _menu({}, {"initial_time": string(pattern=TIME), "timezone": string()}),
    "datetimepicker": element({}, {"initial_date_time": integer(), "confirm": CONFIRM}),
    "plain_text_input": _typed(
        {
            "initial_value": string("plain_text_input.length"),
            "multiline": boolean,
            "min_length": integer("plain_text_input.length"),
            "max_length": integer("plain_text_input.max_length"),
        },
        text_within_bounds,
    ),
    "number_input": element(
        {"is_decimal_allowed": boolean},
        {
            "placeholder": plain("placeholder"),
            "dispatch_action_config": DISPATCH,
            "initial_value": string(pattern=NUMBER),
            "min_value": string(pattern=NUMBER),
            "max_value": string(pattern=NUMBER),
        },
    ),
    "email_text_input": _typed({"initial_value": string("any")}),
    "url_text_input": _typed({"initial_value": string("any")}),
    "rich_text_input": _typed(
        {
            "initial_value": RICH_TEXT,
            "min_lines": integer("rich_text_input.lines"),
            "max_lines": integer("rich_text_input.lines"),
        }
    ),
    "file_input": element(
        {},
        {
            "filetypes": array(string(), "some_items"),
            "max_files": integer("file_input.max_files"),
        },
    ),
    "image": shape(
        {"type": string(), "alt_text": string("image.alt_text")},
        {"image_url": string("image.url", pattern=URL), "slack_file": SLACK_FILE},
        exactly_one("image_url", "slack_file"),
    ),
    "mrkdwn": text("context.text"),
    "plain_text": text("context.text"),
}

_SELECTS: Final = frozenset(
    f"{many}{kind}_select"
    for many in ("", "multi_")
    for kind in ("static", "external", "users", "conversations", "channels")
)
_CHOICES: Final = _SELECTS | {"checkboxes", "radio_buttons", "datepicker", "timepicker"}

IN_ACTIONS: Final = _CHOICES | {"button", "overflow", "datetimepicker"}
IN_SECTION: Final = _CHOICES | {"button", "overflow", "image"}
IN_CONTEXT: Final = frozenset({"image", "mrkdwn", "plain_text"})
IN_CONTEXT_ACTIONS: Final = frozenset({"feedback_buttons", "icon_button"})
IN_INPUT: Final = _CHOICES | {
    "datetimepicker",
    "plain_text_input",
    "number_input",
    "email_text_input",
    "url_text_input",
    "rich_text_input",
    "file_input",
}
