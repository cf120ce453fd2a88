"""A text, polished: looked at twice, refused to somebody else, all but one problem fixed."""

from collections.abc import Mapping

from bot.cards import ids
from bot.cards.catalogue import words
from bot.cli.walks.stage import Stage
from graphs.polish.sample import SAMPLES
from graphs.polish.words import TEXTS

SAMPLE = SAMPLES["en"]
REMARK = 'We mean "basically", leave it'
MARKS = {
    text: step
    for texts in TEXTS.values()
    for step, text in (
        ("tone", texts.tone_failed),
        ("problems", texts.look_failed),
        ("polish", texts.unusable_line),
    )
}
"""What a message says in place of what a step should have made."""


async def walk(at: Stage, text: str) -> None:
    """Command, problems, comment, second look, a refused click, a choice, the polished text."""
    await at.command("/polish", text)
    first = await at.card()
    comment = words("en").forms.revise_label
    await at.fill(first, ids.REVISE, lambda _: {comment: REMARK}, note=f"writes: {REMARK}")
    second = await at.card(after=first.ts)
    await at.refused(second, ids.ANSWER)
    await at.fill(second, ids.ANSWER, _all_but_the_last, note="leaves out the last problem")
    await at.end(after=second.ts)


def _all_but_the_last(begun: Mapping[str, str]) -> Mapping[str, object]:
    """The boxes that are ticked without the last of them; an only one stays ticked.

    Many stand in two groups.
    """
    *others, (name, ticked) = ((name, ticked) for name, ticked in begun.items() if ticked)
    listed = ticked.splitlines()
    return {name: listed[:-1] if others else listed[:-1] or listed}
