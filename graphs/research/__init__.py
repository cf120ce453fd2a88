"""Research: a topic in, a plan for people to review, a report with checked sources out."""

from graphs.contract import FormField, Workflow
from graphs.research.graph import build

research = Workflow(
    name="research",
    command="/research",
    title={"en": "Research", "zh": "研究"},
    description={
        "en": "Researches a topic by a plan that you approve first, and reports with its sources.",
        "zh": "按你先确认的计划研究一个主题，写成带来源的报告。",
    },
    form=(
        FormField(
            key="topic",
            label={"en": "What should be researched?", "zh": "要研究什么主题？"},
            hint={
                "en": "A topic or a question, with what narrows it down: a place, a time, a "
                "purpose. You review the questions before anything is searched.",
                "zh": "写主题或问题，并写明范围，例如地点、时间、用途。"
                "开始搜索之前，你会先看到子问题。",
            },
            max_chars=500,
        ),
    ),
    steps={
        "plan": {"en": "Plan", "zh": "计划"},
        "review": {"en": "Review", "zh": "确认"},
        "research": {"en": "Research", "zh": "研究"},
        "write": {"en": "Writing", "zh": "撰写"},
        "critique": {"en": "Critique", "zh": "评审"},
        "report": {"en": "Report", "zh": "报告"},
    },
    result="report",
    links="links",
    build=build,
    deciders="starter",
    business_key="topic",
    time_limit_s=1_800.0,
    sources=("search", "texts", "limits"),
)

__all__ = ["build", "research"]
