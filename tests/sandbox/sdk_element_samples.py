"""A valid sample of each element in slack_sdk's models, and the block that it stands in."""

from collections.abc import Callable, Sequence

from slack_sdk.models import blocks as sdk
from slack_sdk.models.blocks.basic_components import (
    DispatchActionConfig,
    Workflow,
    WorkflowTrigger,
)
from slack_sdk.models.blocks.block_elements import FileInputElement, WorkflowButtonElement

from tests.sandbox.blocks import Json, actions, field, section
from tests.sandbox.sdk_samples import FEEDBACK, OPTION, RICH, URL

Place = Callable[[Json], Json]


def in_actions(element: Json) -> Json:
    return actions(element)


def in_section(element: Json) -> Json:
    return section(accessory=element)


def in_context(element: Json) -> Json:
    return {"type": "context", "elements": [element]}


def in_context_actions(element: Json) -> Json:
    return {"type": "context_actions", "elements": [element]}


def in_rich_text(part: Json) -> Json:
    return {"type": "rich_text", "elements": [part]}


def inline(part: Json) -> Json:
    return in_rich_text({"type": "rich_text_section", "elements": [part]})


def in_task(source: Json) -> Json:
    return {"type": "task_card", "task_id": "t", "title": "T", "status": "error"} | {
        "sources": [source]
    }


ELEMENT_SAMPLES: Sequence[tuple[sdk.BlockElement, Place]] = [
    (
        sdk.ButtonElement(text="Go", style="primary", url=URL, value="1"),
        in_section,
    ),
    (sdk.LinkButtonElement(text="Go", url=URL), in_actions),
    (
        WorkflowButtonElement(
            text="Go",
            workflow=Workflow(
                trigger=WorkflowTrigger(
                    url="https://slack.com/shortcuts/Ft1/x",
                    customizable_input_parameters=[{"name": "a", "value": "b"}],
                )
            ).to_dict(),
        ),
        in_section,
    ),
    (sdk.IconButtonElement(icon="trash", text="Delete"), in_context_actions),
    (
        sdk.FeedbackButtonsElement(positive_button=FEEDBACK, negative_button=FEEDBACK),
        in_context_actions,
    ),
    (sdk.OverflowMenuElement(options=[OPTION, OPTION]), in_section),
    (sdk.ImageElement(image_url=URL, alt_text="a"), in_context),
    (sdk.UrlSourceElement(url=URL, text="a"), in_task),
    (
        sdk.CheckboxesElement(options=[OPTION], initial_options=[OPTION]),
        in_section,
    ),
    (
        sdk.RadioButtonsElement(options=[OPTION], initial_option=OPTION),
        in_actions,
    ),
    (
        sdk.SelectElement(placeholder="Choose", options=[OPTION], initial_option=OPTION),
        in_actions,
    ),
    (
        sdk.StaticSelectElement(
            option_groups=[sdk.OptionGroup(label="G", options=[OPTION])],
            initial_option=OPTION,
        ),
        in_section,
    ),
    (
        sdk.StaticMultiSelectElement(
            options=[OPTION], initial_options=[OPTION], max_selected_items=1
        ),
        in_section,
    ),
    (
        sdk.ExternalDataSelectElement(min_query_length=0, initial_option=OPTION),
        in_actions,
    ),
    (
        sdk.ExternalDataMultiSelectElement(initial_options=[OPTION]),
        in_section,
    ),
    (sdk.UserSelectElement(initial_user="U1", placeholder="Choose", action_id="a"), in_actions),
    (
        sdk.UserMultiSelectElement(initial_users=["U1"]),
        in_section,
    ),
    (
        sdk.ConversationSelectElement(
            filter=sdk.ConversationFilter(include=["im"], exclude_bot_users=True)
        ),
        in_actions,
    ),
    (
        sdk.ConversationMultiSelectElement(initial_conversations=["C1"]),
        in_section,
    ),
    (
        sdk.ChannelSelectElement(initial_channel="C1"),
        in_actions,
    ),
    (
        sdk.ChannelMultiSelectElement(initial_channels=["C1"]),
        in_section,
    ),
    (
        sdk.DatePickerElement(initial_date="2026-11-30"),
        in_actions,
    ),
    (
        sdk.TimePickerElement(initial_time="09:30", timezone="Europe/Berlin"),
        in_actions,
    ),
    (
        sdk.DateTimePickerElement(initial_date_time=1_700_000_000),
        in_actions,
    ),
    (
        sdk.PlainTextInputElement(
            multiline=True,
            min_length=1,
            max_length=5,
            initial_value="x",
            dispatch_action_config=DispatchActionConfig(trigger_actions_on=["on_enter_pressed"]),
        ),
        field,
    ),
    (
        sdk.NumberInputElement(
            is_decimal_allowed=True, initial_value=1.5, min_value=0, max_value=2
        ),
        field,
    ),
    (sdk.EmailInputElement(initial_value="ana@example.com"), field),
    (sdk.UrlInputElement(initial_value=URL), field),
    (
        sdk.RichTextInputElement(initial_value=RICH, min_lines=1, max_lines=9),
        field,
    ),
    (FileInputElement(filetypes=["pdf"], max_files=2), field),
    (
        sdk.RichTextSectionElement(elements=[sdk.RichTextElementParts.Text(text="x")]),
        in_rich_text,
    ),
    (
        sdk.RichTextListElement(
            style="ordered",
            indent=8,
            offset=1,
            border=1,
            elements=[sdk.RichTextSectionElement(elements=[])],
        ),
        in_rich_text,
    ),
    (
        sdk.RichTextPreformattedElement(
            elements=[sdk.RichTextElementParts.Text(text="x")], border=0
        ),
        in_rich_text,
    ),
    (
        sdk.RichTextQuoteElement(elements=[sdk.RichTextElementParts.Text(text="x")]),
        in_rich_text,
    ),
    (
        sdk.RichTextElementParts.Text(text="x", style={"bold": True}),
        inline,
    ),
    (sdk.RichTextElementParts.Channel(channel_id="C1"), inline),
    (sdk.RichTextElementParts.User(user_id="U1"), inline),
    (
        sdk.RichTextElementParts.Emoji(name="wave", skin_tone=2),
        inline,
    ),
    (sdk.RichTextElementParts.Link(url=URL, text="a"), inline),
    (sdk.RichTextElementParts.Team(team_id="T1"), inline),
    (
        sdk.RichTextElementParts.UserGroup(usergroup_id="S1"),
        inline,
    ),
    (
        sdk.RichTextElementParts.Date(timestamp=0, format="{date_num}", fallback="then"),
        inline,
    ),
    (sdk.RichTextElementParts.Broadcast(range="here"), inline),
    (sdk.RichTextElementParts.Color(value="#1f4d3a"), inline),
]
"""Samples, and the block that it stands in."""
