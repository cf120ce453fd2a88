"""The weekly report: notes in, highlights and risks for people to review, a report out."""

from graphs.contract import FormField, Workflow
from graphs.weekly_report.graph import build

weekly_report = Workflow(
    name="weekly-report",
    command="/weekly-report",
    title={"en": "Weekly report", "zh": "周报"},
    description={
        "en": "Turns your notes on the week into a report that you approve first.",
        "zh": "把你这一周的工作记录写成周报，先由你确认再发出。",
    },
    form=(
        FormField(
            key="points",
            label={"en": "What happened this week?", "zh": "这周做了哪些事？"},
            hint={
                "en": "One thing a line: what got done, with numbers, and what is stuck or late. "
                "Rough notes are fine.",
                "zh": "一行写一件事：完成了什么（带上数字），哪些卡住了、要延期。随手记的就行。",
            },
        ),
    ),
    steps={
        "highlights": {"en": "Highlights", "zh": "亮点"},
        "risks": {"en": "Risks", "zh": "风险"},
        "review": {"en": "Review", "zh": "审阅"},
        "report": {"en": "Report", "zh": "报告"},
    },
    result="report",
    build=build,
    deciders="starter",
    period="week",
)

__all__ = ["build", "weekly_report"]
