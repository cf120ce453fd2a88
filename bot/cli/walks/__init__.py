"""Each built-in workflow, walked by itself: done as people would, and seen in the channel."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.cli.walks import minutes, plan, polish, research, weekly_report
from bot.cli.walks.stage import Stage


@dataclass(frozen=True, slots=True)
class Walk:
    """What people do with a workflow. `sample` is what they type where nothing else is given.

    `marks`: what a message says in place of what a step should have made, and that step.
    """

    walk: Callable[[Stage, str], Awaitable[None]]
    sample: str
    marks: Mapping[str, str] = field(default_factory=dict)


WALKS: Mapping[str, Walk] = {
    "weekly-report": Walk(weekly_report.walk, weekly_report.SAMPLE, weekly_report.MARKS),
    "minutes": Walk(minutes.walk, minutes.SAMPLE, minutes.MARKS),
    "polish": Walk(polish.walk, polish.SAMPLE, polish.MARKS),
    "plan": Walk(plan.walk, plan.SAMPLE, plan.MARKS),
    "research": Walk(research.walk, research.SAMPLE, research.MARKS),
}
