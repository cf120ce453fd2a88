"""What people chose and typed: the state of elements, as Slack puts it into payloads."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.sandbox.errors import NotPossibleError
from bot.sandbox.kit.limits import LIMITS
from bot.sandbox.kit.objects import options_of
from bot.sandbox.wire import Json

STATE_KEYS: Final[Mapping[str, tuple[str, str]]] = {
    "plain_text_input": ("value", "initial_value"),
    "number_input": ("value", "initial_value"),
    "email_text_input": ("value", "initial_value"),
    "url_text_input": ("value", "initial_value"),
    "rich_text_input": ("rich_text_value", "initial_value"),
    "static_select": ("selected_option", "initial_option"),
    "external_select": ("selected_option", "initial_option"),
    "radio_buttons": ("selected_option", "initial_option"),
    "multi_static_select": ("selected_options", "initial_options"),
    "multi_external_select": ("selected_options", "initial_options"),
    "checkboxes": ("selected_options", "initial_options"),
    "users_select": ("selected_user", "initial_user"),
    "multi_users_select": ("selected_users", "initial_users"),
    "conversations_select": ("selected_conversation", "initial_conversation"),
    "multi_conversations_select": ("selected_conversations", "initial_conversations"),
    "channels_select": ("selected_channel", "initial_channel"),
    "multi_channels_select": ("selected_channels", "initial_channels"),
    "datepicker": ("selected_date", "initial_date"),
    "timepicker": ("selected_time", "initial_time"),
    "datetimepicker": ("selected_date_time", "initial_date_time"),
    "file_input": ("files", ""),
}
"""Type of element -> where its state stands in a payload, and where its first value in a block."""

_LISTS: Final = frozenset({kind for kind, (key, _) in STATE_KEYS.items() if key.endswith("s")})
_OPTION_KEYS: Final = frozenset({"selected_option", "selected_options"})

_ANYTHING: Final = re.compile(r".*", re.DOTALL)
_PATTERNS: Final = {
    "email_text_input": (re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+"), "Enter a valid email address."),
    "url_text_input": (re.compile(r"https?://\S+"), "Enter a valid URL."),
}
"""What Slack's screen wants of a field before it sends the form, and what it says otherwise."""

MISSING: Final = "Please complete this required field."


def elements(blocks: Sequence[Json]) -> Iterator[tuple[Json, Json]]:
    """Each interactive element of these blocks with its block."""
    for block in blocks:
        inside = [*(block.get("elements") or ()), *(block.get("actions") or ())]
        inside += [block[key] for key in ("element", "accessory") if block.get(key)]
        for element in inside:
            if isinstance(element, dict) and "action_id" in element:
                yield block, element
        yield from elements(block.get("child_blocks") or ())
        if block["type"] == "carousel":
            yield from elements(block["elements"])


def entry(element: Json, value: Any) -> Json:  # noqa: ANN401 - any value of any element
    """The state of one element."""
    return {"type": element["type"], STATE_KEYS[element["type"]][0]: value}


def blank(element: Json) -> Json:
    """The state of an element that nobody touched."""
    first = element.get(STATE_KEYS[element["type"]][1])
    if first is None and element["type"] in _LISTS:
        first = []
    return entry(element, first)


def entered(element: Json, given: object, *, offered: Sequence[Json] = ()) -> Json:
    """The state after a person chose or typed something.

    Options are given by their text or value, many of them as a list; `offered` are those that
    the app suggested for an external select. Raises NotPossibleError for what is not on the
    screen.
    """
    kind = element["type"]
    many = kind in _LISTS
    values = list(given) if isinstance(given, (list, tuple, set)) else [given]
    values = [value for value in values if value not in (None, "")]
    if STATE_KEYS[kind][0] in _OPTION_KEYS:
        values = [chosen_option(element, value, offered=offered) for value in values]
    if many:
        most = _most(element)
        if most is not None and len(values) > most:
            raise NotPossibleError(f"at most {most} can be chosen")
        return entry(element, values)
    return entry(element, values[0] if values else None)


def _most(element: Json) -> int | None:
    """How many can be chosen; None where there is no bound."""
    if element["type"] == "file_input":
        return int(element.get("max_files") or LIMITS["file_input.max_files"].most)
    most: int | None = element.get("max_selected_items")
    return most


def chosen_option(element: Json, wanted: object, *, offered: Sequence[Json] = ()) -> Json:
    """An option by its text or value. Raises NotPossibleError."""
    name = wanted.get("value") if isinstance(wanted, dict) else wanted
    known = [*options_of(element), *offered, *_initial(element)]
    for option in known:
        if name in (option["value"], option["text"]["text"]):
            return option
    shown = [option["text"]["text"] for option in known]
    raise NotPossibleError(f"there is no option {name!r}, only {shown}")


def _initial(element: Json) -> list[Json]:
    """What the app chose beforehand; in an external select it can be chosen without asking."""
    first = element.get("initial_option")
    return [*(element.get("initial_options") or ()), *([first] if first else [])]


def state_values(blocks: Sequence[Json], given: Mapping[str, Any]) -> Json:
    """`state.values` of a payload: block id -> action id -> state, untouched elements included."""
    values: Json = {}
    for block, element in elements(blocks):
        if element["type"] in STATE_KEYS:
            chosen = given.get(block["block_id"], {}).get(element["action_id"])
            values.setdefault(block["block_id"], {})[element["action_id"]] = chosen or blank(
                element
            )
    return values


def kept(blocks: Sequence[Json], given: Mapping[str, Any]) -> Json:
    """Of what people entered, all that still has its element after a view changed."""
    values: Json = {}
    for block, element in elements(blocks):
        chosen = given.get(block["block_id"], {}).get(element["action_id"])
        if chosen and chosen["type"] == element["type"]:
            values.setdefault(block["block_id"], {})[element["action_id"]] = chosen
    return values


def problems(blocks: Sequence[Json], given: Mapping[str, Any]) -> dict[str, str]:
    """What Slack's own screen objects to before it sends a form: block id -> sentence."""
    values = state_values(blocks, given)
    found: dict[str, str] = {}
    for block in blocks:
        if block["type"] != "input":
            continue
        element = block["element"]
        state = values[block["block_id"]][element["action_id"]]
        value = state[STATE_KEYS[element["type"]][0]]
        problem = _problem(block, element, value)
        if problem:
            found[block["block_id"]] = problem
    return found


def _problem(block: Json, element: Json, value: object) -> str | None:
    if value in (None, "", []):
        return None if block.get("optional") else MISSING
    if element["type"] == "plain_text_input" and isinstance(value, str):
        most = element.get("max_length") or LIMITS["plain_text_input.length"].most
        if len(value) > most:
            return f"Must be at most {most} characters."
        if len(value) < (element.get("min_length") or 0):
            return f"Must be at least {element['min_length']} characters."
    if element["type"] == "number_input":
        return _number_problem(element, str(value))
    pattern, sentence = _PATTERNS.get(element["type"], (_ANYTHING, ""))
    return None if pattern.fullmatch(str(value)) else sentence


def _number_problem(element: Json, value: str) -> str | None:
    try:
        number = float(value) if element["is_decimal_allowed"] else int(value)
    except ValueError:
        return "Enter a number."
    low, high = element.get("min_value"), element.get("max_value")
    if low is not None and number < float(low):
        return f"Must be at least {low}."
    if high is not None and number > float(high):
        return f"Must be at most {high}."
    return None
