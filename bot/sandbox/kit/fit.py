"""How the fields of one element fit each other: bounds, and what stands in it at first."""

from decimal import Decimal
from typing import Final

from bot.sandbox.kit.limits import LIMITS
from bot.sandbox.kit.objects import options_of
from bot.sandbox.kit.rules import Extra, Report
from bot.sandbox.wire import Json

_CHOSEN: Final = (
    "initial_options",
    "initial_users",
    "initial_conversations",
    "initial_channels",
)


def initial_among_options(element: Json, at: str, report: Report) -> None:
    """What is chosen at the start is one of the options, the texts included."""
    known = [_seen(option) for option in options_of(element)]
    one = element.get("initial_option")
    if one and _seen(one) not in known:
        report.add("must be one of the options", f"{at}/initial_option")
    for index, option in enumerate(element.get("initial_options") or ()):
        if _seen(option) not in known:
            report.add("must be one of the options", f"{at}/initial_options/{index}")


def _seen(option: Json) -> tuple[str, str]:
    return option["value"], option["text"]["text"]


def chosen_within_bounds(element: Json, at: str, report: Report) -> None:
    """No more is chosen at the start than may be chosen."""
    most = element.get("max_selected_items")
    for name in _CHOSEN:
        if most is not None and len(element.get(name) or ()) > most:
            report.add(f"no more than {most} items allowed", f"{at}/{name}")


def ordered(least: str, most: str) -> Extra:
    """The lower bound is not above the upper one. Both are whole numbers."""

    def check(element: Json, at: str, report: Report) -> None:
        low, high = element.get(least), element.get(most)
        if low is not None and high is not None and low > high:
            report.add(f"must not be greater than {most}", f"{at}/{least}")

    return check


def text_within_bounds(element: Json, at: str, report: Report) -> None:
    """The first value is no longer than the field (node-slack-sdk#940)."""
    most = element.get("max_length") or LIMITS["plain_text_input.length"].most
    if len(element.get("initial_value") or "") > most:
        report.add(f"must be less than {most + 1} characters", f"{at}/initial_value")


def numbers_fit(element: Json, at: str, report: Report) -> None:
    """The bounds of a number field are in order, and whole numbers where only those are allowed."""
    given = {
        name: Decimal(element[name])
        for name in ("initial_value", "min_value", "max_value")
        if element.get(name) is not None
    }
    for name, value in given.items():
        if not element["is_decimal_allowed"] and value != value.to_integral_value():
            report.add("must be an integer", f"{at}/{name}")
    if "min_value" in given and "max_value" in given and given["min_value"] > given["max_value"]:
        report.add("must not be greater than max_value", f"{at}/min_value")
