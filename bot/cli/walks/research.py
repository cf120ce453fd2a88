"""Research, walked: a plan sent back once, edited by the person who asked, researched, reported."""

from collections.abc import Mapping

from bot.cards import ids
from bot.cards.catalogue import words
from bot.cli.walks.stage import Stage
from graphs.research.sample import TOPICS
from graphs.research.words import TEXTS

SAMPLE = TOPICS["en"]
REMARK = "Please add nesting places"
MARKS = {
    text: step
    for texts in TEXTS.values()
    for step, text in (
        ("plan", texts.kept_plan),
        ("research", texts.failed_section.partition("{")[0].strip()),
        ("research", texts.nothing),
        ("write", texts.by_code),
        ("critique", texts.note_critic_failed),
    )
}
"""What a message says in place of what a step should have made."""


async def walk(at: Stage, topic: str) -> None:
    """Command, plan, comment, second plan, an edit that is what is researched, report."""
    await at.command("/research", topic)
    first = await at.card()
    comment = words("en").forms.revise_label
    await at.fill(first, ids.REVISE, lambda _: {comment: REMARK}, note=f"writes: {REMARK}")
    second = await at.card(after=first.ts)
    await at.fill(second, ids.EDIT, _without_first, note="takes the first question out")
    await at.end(after=second.ts)


def _without_first(begun: Mapping[str, str]) -> Mapping[str, object]:
    """The questions without the first one, by the label of their field."""
    name, listed = next(iter(begun.items()))
    return {name: "\n".join(listed.splitlines()[1:])}
