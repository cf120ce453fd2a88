"""A plan, walked: sent back once, edited by the person who asked, done step by step."""

from collections.abc import Mapping

from bot.cards import ids
from bot.cards.catalogue import words
from bot.cli.walks.stage import Stage
from graphs.plan.sample import TASKS
from graphs.plan.words import TEXTS

SAMPLE = TASKS["en"]
REMARK = "Also work out 15% of 36"
MARKS = {
    text: step
    for texts in TEXTS.values()
    for step, text in (
        ("planner", texts.unsplit),
        ("execute", texts.step_failed),
        ("replanner", texts.no_summary),
    )
}
"""What a message says in place of what a step should have made."""


async def walk(at: Stage, task: str) -> None:
    """Command, plan, comment, second plan, an edit that is what runs, steps, answer."""
    await at.command("/plan", task)
    first = await at.card()
    comment = words("en").forms.revise_label
    await at.fill(first, ids.REVISE, lambda _: {comment: REMARK}, note=f"writes: {REMARK}")
    second = await at.card(after=first.ts)
    await at.fill(second, ids.EDIT, _last_first, note="moves the last step to the front")
    await at.end(after=second.ts)


def _last_first(begun: Mapping[str, str]) -> Mapping[str, object]:
    """The steps in another order, by the label of their field."""
    name, listed = next(iter(begun.items()))
    *rest, last = listed.splitlines()
    return {name: "\n".join([last, *rest])}
