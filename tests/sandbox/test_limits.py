"""Each limit of Block Kit: at the limit it passes, one over it is refused with the place."""

from collections.abc import Callable

import pytest

from bot.sandbox.errors import SlackError
from bot.sandbox.kit.limits import LIMITS
from bot.sandbox.kit.surface import message_blocks, view
from tests.sandbox.blocks import (
    Json,
    actions,
    button,
    confirmed,
    container,
    element,
    field,
    image,
    modal,
    option,
    options,
    plain,
    plan,
    refused,
    rich,
    rich_text,
    section,
    select,
    table,
    task,
    text_input,
    video,
)

Make = Callable[[int], Json]


def letters(make: Callable[[str], Json]) -> Make:
    return lambda size: make("x" * size)


def url(size: int) -> str:
    return "https://e.co/" + "x" * (size - len("https://e.co/"))


IN_MESSAGE: dict[str, Make] = {
    "action_id": letters(lambda t: actions(button(t))),
    "block_id": letters(lambda t: section(block_id=t)),
    "confirm.title": letters(lambda t: confirmed(title=plain(t))),
    "confirm.text": letters(lambda t: confirmed(text=plain(t))),
    "confirm.button": letters(lambda t: confirmed(deny=plain(t))),
    "option.text": letters(lambda t: select(options=[option(text=t)])),
    "option.value": letters(lambda t: select(options=[option(t)])),
    "option.description": letters(lambda t: select(options=[option(description=plain(t))])),
    "option.url": lambda n: element(type="overflow", options=[option(url=url(n))]),
    "option_group.label": letters(
        lambda t: element(
            type="static_select", option_groups=[{"label": plain(t), "options": [option()]}]
        )
    ),
    "option_group.options": lambda n: element(
        type="static_select", option_groups=[{"label": plain(), "options": options(n)}]
    ),
    "placeholder": letters(lambda t: select(placeholder=plain(t))),
    "button.text": letters(lambda t: actions(button(text=t))),
    "button.value": letters(lambda t: actions(button(value=t))),
    "button.url": lambda n: actions(button(url=url(n))),
    "button.agent_prompt": letters(lambda t: actions(button(agent_prompt=t))),
    "accessibility_label": letters(lambda t: actions(button(accessibility_label=t))),
    "visible_to_user_ids": lambda n: actions(button(visible_to_user_ids=["U1"] * n)),
    "select.options": lambda n: select(options=options(n)),
    "select.option_groups": lambda n: element(
        type="static_select", option_groups=[{"label": plain(), "options": [option()]}] * n
    ),
    "overflow.options": lambda n: element(type="overflow", options=options(n)),
    "checkboxes.options": lambda n: element(type="checkboxes", options=options(n)),
    "radio_buttons.options": lambda n: element(type="radio_buttons", options=options(n)),
    "image.url": lambda n: image(image_url=url(n)),
    "image.alt_text": letters(lambda t: image(alt_text=t)),
    "image.title": letters(lambda t: image(title=plain(t))),
    "section.text": letters(section),
    "section.fields": lambda n: {"type": "section", "fields": [plain()] * n},
    "section.field": letters(lambda t: {"type": "section", "fields": [plain(t)]}),
    "header.text": letters(lambda t: {"type": "header", "text": plain(t)}),
    "context.elements": lambda n: {"type": "context", "elements": [plain()] * n},
    "context.text": letters(lambda t: {"type": "context", "elements": [plain(t)]}),
    "actions.elements": lambda n: {
        "type": "actions",
        "elements": [button(str(index)) for index in range(n)],
    },
    "context_actions.elements": lambda n: {
        "type": "context_actions",
        "elements": [
            {"type": "icon_button", "icon": "trash", "text": plain(), "action_id": str(index)}
            for index in range(n)
        ],
    },
    "icon_button.value": letters(
        lambda t: {
            "type": "context_actions",
            "elements": [{"type": "icon_button", "icon": "trash", "text": plain(), "value": t}],
        }
    ),
    "markdown.text": letters(lambda t: {"type": "markdown", "text": t}),
    "table.rows": lambda n: table(rows=n) if n else {"type": "table", "rows": []},
    "table.cells": lambda n: table(cells=n),
    "data_table.rows": lambda n: {**table(rows=n), "type": "data_table", "caption": "c"},
    "data_table.cells": lambda n: {**table(2, n), "type": "data_table", "caption": "c"},
    "data_table.caption": letters(lambda t: {**table(2), "type": "data_table", "caption": t}),
    "plan.tasks": lambda n: plan(*(task(str(index)) for index in range(n))),
    "task_card.id": letters(lambda t: {"type": "task_card", **task(t)}),
    "task_card.title": letters(lambda t: {"type": "task_card", **task(title=t)}),
    "card.title": letters(lambda t: {"type": "card", "title": plain(t)}),
    "card.subtitle": letters(lambda t: {"type": "card", "title": plain(), "subtitle": plain(t)}),
    "card.body": letters(lambda t: {"type": "card", "body": plain(t)}),
    "card.actions": lambda n: {"type": "card", "actions": [button(str(i)) for i in range(n)]},
    "carousel.elements": lambda n: {
        "type": "carousel",
        "elements": [{"type": "card", "title": plain()}] * n,
    },
    "container.title": letters(lambda t: container(title=plain(t))),
    "container.subtitle": letters(lambda t: container(subtitle=plain(t))),
    "container.child_blocks": lambda n: container(child_blocks=[section()] * n),
    "video.alt_text": letters(lambda t: video(alt_text=t)),
    "video.title": letters(lambda t: video(title=plain(t))),
    "video.author_name": letters(lambda t: video(author_name=t)),
    "video.description": letters(lambda t: video(description=plain(t))),
    "video.provider_name": letters(lambda t: video(provider_name=t)),
    "video.url": lambda n: video(video_url=url(n)),
    "video.title_url": lambda n: video(title_url=url(n)),
    "video.provider_icon_url": lambda n: video(provider_icon_url=url(n)),
    "rich_text.indent": lambda n: rich("rich_text_list", style="bullet", indent=n),
    "rich_text.border": lambda n: rich("rich_text_quote", border=n),
    "filter.include": lambda n: element(
        type="conversations_select", filter={"include": ["im"] * n}
    ),
}

IN_VIEW: dict[str, Make] = {
    "callback_id": letters(lambda t: modal(callback_id=t)),
    "external_id": letters(lambda t: modal(external_id=t)),
    "private_metadata": letters(lambda t: modal(private_metadata=t)),
    "view.blocks": lambda n: modal(*[section()] * n),
    "view.title": letters(lambda t: modal(title=plain(t))),
    "view.submit": letters(lambda t: modal(submit=plain(t))),
    "view.close": letters(lambda t: modal(close=plain(t))),
    "input.label": letters(lambda t: modal(field(label=plain(t)))),
    "input.hint": letters(lambda t: modal(field(hint=plain(t)))),
    "alert.text": letters(lambda t: modal({"type": "alert", "text": plain(t)})),
    "plain_text_input.length": lambda n: modal(field(text_input(min_length=n))),
    "plain_text_input.max_length": lambda n: modal(field(text_input(max_length=n))),
    "rich_text_input.lines": lambda n: modal(
        field({"type": "rich_text_input", "action_id": "f", "max_lines": n})
    ),
    "file_input.max_files": lambda n: modal(
        field({"type": "file_input", "action_id": "f", "max_files": n})
    ),
    "dispatch.trigger_actions_on": lambda n: modal(
        field(text_input(dispatch_action_config={"trigger_actions_on": ["on_enter_pressed"] * n}))
    ),
}

TOGETHER = {
    "message.blocks",
    "message.attachments",
    "message.markdown",
    "message.table",
    "data_table.text",
}
"""Limits over a whole message, tested one by one below and in the tests of the rules."""

NO_END = {"any", "some", "any_items", "some_items"}


def test_every_limit_of_the_table_is_tested() -> None:
    assert set(LIMITS) == set(IN_MESSAGE) | set(IN_VIEW) | TOGETHER | NO_END


@pytest.mark.parametrize("name", sorted(IN_MESSAGE))
def test_a_message_at_a_limit_passes_and_one_over_or_under_is_refused(name: str) -> None:
    make, limit = IN_MESSAGE[name], LIMITS[name]
    message_blocks([make(limit.most)])
    message_blocks([make(max(limit.least, 1))])
    refused(lambda: message_blocks([make(limit.most + 1)]), "invalid_blocks", "/blocks/0")
    if limit.least > 0 and not name.endswith("url"):
        refused(lambda: message_blocks([make(limit.least - 1)]), "invalid_blocks", "/blocks/0")


@pytest.mark.parametrize("name", sorted(IN_VIEW))
def test_a_view_at_a_limit_passes_and_one_over_or_under_is_refused(name: str) -> None:
    make, limit = IN_VIEW[name], LIMITS[name]
    view(make(limit.most))
    view(make(max(limit.least, 1)))
    refused(lambda: view(make(limit.most + 1)), "invalid_arguments", "/view")
    if limit.least > 0:
        refused(lambda: view(make(limit.least - 1)), "invalid_arguments", "/view")


def test_a_refusal_says_what_is_wrong_where_in_the_words_of_slack() -> None:
    error = refused(lambda: message_blocks([section("x" * 3001)]), "invalid_blocks", "/blocks/0")
    assert error.answer() == {
        "ok": False,
        "error": "invalid_blocks",
        "response_metadata": {
            "messages": [
                "[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"
            ]
        },
    }


def test_fifty_blocks_pass_and_fifty_one_are_refused() -> None:
    message_blocks([{"type": "divider"}] * 50)
    refused(lambda: message_blocks([{"type": "divider"}] * 51), "invalid_blocks", "/blocks")


def test_markdown_counts_together_over_the_whole_message() -> None:
    half = {"type": "markdown", "text": "x" * 6000}
    message_blocks([half, half])
    over = {"type": "markdown", "text": "x" * 6001}
    refused(lambda: message_blocks([half, over]), "invalid_blocks", "/blocks")


def test_a_table_holds_ten_thousand_characters_and_there_is_only_one() -> None:
    message_blocks([table(100, 10, "x" * 10)])
    refused(lambda: message_blocks([table(100, 10, "x" * 11)]), "invalid_blocks", "/blocks")
    refused(lambda: message_blocks([table(), table()]), "invalid_blocks", "/blocks")


def test_all_blocks_together_stay_below_thirteen_thousand_and_two_hundred() -> None:
    parts = [section("x" * 3000)] * 4
    message_blocks([*parts, section("x" * 1199)])
    with pytest.raises(SlackError, match="msg_blocks_too_long"):
        message_blocks([*parts, section("x" * 1200)])


def test_a_view_of_more_than_250_kilobytes_is_refused() -> None:
    big = [rich_text("x" * 2350) for _ in range(100)]
    view(modal(*big))
    with pytest.raises(SlackError, match="view_too_large"):
        view(modal(*(rich_text("x" * 2600) for _ in range(100))))
