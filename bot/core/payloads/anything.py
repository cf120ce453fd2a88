"""A payload of no known vocabulary: shown as it is, with a plain approval, refusal or answer.

The answer is `{"action": "approve" | "reject" | "answer", "by", "at"}`, with `comment` where
somebody gave a reason, and `answer` (a text, or the JSON that was typed).
"""

from bot.core.fields import Field, Kind
from bot.core.payloads.reading import few, shown
from bot.core.question import Action, Question, Section, Shape

ANSWER = "answer"
AS_JSON = "as_json"
FIELDS = (
    Field(key=ANSWER, label="", kind=Kind.LONG_TEXT),
    Field(key=AS_JSON, label="", kind=Kind.BOOLEAN, required=False, default=False),
)
"""What ANSWER asks for; the card has words for both."""


def question(said: object, *, node: str) -> Question:
    """Show any JSON: an object by its keys, the rest as one text."""
    return Question(
        kind="anything",
        title=node,
        sections=few(_sections(said, node)),
        actions=(Action.APPROVE, Action.REJECT, Action.ANSWER),
        fields=FIELDS,
        shape=Shape.ANYTHING,
    )


def _sections(said: object, node: str) -> list[Section]:
    if isinstance(said, dict):
        return [Section(key=key, label=key, value=_shown(value)) for key, value in said.items()]
    value = _shown(said)
    return [Section(key="payload", label=node, value=value)] if value else []


def _shown(value: object) -> str:
    """A list of plain texts as lines, the rest as readable JSON."""
    if isinstance(value, list) and value and all(_is_line(entry) for entry in value):
        return "\n".join(f"- {entry}" for entry in value)
    return shown(value)


def _is_line(entry: object) -> bool:
    return isinstance(entry, str) and "\n" not in entry.strip()
