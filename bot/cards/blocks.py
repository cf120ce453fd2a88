"""Block Kit, as far as our messages and views use it.

Markup is escaped already; plain text is not, and has passed `text.short` where it
is somebody's. Each builder cuts what is longer than Slack takes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.cards import limits, text

Block: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Confirm:
    """What Slack asks before a dangerous button acts."""

    title: str
    body: str
    yes: str
    no: str


def plain(words: str, limit: int) -> Block:
    """A plain text object: no markup, no mentions."""
    return {"type": "plain_text", "text": text.cut(words, limit) or "…"}


def mrkdwn(markup: str) -> Block:
    """A text object with markup; `verbatim`: Slack adds no links of its own."""
    return {"type": "mrkdwn", "text": markup or "…", "verbatim": True}


def header(words: str) -> Block:
    """A large line of plain text."""
    return {"type": "header", "text": plain(words, limits.HEADER_TEXT)}


def section(markup: str, *, accessory: Block | None = None, literal: str = "") -> Block:
    """A paragraph, with a button beside it and plain text below where they are given."""
    block: dict[str, object] = {"type": "section", "text": mrkdwn(markup)}
    if literal:
        block["fields"] = [_literal(text.cut(literal, limits.SECTION_FIELD))]
    return block if accessory is None else {**block, "accessory": accessory}


def verbatim(words: str) -> Block:
    """A paragraph of plain text, to be copied as it is; at most 3,000 characters."""
    return {"type": "section", "text": _literal(words or "…")}


def _literal(words: str) -> Block:
    return {"type": "plain_text", "text": words, "emoji": False}


def rich_text(paragraphs: Sequence[Block]) -> Block:
    """Paragraphs and preformatted texts. Nothing in them is live, nothing is escaped."""
    return {"type": "rich_text", "elements": list(paragraphs)}


def paragraph(elements: Sequence[Block]) -> Block:
    """Some texts of a rich text, one behind the other."""
    return {"type": "rich_text_section", "elements": list(elements)}


def preformatted(words: str) -> Block:
    """A text of a rich text with all its spaces; no backtick ends it."""
    return {"type": "rich_text_preformatted", "elements": [words_of(words)]}


def words_of(words: str, *, style: Literal["bold", "italic"] | None = None) -> Block:
    """A text of a rich text's paragraph; it must not be empty."""
    made: Block = {"type": "text", "text": words}
    return made if style is None else {**made, "style": {style: True}}


def table(rows: Sequence[Sequence[Block]], *, align: Sequence[str]) -> Block:
    """Rows of rich text, the header first. `align` is each column's side; lines are wrapped."""
    return {
        "type": "table",
        "rows": [list(row) for row in rows],
        "column_settings": [{"align": side, "is_wrapped": True} for side in align],
    }


def context(markup: str) -> Block:
    """A small grey line."""
    return {"type": "context", "elements": [mrkdwn(markup)]}


def markdown(source: str) -> Block:
    """Standard Markdown, escaped already."""
    return {"type": "markdown", "text": source}


def actions(buttons: Sequence[Block]) -> Block:
    """A row of buttons."""
    return {"type": "actions", "elements": list(buttons[: limits.ACTIONS_ELEMENTS])}


def button(
    label: str,
    action_id: str,
    value: str,
    *,
    style: Literal["primary", "danger"] | None = None,
    confirm: Confirm | None = None,
) -> Block:
    """A button that comes back as an action."""
    made: dict[str, object] = {
        "type": "button",
        "text": plain(label, limits.BUTTON_TEXT),
        "action_id": action_id,
        "value": value,
    }
    if style is not None:
        made["style"] = style
    if confirm is not None:
        made["confirm"] = _confirm(confirm)
    return made


def link_button(label: str, action_id: str, url: str) -> Block:
    """A button that opens an address (of ours)."""
    return {
        "type": "button",
        "text": plain(label, limits.BUTTON_TEXT),
        "action_id": action_id,
        "url": url,
    }


def overflow(action_id: str, options: Sequence[tuple[str, str]]) -> Block:
    """A menu behind three dots: labels and values, five at most."""
    return {
        "type": "overflow",
        "action_id": action_id,
        "options": [
            {"text": plain(label, limits.OPTION_TEXT), "value": value} for label, value in options
        ],
    }


def _confirm(ask: Confirm) -> Block:
    return {
        "title": plain(ask.title, limits.CONFIRM_TITLE),
        "text": plain(ask.body, limits.CONFIRM_TEXT),
        "confirm": plain(ask.yes, limits.CONFIRM_BUTTON),
        "deny": plain(ask.no, limits.CONFIRM_BUTTON),
        "style": "danger",
    }


def text_input(
    block_id: str, action_id: str, *, label: str, hint: str = "", value: str = "", optional: bool
) -> Block:
    """A large text field. `value` is what it starts with."""
    element: dict[str, object] = {
        "type": "plain_text_input",
        "action_id": action_id,
        "multiline": True,
    }
    if value:
        element["initial_value"] = value
    made: dict[str, object] = {
        "type": "input",
        "block_id": block_id,
        "label": plain(label, limits.INPUT_LABEL),
        "element": element,
        "optional": optional,
    }
    if hint:
        made["hint"] = plain(hint, limits.INPUT_LABEL)
    return made


def task(task_id: str, title: str, status: str, *, details: Sequence[Block], output: str) -> Block:
    """One step of a plan. Rich text is literal: nothing in it is live, nothing is escaped."""
    made: dict[str, object] = {
        "type": "task_card",
        "task_id": task_id,
        "title": title,
        "status": status,
    }
    if details:
        made["details"] = rich_text([paragraph(details)])
    if output:
        made["output"] = rich_text([paragraph([words_of(output)])])
    return made


def plan(title: str, tasks: Sequence[Block]) -> Block:
    """Steps, one below the other."""
    return {"type": "plan", "title": title, "tasks": list(tasks[: limits.PLAN_TASKS])}
