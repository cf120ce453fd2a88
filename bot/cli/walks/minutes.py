"""Minutes, walked: sent back once with something to add, an entry added by hand, delivered."""

from collections.abc import Mapping

from bot.cards import ids
from bot.cards.catalogue import words
from bot.cli.walks.stage import Stage
from graphs.minutes.sample import TRANSCRIPT
from graphs.minutes.state import STEPS
from graphs.minutes.words import TEXTS

SAMPLE = TRANSCRIPT
REMARK = "Add: Chen will order a cake by Monday"
ENTRY = "Send these minutes round | Ana | today"
MARKS = {
    text: step
    for texts in TEXTS.values()
    for step, text in (*((step, texts.failed[step]) for step in STEPS), ("minutes", texts.no_prose))
}
"""What a message says in place of what a step should have made."""


async def walk(at: Stage, transcript: str) -> None:
    """Command, card, comment, second card, an edit that is what the minutes say, minutes."""
    await at.command("/minutes", transcript)
    first = await at.card()
    comment = words("en").forms.revise_label
    await at.fill(first, ids.REVISE, lambda _: {comment: REMARK}, note=f"writes: {REMARK}")
    second = await at.card(after=first.ts)
    await at.fill(second, ids.EDIT, _one_more, note=f"adds: {ENTRY}")
    await at.end(after=second.ts)


def _one_more(begun: Mapping[str, str]) -> Mapping[str, object]:
    """One more action item: the last field of the form is theirs."""
    name, listed = list(begun.items())[-1]
    return {name: f"{listed}\n{ENTRY}"}
