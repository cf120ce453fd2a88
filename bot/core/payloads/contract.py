"""Our own vocabulary, `graphs.contract`: an object with a title."""

from collections.abc import Mapping
from typing import Any

from bot.core.fields import Field, Kind, Option
from bot.core.payloads.reading import apart, count, few, people, shown, text
from bot.core.question import Action, Item, Question, Retry, Section

MAX_ITEMS = 200
MAX_QUESTIONS = 40
MAX_RETRIES = 200
KINDS = {
    "text": Kind.TEXT,
    "long_text": Kind.LONG_TEXT,
    "choice": Kind.CHOICE,
    "several": Kind.SEVERAL,
    "number": Kind.NUMBER,
    "date": Kind.DATE,
    "person": Kind.PERSON,
}
NEEDS_OPTIONS = {Kind.CHOICE, Kind.SEVERAL}
ANSWER = Field(key="answer", label="", kind=Kind.LONG_TEXT)
"""What is asked for where a graph offers ANSWER and asks nothing in particular."""


def question(said: object) -> Question | None:
    """Read a payload of the gate contract; None for any other."""
    if not isinstance(said, dict) or not text(said.get("title")).strip():
        return None
    items, fields = _items(said.get("items")), _questions(said.get("questions"))
    sections = few(_sections(said.get("sections")))
    retries = _retries(said.get("retries"))
    actions = _actions(said.get("actions"), asks=bool(fields), retries=bool(retries))
    return Question(
        kind=text(said.get("type")) or "review",
        title=text(said["title"]),
        summary=text(said.get("summary")),
        sections=sections,
        items=items,
        items_label=text(said.get("items_label")),
        fields=fields or ((ANSWER,) if Action.ANSWER in actions else ()),
        actions=actions,
        round=count(said.get("round"), default=1),
        max_rounds=count(said.get("max_rounds"), default=0),
        approvers=people(said),
        labels=_labels(said.get("labels"), actions),
        retries=retries,
    )


def _sections(listed: object) -> list[Section]:
    entries = listed if isinstance(listed, list) else []
    return [_section(entry, index) for index, entry in enumerate(entries)]


def _section(entry: object, index: int) -> Section:
    if not isinstance(entry, dict):
        return Section(key=str(index), label=str(index + 1), value=shown(entry))
    key = text(entry.get("key"))
    return Section(
        key=key or str(index),
        label=text(entry.get("label")) or key or str(index + 1),
        value=shown(entry.get("value")),
        warning=text(entry.get("warning")),
    )


def _items(listed: object) -> tuple[Item, ...]:
    entries = listed[:MAX_ITEMS] if isinstance(listed, list) else []
    items = [_item(entry, index) for index, entry in enumerate(entries)]
    ids = apart([item.id for item in items])
    return tuple(Item(id_, i.text, i.more) for id_, i in zip(ids, items, strict=True))


def _item(entry: object, index: int) -> Item:
    if not isinstance(entry, dict):
        return Item(id=str(index), text=shown(entry))
    id_ = entry.get("id")
    more = {key: value for key, value in entry.items() if key not in {"id", "text"}}
    return Item(
        id=str(index) if id_ in {None, ""} else shown(id_), text=shown(entry.get("text")), more=more
    )


def _questions(listed: object) -> tuple[Field, ...]:
    entries = listed[:MAX_QUESTIONS] if isinstance(listed, list) else []
    found = [_question(entry, index) for index, entry in enumerate(entries)]
    keys = apart([key for key, _ in found])
    return tuple(_field(key, entry) for key, (_, entry) in zip(keys, found, strict=True))


def _question(entry: object, index: int) -> tuple[str, Mapping[str, Any]]:
    if not isinstance(entry, dict):
        return str(index), {"label": shown(entry)}
    id_ = entry.get("id")
    return (str(index) if id_ is None or id_ == "" else shown(id_)), entry


def _field(key: str, entry: Mapping[str, Any]) -> Field:
    kind = KINDS.get(text(entry.get("kind")), Kind.TEXT)
    options = _options(entry.get("options"))
    if kind in NEEDS_OPTIONS and not options:
        kind = Kind.TEXT
    return Field(
        key=key,
        label=text(entry.get("label")) or key,
        kind=kind,
        hint=text(entry.get("hint")),
        required=entry.get("required") is not False,
        options=options if kind in NEEDS_OPTIONS else (),
        default=entry.get("default"),
    )


def _options(listed: object) -> tuple[Option, ...]:
    options = [_option(entry) for entry in (listed if isinstance(listed, list) else [])]
    return tuple({option.value: option for option in options if option}.values())


def _option(entry: object) -> Option | None:
    if isinstance(entry, dict):
        value, label = entry.get("value"), text(entry.get("label"))
    else:
        value, label = entry, ""
    if value is None or isinstance(value, dict | list):
        return None
    return Option(value=value, label=label or shown(value))


def _retries(listed: object) -> tuple[Retry, ...]:
    """One of each id, the first; what has none cannot be asked for."""
    entries = listed[:MAX_RETRIES] if isinstance(listed, list) else []
    found: dict[str, Retry] = {}
    for one in (_retry(entry) for entry in entries if isinstance(entry, dict)):
        found.setdefault(one.id, one)
    return tuple(one for id_, one in found.items() if id_)


def _retry(entry: Mapping[str, Any]) -> Retry:
    id_ = text(entry.get("id"))
    label = text(entry.get("label"))
    return Retry(id_, label if label.strip() else id_)


def _labels(said: object, actions: tuple[Action, ...]) -> Mapping[Action, str]:
    """Take words for what is offered, and nothing else: they change no answer."""
    named = said if isinstance(said, dict) else {}
    found = {action: text(named.get(action.value)) for action in actions}
    return {action: label for action, label in found.items() if label.strip()}


def _actions(listed: object, *, asks: bool, retries: bool) -> tuple[Action, ...]:
    """Offer what the graph lists; never nothing. A retry is none of them: it has an entry."""
    if not isinstance(listed, list):
        return (Action.ANSWER,) if asks else (Action.APPROVE, Action.REVISE)
    by_name = {action.value: action for action in Action if action is not Action.RETRY}
    known = (by_name[name] for name in listed if isinstance(name, str) and name in by_name)
    return tuple(dict.fromkeys(known)) or (() if retries else (Action.APPROVE,))
