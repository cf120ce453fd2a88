"""Plan, execute, replan: a task becomes steps that people approve; each is done and evaluated.

Tools for the steps are in `graphs.tools`; a workflow with more of them has
`functools.partial(build, more_tools=[...])` as its `build`.
"""

from graphs.contract import FormField, Workflow
from graphs.plan.graph import build
from graphs.plan.state import DRIVE_LIMIT_S, MAX_TASK

plan = Workflow(
    name="plan",
    command="/plan",
    title={"en": "Plan", "zh": "计划执行"},
    description={
        "en": "Splits a task into steps that you approve, does them one by one, and answers.",
        "zh": "把任务拆成步骤，由你确认后逐步执行，最后给出答案。",
    },
    form=(
        FormField(
            key="task",
            label={"en": "What is to be done?", "zh": "要完成什么任务？"},
            hint={
                "en": "One task in your own words, as long as you like. Steps can calculate, and "
                "look things up.",
                "zh": "用自己的话写一个任务，长短不限。步骤里可以计算，也可以查资料。",
            },
            max_chars=MAX_TASK,
        ),
    ),
    steps={
        "planner": {"en": "Plan", "zh": "制定计划"},
        "review": {"en": "Review", "zh": "审阅"},
        "select": {"en": "How to do the step", "zh": "选择做法"},
        "execute": {"en": "Do the step", "zh": "执行步骤"},
        "replanner": {"en": "Evaluate", "zh": "评估"},
    },
    result="result",
    build=build,
    deciders="starter",
    subject="task",
    time_limit_s=DRIVE_LIMIT_S,
    sources=("search", "limits"),
)

__all__ = ["build", "plan"]
