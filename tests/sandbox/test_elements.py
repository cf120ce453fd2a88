"""Every kind of field: what stands in it at first, what people enter, what Slack objects to."""

from typing import Any

import pytest

from bot.sandbox import Modal, NotPossibleError, Sandbox, Workspace
from bot.sandbox.state.forms import STATE_KEYS
from tests.sandbox.blocks import (
    Json,
    actions,
    button,
    field,
    modal,
    option,
    options,
    rich_text,
    text_input,
)

ANA = "U0000000ANA"

FIELDS: dict[str, tuple[Json, object, object]] = {
    "plain_text_input": ({"initial_value": "old"}, "new", "new"),
    "number_input": ({"is_decimal_allowed": True, "initial_value": "1"}, "2.5", "2.5"),
    "email_text_input": ({}, "ana@example.com", "ana@example.com"),
    "url_text_input": ({}, "https://example.com", "https://example.com"),
    "rich_text_input": ({}, rich_text(), rich_text()),
    "static_select": ({"options": options(2), "initial_option": option("0")}, "1", option("1")),
    "external_select": ({"initial_option": option()}, "a", option()),
    "radio_buttons": ({"options": options(2)}, "1", option("1")),
    "multi_static_select": ({"options": options(2)}, ["0", "1"], options(2)),
    "multi_external_select": ({"initial_options": [option()]}, ["a"], [option()]),
    "checkboxes": ({"options": options(2)}, ["0"], options(1)),
    "users_select": ({}, ANA, ANA),
    "multi_users_select": ({}, [ANA], [ANA]),
    "conversations_select": ({}, "C0000TEAM00", "C0000TEAM00"),
    "multi_conversations_select": ({}, ["C0000TEAM00"], ["C0000TEAM00"]),
    "channels_select": ({}, "C0000TEAM00", "C0000TEAM00"),
    "multi_channels_select": ({}, ["C0000TEAM00"], ["C0000TEAM00"]),
    "datepicker": ({"initial_date": "2026-11-30"}, "2026-12-01", "2026-12-01"),
    "timepicker": ({}, "09:30", "09:30"),
    "datetimepicker": ({}, 1_700_000_000, 1_700_000_000),
    "file_input": ({}, [], []),
}


def plainly(value: Any) -> Any:  # noqa: ANN401 - any value of any element
    """Without the defaults that Slack adds to text objects."""
    if isinstance(value, dict):
        return {key: plainly(item) for key, item in value.items() if key not in {"emoji", "text"}}
    return [plainly(item) for item in value] if isinstance(value, list) else value


def opened(sandbox: Sandbox, *blocks: Json) -> Modal:
    sandbox.hub.modals.open(ANA, modal(*blocks))
    form = Workspace(sandbox).modal()
    assert form is not None
    return form


def test_every_field_is_tested() -> None:
    assert set(FIELDS) == set(STATE_KEYS)


@pytest.mark.parametrize("kind", sorted(FIELDS))
def test_a_field_has_a_state_before_and_after_people_touch_it(kind: str) -> None:
    more, entered, state = FIELDS[kind]
    key, first = STATE_KEYS[kind]
    form = opened(Sandbox(), field({"type": kind, "action_id": "field", **more}))
    blank = form.view.values["what"]["field"]
    assert blank["type"] == kind
    assert plainly(blank[key]) == plainly(more.get(first, [] if key.endswith("s") else None))
    form.fill({"What?": entered})
    assert plainly(form.view.values["what"]["field"][key]) == plainly(state)


@pytest.mark.parametrize(
    ("element", "entered", "error"),
    [
        ({"is_decimal_allowed": False}, "1.5", "Enter a number."),
        ({"is_decimal_allowed": True}, "many", "Enter a number."),
        ({"is_decimal_allowed": True, "min_value": "2"}, "1", "Must be at least 2."),
        ({"is_decimal_allowed": True, "max_value": "2"}, "3", "Must be at most 2."),
    ],
)
async def test_numbers_are_checked_on_the_screen(element: Json, entered: str, error: str) -> None:
    async with Sandbox() as sandbox:
        number = {"type": "number_input", "action_id": "field", **element}
        form = opened(sandbox, field(number))
        await form.fill({"What?": entered}).submit()
        assert form.errors == {"What?": error}


async def test_a_text_can_be_too_short() -> None:
    async with Sandbox() as sandbox:
        form = opened(sandbox, field(text_input(min_length=3)))
        await form.fill({"What?": "ab"}).submit()
        assert form.errors == {"What?": "Must be at least 3 characters."}


def test_no_more_can_be_chosen_than_allowed() -> None:
    menu = {"type": "multi_static_select", "action_id": "f", "options": options(3)}
    form = opened(Sandbox(), field({**menu, "max_selected_items": 2}))
    with pytest.raises(NotPossibleError, match="at most 2"):
        form.fill({"What?": ["0", "1", "2"]})


async def test_a_form_that_is_closed_or_has_no_submit_cannot_be_sent() -> None:
    async with Sandbox() as sandbox:
        sandbox.hub.modals.open(ANA, modal(actions(button()), submit=None))
        form = Workspace(sandbox).modal()
        assert form is not None
        with pytest.raises(NotPossibleError, match="no submit"):
            await form.submit()
        with pytest.raises(NotPossibleError, match="there is no 'Other'"):
            await form.click("Other")
        await form.close()
        with pytest.raises(NotPossibleError, match="not on the screen"):
            await form.close()
        assert form.title == "Form"
