"""A valid sample of each composition object in slack_sdk, and a block that it stands in."""

from collections.abc import Sequence

from slack_sdk.models import blocks as sdk
from slack_sdk.models.basic_objects import JsonObject
from slack_sdk.models.blocks.basic_components import (
    DispatchActionConfig,
    SlackFile,
    Workflow,
    WorkflowTrigger,
)

from tests.sandbox.blocks import actions, field
from tests.sandbox.sdk_element_samples import (
    Place,
    in_context,
    in_context_actions,
    in_section,
)
from tests.sandbox.sdk_samples import FEEDBACK, OPTION, TEXT, URL

BUTTON = sdk.ButtonElement(text="Go").to_dict()
OBJECT_SAMPLES: Sequence[tuple[JsonObject, Place]] = [
    (TEXT, in_context),
    (sdk.MarkdownTextObject(text="*x*"), in_context),
    (
        sdk.RawTextObject(text="x"),
        lambda cell: {"type": "table", "rows": [[cell]]},
    ),
    (
        sdk.RawNumberObject(value=1, text="1"),
        lambda cell: {"type": "table", "rows": [[cell]]},
    ),
    (
        sdk.TableBlockColumnSettings(align="center", is_wrapped=True),
        lambda column: {
            "type": "table",
            "rows": [[{"type": "raw_text", "text": "x"}]],
            "column_settings": [column],
        },
    ),
    (
        sdk.Option(value="a", text=TEXT, description=TEXT),
        lambda option: actions({"type": "static_select", "options": [option]}),
    ),
    (
        sdk.OptionGroup(label="G", options=[OPTION]),
        lambda group: actions({"type": "static_select", "option_groups": [group]}),
    ),
    (
        sdk.ConfirmObject(title="Sure?", text="Really?", style="danger"),
        lambda confirm: actions({**BUTTON, "confirm": confirm}),
    ),
    (
        DispatchActionConfig(trigger_actions_on=["on_character_entered"]),
        lambda config: field({"type": "plain_text_input", "dispatch_action_config": config}),
    ),
    (
        sdk.ConversationFilter(exclude_external_shared_channels=True),
        lambda only: actions({"type": "conversations_select", "filter": only}),
    ),
    (
        FEEDBACK,
        lambda button: in_context_actions(
            {"type": "feedback_buttons", "positive_button": button, "negative_button": button}
        ),
    ),
    (
        SlackFile(id="F1"),
        lambda file: {"type": "image", "alt_text": "a", "slack_file": file},
    ),
    (
        Workflow(trigger=WorkflowTrigger(url=URL)),
        lambda workflow: in_section({**BUTTON, "type": "workflow_button", "workflow": workflow}),
    ),
    (
        WorkflowTrigger(url=URL),
        lambda trigger: in_section(
            {**BUTTON, "type": "workflow_button", "workflow": {"trigger": trigger}}
        ),
    ),
]
"""Samples of composition objects, and a block that it stands in."""
