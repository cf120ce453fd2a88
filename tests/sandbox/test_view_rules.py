"""What Slack refuses in modals and home tabs beside sizes, and where it points."""

from functools import partial

import pytest

from bot.sandbox.kit.surface import view
from tests.sandbox.blocks import Json, button, element, field, modal, plain, refused, text_input


def number(**more: object) -> Json:
    return field({"type": "number_input", "is_decimal_allowed": False, **more})


def lines(**more: object) -> Json:
    return field({"type": "rich_text_input", **more})


FIELD = "/blocks/0/element"
REFUSED_VIEWS: dict[str, tuple[Json, str, str]] = {
    "fields without a submit button": (
        modal(field(), submit=None),
        "",
        "missing required field: submit",
    ),
    "no title": ({"type": "modal", "blocks": []}, "", "missing required field: title"),
    "no blocks": ({"type": "home"}, "", "missing required field: blocks"),
    "an unknown kind of view": (modal(type="workflow_step"), "/type", "must be a valid enum value"),
    "an unknown key": (
        modal(submit_disabled=True),
        "",
        "invalid additional property: submit_disabled",
    ),
    "a title on a home tab": (
        {"type": "home", "blocks": [], "title": plain()},
        "",
        "invalid additional property: title",
    ),
    "two fields with the focus": (
        modal(
            field(text_input(focus_on_load=True), block_id="a"),
            field(text_input(focus_on_load=True), block_id="b"),
        ),
        "/blocks/1/element/focus_on_load",
        "only one element can have focus_on_load",
    ),
    "a first value longer than the field": (
        modal(field(text_input(max_length=3, initial_value="four"))),
        f"{FIELD}/initial_value",
        "must be less than 4 characters",
    ),
    "a first value over three thousand": (
        modal(field(text_input(initial_value="x" * 3001))),
        f"{FIELD}/initial_value",
        "must be less than 3001 characters",
    ),
    "bounds of a text that cross": (
        modal(field(text_input(min_length=5, max_length=4))),
        f"{FIELD}/min_length",
        "must not be greater than max_length",
    ),
    "bounds of lines that cross": (
        modal(lines(min_lines=5, max_lines=4)),
        f"{FIELD}/min_lines",
        "must not be greater than max_lines",
    ),
    "bounds of a number that cross": (
        modal(number(min_value="10", max_value="9")),
        f"{FIELD}/min_value",
        "must not be greater than max_value",
    ),
    "a bound that is no number": (
        modal(number(max_value="many")),
        f"{FIELD}/max_value",
        "must be a valid number",
    ),
    "a bound that is no text": (
        modal(number(max_value=9)),
        f"{FIELD}/max_value",
        "must provide a string",
    ),
    "a decimal where none is allowed": (
        modal(number(initial_value="1.5")),
        f"{FIELD}/initial_value",
        "must be an integer",
    ),
    "a number field that does not say which": (
        modal(field({"type": "number_input", "action_id": "f"})),
        FIELD,
        "missing required field: is_decimal_allowed",
    ),
    "an unknown key that sends": (
        modal(field(text_input(dispatch_action_config={"trigger_actions_on": ["blur"]}))),
        f"{FIELD}/dispatch_action_config/trigger_actions_on/0",
        "must be a valid enum value",
    ),
    "a response_url outside an input block": (
        modal(element(type="channels_select", response_url_enabled=True)),
        "/blocks/0/elements/0",
        "invalid additional property: response_url_enabled",
    ),
    "a button in an input block": (
        modal(field(button())),
        f"{FIELD}/type",
        "unsupported type: button",
    ),
}


@pytest.mark.parametrize(("payload", "place", "words"), REFUSED_VIEWS.values(), ids=REFUSED_VIEWS)
def test_a_view_is_refused_for(payload: Json, place: str, words: str) -> None:
    error = refused(lambda: view(payload), "invalid_arguments", "/view")
    assert f"[ERROR] {words} [json-pointer:/view{place}]" in error.messages


def test_what_a_modal_takes_and_nothing_else_does() -> None:
    menu = {"type": "conversations_select", "response_url_enabled": True}
    view(modal(field(menu, block_id="a"), field({"type": "file_input"}, block_id="b")))
    for taken in (menu, {"type": "file_input"}):
        home = {"type": "home", "blocks": [field(taken)]}
        refused(partial(view, home), "invalid_arguments", "/view/blocks/0/element")


def test_a_decimal_that_is_a_whole_number_is_one() -> None:
    view(modal(number(initial_value="2.0", min_value="-1", max_value="10")))
