"""For each limit of Block Kit: what has that size, and the place where a refusal points."""

from collections.abc import Callable

from tests.sandbox.blocks import (
    Json,
    actions,
    auth_provider,
    button,
    confirmed,
    container,
    data_table,
    element,
    field,
    image,
    modal,
    option,
    options,
    plain,
    plan,
    rich,
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
    "data_table.rows": lambda n: data_table(rows=n),
    "data_table.cells": lambda n: data_table(cells=n),
    "data_table.caption": letters(lambda t: data_table(caption=t)),
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
    "workflow.parameters": lambda n: actions(
        {
            "type": "workflow_button",
            "text": plain(),
            "workflow": {
                "trigger": {
                    "url": "https://e.co",
                    "customizable_input_parameters": [{"name": "a", "value": "b"}] * n,
                }
            },
        }
    ),
    "select.min_query_length": lambda n: element(type="external_select", min_query_length=n),
    "multi_select.max_selected_items": lambda n: element(
        type="multi_users_select", max_selected_items=n
    ),
    "datetimepicker.initial_date_time": lambda n: element(
        type="datetimepicker", initial_date_time=n
    ),
    "table.column_settings": lambda n: {**table(), "column_settings": [None] * n},
    "raw_text.text": letters(lambda t: table(text=t)),
    "data_table.page_size": lambda n: data_table(page_size=n),
    "data_table.row_header_column_index": lambda n: data_table(cells=20, row_header_column_index=n),
    "card.subtext": letters(lambda t: {"type": "card", "title": plain(), "subtext": plain(t)}),
    "auth_provider.value": letters(lambda t: auth_provider(value=t)),
    "auth_provider.name": letters(lambda t: auth_provider(name=plain(t))),
    "auth_provider.description": letters(lambda t: auth_provider(description=plain(t))),
    "auth_provider.connected": letters(lambda t: auth_provider(connected_identity=plain(t))),
    "auth_provider.url": lambda n: auth_provider(auth_url=url(n)),
    "rich_text.offset": lambda n: rich("rich_text_list", style="bullet", offset=n),
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

PLACES = {
    "action_id": "/blocks/0/elements/0/action_id",
    "block_id": "/blocks/0/block_id",
    "confirm.title": "/blocks/0/elements/0/confirm/title/text",
    "confirm.text": "/blocks/0/elements/0/confirm/text/text",
    "confirm.button": "/blocks/0/elements/0/confirm/deny/text",
    "option.text": "/blocks/0/elements/0/options/0/text/text",
    "option.value": "/blocks/0/elements/0/options/0/value",
    "option.description": "/blocks/0/elements/0/options/0/description/text",
    "option.url": "/blocks/0/elements/0/options/0/url",
    "option_group.label": "/blocks/0/elements/0/option_groups/0/label/text",
    "option_group.options": "/blocks/0/elements/0/option_groups/0/options",
    "placeholder": "/blocks/0/elements/0/placeholder/text",
    "button.text": "/blocks/0/elements/0/text/text",
    "button.value": "/blocks/0/elements/0/value",
    "button.url": "/blocks/0/elements/0/url",
    "button.agent_prompt": "/blocks/0/elements/0/agent_prompt",
    "accessibility_label": "/blocks/0/elements/0/accessibility_label",
    "visible_to_user_ids": "/blocks/0/elements/0/visible_to_user_ids",
    "select.options": "/blocks/0/elements/0/options",
    "select.option_groups": "/blocks/0/elements/0/option_groups",
    "overflow.options": "/blocks/0/elements/0/options",
    "checkboxes.options": "/blocks/0/elements/0/options",
    "radio_buttons.options": "/blocks/0/elements/0/options",
    "image.url": "/blocks/0/image_url",
    "image.alt_text": "/blocks/0/alt_text",
    "image.title": "/blocks/0/title/text",
    "section.text": "/blocks/0/text/text",
    "section.fields": "/blocks/0/fields",
    "section.field": "/blocks/0/fields/0/text",
    "header.text": "/blocks/0/text/text",
    "context.elements": "/blocks/0/elements",
    "context.text": "/blocks/0/elements/0/text",
    "actions.elements": "/blocks/0/elements",
    "context_actions.elements": "/blocks/0/elements",
    "icon_button.value": "/blocks/0/elements/0/value",
    "markdown.text": "/blocks/0/text",
    "table.rows": "/blocks/0/rows",
    "table.cells": "/blocks/0/rows/0",
    "data_table.rows": "/blocks/0/rows",
    "data_table.cells": "/blocks/0/rows/0",
    "data_table.caption": "/blocks/0/caption",
    "plan.tasks": "/blocks/0/tasks",
    "task_card.id": "/blocks/0/task_id",
    "task_card.title": "/blocks/0/title",
    "card.title": "/blocks/0/title/text",
    "card.subtitle": "/blocks/0/subtitle/text",
    "card.body": "/blocks/0/body/text",
    "card.actions": "/blocks/0/actions",
    "carousel.elements": "/blocks/0/elements",
    "container.title": "/blocks/0/title/text",
    "container.subtitle": "/blocks/0/subtitle/text",
    "container.child_blocks": "/blocks/0/child_blocks",
    "video.alt_text": "/blocks/0/alt_text",
    "video.title": "/blocks/0/title/text",
    "video.author_name": "/blocks/0/author_name",
    "video.description": "/blocks/0/description/text",
    "video.provider_name": "/blocks/0/provider_name",
    "video.url": "/blocks/0/video_url",
    "video.title_url": "/blocks/0/title_url",
    "video.provider_icon_url": "/blocks/0/provider_icon_url",
    "rich_text.indent": "/blocks/0/elements/0/indent",
    "rich_text.border": "/blocks/0/elements/0/border",
    "filter.include": "/blocks/0/elements/0/filter/include",
    "multi_select.max_selected_items": "/blocks/0/elements/0/max_selected_items",
    "datetimepicker.initial_date_time": "/blocks/0/elements/0/initial_date_time",
    "table.column_settings": "/blocks/0/column_settings",
    "raw_text.text": "/blocks/0/rows/0/0/text",
    "data_table.page_size": "/blocks/0/page_size",
    "card.subtext": "/blocks/0/subtext/text",
    "auth_provider.value": "/blocks/0/value",
    "auth_provider.name": "/blocks/0/name/text",
    "auth_provider.description": "/blocks/0/description/text",
    "auth_provider.connected": "/blocks/0/connected_identity/text",
    "auth_provider.url": "/blocks/0/auth_url",
    "callback_id": "/view/callback_id",
    "external_id": "/view/external_id",
    "private_metadata": "/view/private_metadata",
    "view.blocks": "/view/blocks",
    "view.title": "/view/title/text",
    "view.submit": "/view/submit/text",
    "view.close": "/view/close/text",
    "input.label": "/view/blocks/0/label/text",
    "input.hint": "/view/blocks/0/hint/text",
    "alert.text": "/view/blocks/0/text/text",
    "plain_text_input.length": "/view/blocks/0/element/min_length",
    "plain_text_input.max_length": "/view/blocks/0/element/max_length",
    "rich_text_input.lines": "/view/blocks/0/element/max_lines",
    "file_input.max_files": "/view/blocks/0/element/max_files",
    "dispatch.trigger_actions_on": (
        "/view/blocks/0/element/dispatch_action_config/trigger_actions_on"
    ),
}
"""Limit -> the place that a refusal points at."""
