"""What failed and can be tried again: a button for each of it, on the card of a question."""

from bot.cards import blocks, ids, limits, text
from bot.cards.blocks import Block
from bot.cards.catalogue import words
from bot.core.model import Gate, Run


def foot(run: Run, gate: Gate) -> list[Block]:
    """A row of buttons, and how many things have none; nothing where nothing failed."""
    w, listed = words(run.language).gate, gate.question.retries
    hidden = len(listed) - limits.RETRIES
    more = [blocks.context(w.more_retries.format(count=hidden))] if hidden > 0 else []
    buttons = [_button(run, gate, place) for place in range(min(len(listed), limits.RETRIES))]
    return [*more, blocks.actions(buttons)] if buttons else []


def _button(run: Run, gate: Gate, place: int) -> Block:
    """It carries a place and not the id, which is the graph's and can be of any length."""
    label = text.short(gate.question.retries[place].label, limits.RETRY_LABEL)
    return blocks.button(
        words(run.language).gate.retry.format(label=label),
        ids.numbered(ids.TRY_AGAIN, place),
        ids.gate_value(run.run_id, gate.key, place),
    )
