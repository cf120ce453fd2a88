"""Elements: what people press, choose and type. Where each may stand: `placement`."""

from collections.abc import Mapping
from typing import Final

from bot.sandbox.kit import forms
from bot.sandbox.kit.fit import (
    chosen_within_bounds,
    initial_among_options,
    numbers_fit,
    ordered,
    text_within_bounds,
)
from bot.sandbox.kit.objects import (
    CONFIRM,
    DISPATCH,
    FILTER,
    OPTION,
    OPTION_GROUP,
    OVERFLOW_OPTION,
    RICH_OPTION,
    SLACK_FILE,
    STYLE,
    WORKFLOW,
    plain,
    text,
)
from bot.sandbox.kit.rich_text import RICH_TEXT
from bot.sandbox.kit.rules import (
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

_DATE: Final = string(of=forms.DATE)
_TIME: Final = string(of=forms.TIME)
_NUMBER: Final = string(of=forms.NUMBER)
_USER: Final = string(of=forms.USER)
_CONVERSATION: Final = string(of=forms.CONVERSATION)
_CHANNEL: Final = string(of=forms.CHANNEL)


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


def _menu(optional: Mapping[str, Rule], *extras: Extra) -> Rule:
    shared = {"placeholder": plain("placeholder"), "confirm": CONFIRM}
    return element({}, {**shared, **optional}, *extras)


def _typed(optional: Mapping[str, Rule], *extras: Extra) -> Rule:
    shared = {"placeholder": plain("placeholder"), "dispatch_action_config": DISPATCH}
    return element({}, {**shared, **optional}, *extras)


_OPTIONS: Final[Mapping[str, Rule]] = {
    "options": array(OPTION, "select.options"),
    "option_groups": array(OPTION_GROUP, "select.option_groups"),
}
_ONE: Final[Mapping[str, Rule]] = {"response_url_enabled": boolean}
_MANY: Final[Mapping[str, Rule]] = {
    "max_selected_items": integer("multi_select.max_selected_items")
}
_ASKED: Final[Mapping[str, Rule]] = {"min_query_length": integer("select.min_query_length")}
_FEEDBACK: Final[Rule] = shape(
    {"text": plain("button.text"), "value": string("button.value")},
    {"accessibility_label": string("accessibility_label")},
)

ELEMENTS: Final[Mapping[str, Rule]] = {
    "button": shape(
        {"type": string(), "text": plain("button.text")},
        {
            "action_id": string("action_id"),
            "url": string("button.url", of=forms.URL),
            "value": string("button.value"),
            "style": STYLE,
            "confirm": CONFIRM,
            "accessibility_label": string("accessibility_label"),
            "agent_prompt": string("button.agent_prompt"),
            "agent_prompt_display": one_of("visible", "hidden"),
            "visible_to_user_ids": array(_USER, "visible_to_user_ids"),
        },
    ),
    "workflow_button": shape(
        {"type": string(), "text": plain("button.text"), "workflow": WORKFLOW},
        {
            "action_id": string("action_id"),
            "style": STYLE,
            "accessibility_label": string("accessibility_label"),
        },
    ),
    "icon_button": shape(
        {"type": string(), "icon": string(), "text": plain("button.text")},
        {
            "action_id": string("action_id"),
            "value": string("icon_button.value"),
            "confirm": CONFIRM,
            "accessibility_label": string("accessibility_label"),
            "visible_to_user_ids": array(_USER, "visible_to_user_ids"),
        },
    ),
    "feedback_buttons": shape(
        {"type": string(), "positive_button": _FEEDBACK, "negative_button": _FEEDBACK},
        {"action_id": string("action_id")},
    ),
    "static_select": _menu(
        {**_OPTIONS, "initial_option": OPTION},
        exactly_one("options", "option_groups"),
        initial_among_options,
    ),
    "multi_static_select": _menu(
        {**_OPTIONS, **_MANY, "initial_options": array(OPTION, "select.options")},
        exactly_one("options", "option_groups"),
        initial_among_options,
        chosen_within_bounds,
    ),
    "external_select": _menu({**_ASKED, "initial_option": OPTION}),
    "multi_external_select": _menu(
        {
            **_MANY,
            **_ASKED,
            "initial_options": array(OPTION, "select.options"),
        },
        chosen_within_bounds,
    ),
    "users_select": _menu({"initial_user": _USER}),
    "multi_users_select": _menu(
        {**_MANY, "initial_users": array(_USER, "some_items")}, chosen_within_bounds
    ),
    "conversations_select": _menu(
        {
            **_ONE,
            "initial_conversation": _CONVERSATION,
            "default_to_current_conversation": boolean,
            "filter": FILTER,
        },
    ),
    "multi_conversations_select": _menu(
        {
            **_MANY,
            "initial_conversations": array(_CONVERSATION, "some_items"),
            "default_to_current_conversation": boolean,
            "filter": FILTER,
        },
        chosen_within_bounds,
    ),
    "channels_select": _menu({**_ONE, "initial_channel": _CHANNEL}),
    "multi_channels_select": _menu(
        {**_MANY, "initial_channels": array(_CHANNEL, "some_items")}, chosen_within_bounds
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
    "datepicker": _menu({"initial_date": _DATE}),
    "timepicker": _menu({"initial_time": _TIME, "timezone": string(of=forms.TIMEZONE)}),
    "datetimepicker": element(
        {},
        {
            "initial_date_time": integer("datetimepicker.initial_date_time"),
            "confirm": CONFIRM,
        },
    ),
    "plain_text_input": _typed(
        {
            "initial_value": string("plain_text_input.length"),
            "multiline": boolean,
            "min_length": integer("plain_text_input.length"),
            "max_length": integer("plain_text_input.max_length"),
        },
        ordered("min_length", "max_length"),
        text_within_bounds,
    ),
    "number_input": element(
        {"is_decimal_allowed": boolean},
        {
            "placeholder": plain("placeholder"),
            "dispatch_action_config": DISPATCH,
            "initial_value": _NUMBER,
            "min_value": _NUMBER,
            "max_value": _NUMBER,
        },
        numbers_fit,
    ),
    "email_text_input": _typed({"initial_value": string("any")}),
    "url_text_input": _typed({"initial_value": string("any")}),
    "rich_text_input": _typed(
        {
            "initial_value": RICH_TEXT,
            "min_lines": integer("rich_text_input.lines"),
            "max_lines": integer("rich_text_input.lines"),
        },
        ordered("min_lines", "max_lines"),
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
        {"image_url": string("image.url", of=forms.WEB_URL), "slack_file": SLACK_FILE},
        exactly_one("image_url", "slack_file"),
    ),
    "mrkdwn": text("context.text"),
    "plain_text": text("context.text"),
}
