"""agent-inbox: one HumanInterrupt, or a list of them."""

from collections.abc import Mapping
from typing import Any

from bot.core.payloads.reading import editable, text
from bot.core.question import Action, Question, Row, Shape

ALLOWED = {
    "allow_accept": Action.APPROVE,
    "allow_edit": Action.EDIT,
    "allow_respond": Action.ANSWER,
    "allow_ignore": Action.SKIP,
}
"""Its flags, and what they allow."""


def question(said: object) -> Question | None:
    """Read such a payload; None for any other."""
    entries = said if isinstance(said, list) else [said]
    if not entries or not all(map(_is_one, entries)):
        return None
    rows = tuple(_row(index, entry) for index, entry in enumerate(entries))
    return Question(kind="inbox", title="", actions=(), shape=Shape.INBOX, rows=rows)


def _is_one(entry: object) -> bool:
    if not isinstance(entry, dict):
        return False
    request, config = entry.get("action_request"), entry.get("config")
    return isinstance(request, dict) and "action" in request and isinstance(config, dict)


def _row(index: int, entry: Mapping[str, Any]) -> Row:
    request, config = entry["action_request"], entry["config"]
    args = request.get("args")
    values = args if isinstance(args, dict) else {}
    actions = tuple(action for flag, action in ALLOWED.items() if config.get(flag) is True)
    return Row(
        key=str(index),
        name=text(request["action"]),
        description=text(entry.get("description")),
        values=values,
        actions=actions,
        fields=editable(values, None) if Action.EDIT in actions else (),
    )
