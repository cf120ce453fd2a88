"""Composition objects: texts, options, confirm dialogs, filters."""

from typing import Final

from bot.sandbox.kit.limits import LIMITS
from bot.sandbox.kit.rules import (
    URL,
    Report,
    Rule,
    array,
    boolean,
    exactly_one,
    one_of,
    shape,
    string,
)
from bot.sandbox.wire import Json


def plain(limit: str) -> Rule:
    """A plain text object within a limit of the table."""
    return shape({"type": one_of("plain_text"), "text": string(limit)}, {"emoji": boolean})


def text(limit: str) -> Rule:
    """A text object, plain or with Slack's own markup, within a limit of the table."""
    plain_text = plain(limit)
    mrkdwn = shape({"type": one_of("mrkdwn"), "text": string(limit)}, {"verbatim": boolean})

    def check(value: object, at: str, report: Report) -> None:
        kind = value.get("type") if isinstance(value, dict) else None
        if kind not in ("plain_text", "mrkdwn"):
            report.add("must provide a text object", at)
        else:
            (mrkdwn if kind == "mrkdwn" else plain_text)(value, at, report)

    return check


CONFIRM: Final[Rule] = shape(
    {
        "title": plain("confirm.title"),
        "text": text("confirm.text"),
    },
    {
        "confirm": plain("confirm.button"),
        "deny": plain("confirm.button"),
        "style": one_of("primary", "danger"),
    },
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
    {"description": plain("option.description"), "url": string("option.url", pattern=URL)},
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
    {}, {"id": string(), "url": string("image.url", pattern=URL)}, exactly_one("id", "url")
)


def options_of(element: Json) -> list[Json]:
    """All options of a menu, those in groups too."""
    grouped = [
        option for group in element.get("option_groups") or () for option in group["options"]
    ]
    return [*(element.get("options") or ()), *grouped]


def initial_among_options(element: Json, at: str, report: Report) -> None:
    """What is chosen at the start is one of the options, the texts included."""
    chosen = [*(element.get("initial_options") or ())]
    if element.get("initial_option"):
        chosen.append(element["initial_option"])
    known = [(option["value"], option["text"]["text"]) for option in options_of(element)]
    for option in chosen:
        if (option["value"], option["text"]["text"]) not in known:
            report.add("initial option is not among the options", at)


def text_within_bounds(element: Json, at: str, report: Report) -> None:
    """The bounds of a text field fit each other and the value at the start (node-slack-sdk#940)."""
    least = element.get("min_length") or 0
    most = element.get("max_length") or LIMITS["plain_text_input.length"].most
    if least > most:
        report.add("min_length must not be greater than max_length", f"{at}/min_length")
    initial = element.get("initial_value")
    if initial and len(initial) > most:
        report.add(f"must be less than {most + 1} characters", f"{at}/initial_value")


def chosen_within_bounds(element: Json, at: str, report: Report) -> None:
    """No more is chosen at the start than may be chosen."""
    most = element.get("max_selected_items")
    for name in ("initial_options", "initial_users", "initial_conversations", "initial_channels"):
        chosen = element.get(name) or ()
        if most is not None and len(chosen) > most:
            report.add(f"no more than {most} items allowed", f"{at}/{name}")
