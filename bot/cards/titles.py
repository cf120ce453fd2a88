"""What the card of a question is called, not escaped and not cut."""

from bot.cards import limits, text
from bot.cards.catalogue import words
from bot.cards.steps import label_of
from bot.core.model import Gate, Run
from bot.core.question import Row, Shape
from graphs.contract import Language, Workflow


def title(run: Run, gate: Gate, about: Workflow | None) -> str:
    """The question's own title, else what waits: an action, several of them, a step."""
    question, w = gate.question, words(run.language)
    if len(question.rows) == 1:
        return w.rows.one.format(name=name_of(question.rows[0], run.language))
    if question.rows:
        return w.rows.several.format(count=len(question.rows))
    if question.shape is Shape.BREAKPOINT:
        pattern = w.gate.after if question.kind == "after" else w.gate.before
        return pattern.format(nodes=_labels(run, question.title, about))
    if question.title == gate.node:
        return label_of(run, gate.node, about) or gate.node
    return question.title


def name_of(row: Row, language: Language) -> str:
    """The tool's name, one line, not escaped."""
    return text.short(row.name, limits.ROW_NAME) or words(language).rows.unnamed


def _labels(run: Run, nodes: str, about: Workflow | None) -> str:
    listed = (label_of(run, node, about) or node for node in nodes.split(", "))
    return words(run.language).units.comma.join(listed)
