"""Minutes: a transcript in, what came of it for people to review, formal minutes out."""

from graphs.contract import FormField, Shortcut, Workflow
from graphs.minutes.graph import build

minutes = Workflow(
    name="minutes",
    command="/minutes",
    title={"en": "Minutes", "zh": "会议纪要"},
    description={
        "en": "Turns a transcript into minutes with conclusions and action items, approved by you.",
        "zh": "把会议记录整理成纪要：结论、行动项和负责人，先由你确认。",
    },
    form=(
        FormField(
            key="transcript",
            label={"en": "What was said?", "zh": "会上都说了什么？"},
            hint={
                "en": "A transcript or a chat, with speakers in front: “Ana: We ship on Friday.” "
                "Rough notes work, too.",
                "zh": "会议记录或聊天记录，每句前面带发言人，如“ana：周五发布”。随手记的也行。",
            },
            max_chars=120_000,
        ),
        FormField(
            key="file",
            label={"en": "Or a file with it", "zh": "或者上传文件"},
            hint={
                "en": "Text, Markdown, Word, PDF or HTML.",
                "zh": "文本、Markdown、Word、PDF 或 HTML 文件。",
            },
            max_chars=120_000,
            required=False,
            kind="file",
            fills="transcript",
        ),
    ),
    steps={
        "listen": {"en": "Listening", "zh": "听取"},
        "topics": {"en": "Topics", "zh": "议题"},
        "conclusions": {"en": "Conclusions", "zh": "结论"},
        "actions": {"en": "Action items", "zh": "行动项"},
        "review": {"en": "Review", "zh": "审阅"},
        "minutes": {"en": "Minutes", "zh": "纪要"},
    },
    result="minutes",
    build=build,
    deciders="starter",
    sources=("texts", "limits"),
    shortcuts=(
        Shortcut(
            callback_id="minutes_of_thread",
            name="Minutes of this thread",
            fills="transcript",
            reads="thread",
        ),
    ),
)

__all__ = ["build", "minutes"]
