"""A valid sample of each block in slack_sdk's models, made by its own class."""

from collections.abc import Sequence

from slack_sdk.models import blocks as sdk

URL = "https://example.com/a"

MESSAGE, MODAL, HOME = "message", "modal", "home"
EVERYWHERE = frozenset({MESSAGE, MODAL, HOME})
MESSAGE_ONLY = frozenset({MESSAGE})
TEXT = sdk.PlainTextObject(text="x")
OPTION = sdk.Option(value="a", text=TEXT)
RICH = sdk.RichTextBlock(
    elements=[sdk.RichTextSectionElement(elements=[sdk.RichTextElementParts.Text(text="x")])]
)
CARD = sdk.CardBlock(title="T", actions=[sdk.ButtonElement(text="Go", action_id="go")])
TASK = sdk.TaskCardBlock(task_id="t", title="T", status="complete", details=RICH.to_dict())
FEEDBACK = sdk.FeedbackButtonObject(text="Good", value="1")

BLOCK_SAMPLES: Sequence[tuple[sdk.Block, frozenset[str]]] = [
    (
        sdk.ActionsBlock(elements=[sdk.ButtonElement(text="Go", action_id="go")]),
        EVERYWHERE,
    ),
    (sdk.AlertBlock(text="Careful", level="warning"), frozenset({MODAL})),
    (
        sdk.AuthProviderBlock(
            value="p", name="P", is_connected=False, auth_url=URL, fallback=[sdk.DividerBlock()]
        ),
        EVERYWHERE,
    ),
    (sdk.CallBlock(call_id="R1"), MESSAGE_ONLY),
    (CARD, EVERYWHERE),
    (sdk.CarouselBlock(elements=[CARD]), frozenset({MESSAGE, HOME})),
    (
        sdk.ContainerBlock(title="T", child_blocks=[sdk.SectionBlock(text="x")], width="wide"),
        frozenset({MESSAGE, HOME}),
    ),
    (sdk.ContextBlock(elements=[TEXT]), EVERYWHERE),
    (
        sdk.ContextActionsBlock(
            elements=[
                sdk.FeedbackButtonsElement(positive_button=FEEDBACK, negative_button=FEEDBACK)
            ]
        ),
        MESSAGE_ONLY,
    ),
    (sdk.DividerBlock(), EVERYWHERE),
    (sdk.FileBlock(external_id="F1"), MESSAGE_ONLY),
    (sdk.HeaderBlock(text="T"), EVERYWHERE),
    (sdk.ImageBlock(alt_text="a", image_url=URL, title="T"), EVERYWHERE),
    (
        sdk.InputBlock(label="L", element=sdk.PlainTextInputElement(action_id="a")),
        EVERYWHERE,
    ),
    (sdk.MarkdownBlock(text="**x**"), MESSAGE_ONLY),
    (sdk.PlanBlock(title="T", tasks=[TASK]), MESSAGE_ONLY),
    (RICH, EVERYWHERE),
    (
        sdk.SectionBlock(text="x", fields=["a"], accessory=sdk.ButtonElement(text="Go")),
        EVERYWHERE,
    ),
    (
        sdk.TableBlock(
            rows=[
                [
                    sdk.RawTextObject(text="x").to_dict(),
                    sdk.RawNumberObject(value=1.5, text="1.5").to_dict(),
                    RICH.to_dict(),
                ]
            ],
            column_settings=[{"align": "right"}, None],
        ),
        frozenset({MESSAGE, HOME}),
    ),
    (TASK, MESSAGE_ONLY),
    (
        sdk.VideoBlock(alt_text="v", title="V", video_url=URL, thumbnail_url=URL),
        EVERYWHERE,
    ),
]
"""Samples, and the surfaces that take it by Slack's reference."""
