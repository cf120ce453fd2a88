"""Forms as people fill them in: what stands in one, and what Slack would send of it."""

from collections.abc import Mapping
from typing import Any

View = Mapping[str, Any]


def inputs(view: View) -> list[Mapping[str, Any]]:
    """The inputs of a form."""
    return [block for block in view["blocks"] if block["type"] == "input"]


def field(view: View, label: str) -> Mapping[str, Any]:
    """An input by its label."""
    return next(block for block in inputs(view) if block["label"]["text"] == label)


def submitted(view: View, typed: Mapping[str, object] | None = None) -> dict[str, Any]:
    """The view's state as Slack sends it, with what was typed or picked by label.

    Options are picked by their texts.
    """
    given = typed or {}
    return {
        "values": {block["block_id"]: {"field": _state(block, given)} for block in inputs(view)}
    }


def _state(block: View, given: Mapping[str, object]) -> dict[str, Any]:
    element, label = block["element"], block["label"]["text"]
    key, initial = _KEYS[element["type"]]
    value = element.get(initial)
    if label in given:
        value = _picked(element, given[label]) if "option" in key else given[label]
    return {"type": element["type"], key: value}


def _picked(element: Mapping[str, Any], given: object) -> object:
    groups = element.get("option_groups", [])
    options = [*element.get("options", []), *(o for group in groups for o in group["options"])]
    wanted = given if isinstance(given, list) else [given]
    found = [option for option in options if option["text"]["text"] in wanted]
    return found if isinstance(given, list) else next(iter(found), None)


_KEYS = {
    "plain_text_input": ("value", "initial_value"),
    "radio_buttons": ("selected_option", "initial_option"),
    "static_select": ("selected_option", "initial_option"),
    "checkboxes": ("selected_options", "initial_options"),
    "multi_static_select": ("selected_options", "initial_options"),
    "datepicker": ("selected_date", "initial_date"),
    "datetimepicker": ("selected_date_time", "initial_date_time"),
    "users_select": ("selected_user", "initial_user"),
    "conversations_select": ("selected_conversation", "initial_conversation"),
}
