"""Composition objects: texts, options, confirm dialogs, filters."""

from typing import Final

from bot.sandbox.kit.forms import HTTPS_URL, URL, WEB_URL
from bot.sandbox.kit.rules import (
    Report,
    Rule,
    array,
    at_least_one,
    boolean,
    exactly_one,
    one_of,
    shape,
    string,
)
from bot.sandbox.wire import Json

_TEXT_TYPES: Final[Rule] = one_of("mrkdwn", "plain_text")


def plain(limit: str) -> Rule:
    """A plain text object within a limit of the table."""
    return shape({"type": one_of("plain_text"), "text": string(limit)}, {"emoji": boolean})


def text(limit: str) -> Rule:
    """A text object, plain or with Slack's own markup, within a limit of the table.

    Slack tries both kinds, and says first that neither matches (metabase#74943).
    """
    plain_text = plain(limit)
    mrkdwn = shape({"type": _TEXT_TYPES, "text": string(limit)}, {"verbatim": boolean})

    def check(value: object, at: str, report: Report) -> None:
        is_plain = isinstance(value, dict) and value.get("type") == "plain_text"
        tried = Report()
        (plain_text if is_plain else mrkdwn)(value, at, tried)
        if tried.problems:
            report.add("failed to match all allowed schemas", at)
            report.problems += tried.problems

    return check


STYLE: Final[Rule] = one_of("primary", "danger")

CONFIRM: Final[Rule] = shape(
    {
        "title": plain("confirm.title"),
        "text": text("confirm.text"),
        "confirm": plain("confirm.button"),
        "deny": plain("confirm.button"),
    },
    {"style": STYLE},
)

OPTION: Final[Rule] = shape(
    {"text": plain("option.text"), "value": string("option.value")},
    {"description": plain("option.description")},
)
"""An option of a menu."""

RICH_OPTION: Final[Rule] = shape(
    {"text": text("option.text"), "value": string("option.value")},
    {"description": text("option.description")},
)
"""An option of checkboxes and radio buttons: its texts can carry markup."""

OVERFLOW_OPTION: Final[Rule] = shape(
    {"text": plain("option.text"), "value": string("option.value")},
    {"description": plain("option.description"), "url": string("option.url", of=URL)},
)

OPTION_GROUP: Final[Rule] = shape(
    {"label": plain("option_group.label"), "options": array(OPTION, "option_group.options")},
)

FILTER: Final[Rule] = shape(
    {},
    {
        "include": array(one_of("im", "mpim", "private", "public"), "filter.include"),
        "exclude_bot_users": boolean,
        "exclude_external_shared_channels": boolean,
    },
    at_least_one("include", "exclude_bot_users", "exclude_external_shared_channels"),
)

DISPATCH: Final[Rule] = shape(
    {},
    {
        "trigger_actions_on": array(
            one_of("on_enter_pressed", "on_character_entered"), "dispatch.trigger_actions_on"
        )
    },
)

SLACK_FILE: Final[Rule] = shape(
    {}, {"id": string(), "url": string("image.url", of=WEB_URL)}, exactly_one("id", "url")
)

WORKFLOW: Final[Rule] = shape(
    {
        "trigger": shape(
            {"url": string("button.url", of=HTTPS_URL)},
            {
                "customizable_input_parameters": array(
                    shape({"name": string(), "value": string("any")}), "workflow.parameters"
                )
            },
        )
    }
)
"""The workflow that a button starts, by the address of its link trigger."""


def options_of(element: Json) -> list[Json]:
    """All options of a menu, those in groups too."""
    grouped = [
        option for group in element.get("option_groups") or () for option in group["options"]
    ]
    return [*(element.get("options") or ()), *grouped]
