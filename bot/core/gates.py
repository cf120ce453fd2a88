"""An interrupt's payload becomes a question. Any payload gives one: nothing raises here.

The payload is somebody else's data. What fits the gate contract (`graphs.contract`)
becomes its fields; anything else is shown as readable JSON with a plain approval.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from hashlib import sha256

from bot.core.model import Action, Question, Section

MAX_SECTIONS = 40
"""A card has 50 blocks; what is beyond goes into the last section."""
MAX_COUNT = 1_000_000
"""A round beyond this is no round."""
SUPPORTED = (Action.APPROVE, Action.REVISE, Action.EDIT)
"""The actions that cards have buttons for."""
DEFAULT_ACTIONS = (Action.APPROVE, Action.REVISE)
MAX_DEPTH = 64
"""Levels that are kept apart; deeper ones become their type's name."""
MAX_INT = 2**64
"""Python refuses to print integers of thousands of digits; from here on they are hexadecimal."""
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def digest(payload: object) -> str:
    """Hex SHA-256 of the payload's canonical JSON.

    The same interrupt id can come back with another payload, and is another
    question then. Keys are sorted; sets as sorted lists, since their order
    differs between processes.
    """
    return sha256(canonical(payload).encode()).hexdigest()


def gate_key(interrupt_id: str, payload: object) -> str:
    """The identity of a question: interrupt id and the digest's first 8 hex digits."""
    return f"{interrupt_id}.{digest(payload)[:8]}"


def canonical(payload: object) -> str:
    """JSON of anything, the same for equal values in every process."""
    return json.dumps(plain(payload), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def readable(payload: object) -> str:
    """Indented JSON for people, in the payload's own order."""
    return json.dumps(plain(payload), ensure_ascii=False, indent=2)


def question(payload: object, *, node: str) -> Question:
    """Parse a payload into what the card shows. `node` names it when nothing else does."""
    fields = plain(payload)
    if not isinstance(fields, dict) or not _text(fields.get("title")).strip():
        return _anything(fields, node=node)
    return Question(
        kind=_text(fields.get("type")) or "review",
        title=_text(fields["title"]),
        summary=_text(fields.get("summary")),
        sections=_sections(fields.get("sections")),
        actions=_actions(fields.get("actions")),
        round=_count(fields.get("round"), default=1),
        max_rounds=_count(fields.get("max_rounds"), default=0),
        approvers=_people(fields),
    )


def _anything(payload: object, *, node: str) -> Question:
    text = _shown(payload)
    body = (Section(key="payload", label=node, value=text),) if text else ()
    return Question(kind="anything", title=node, sections=body, actions=(Action.APPROVE,))


def _sections(listed: object) -> tuple[Section, ...]:
    if not isinstance(listed, list):
        return ()
    sections = [_section(entry, index) for index, entry in enumerate(listed)]
    if len(sections) > MAX_SECTIONS:
        kept, rest = sections[: MAX_SECTIONS - 1], sections[MAX_SECTIONS - 1 :]
        sections = [*kept, _joined(rest)]
    return tuple(_keyed_apart(sections))


def _section(entry: object, index: int) -> Section:
    if not isinstance(entry, dict):
        return Section(key=str(index), label=str(index + 1), value=_shown(entry))
    key = _text(entry.get("key"))
    return Section(
        key=key or str(index),
        label=_text(entry.get("label")) or key or str(index + 1),
        value=_shown(entry.get("value")),
        warning=_text(entry.get("warning")),
    )


def _joined(rest: Iterable[Section]) -> Section:
    """Put sections that a card has no room for into one, warnings included."""
    parts = ("\n".join(filter(None, (s.label, s.warning, s.value))) for s in rest)
    return Section(key="rest", label="…", value="\n\n".join(parts))


def _keyed_apart(sections: Iterable[Section]) -> Iterable[Section]:
    """Give each section a key of its own: edits come back by key, one a section."""
    taken: set[str] = set()
    for section in sections:
        key, number = section.key, 2
        while key in taken:
            key, number = f"{section.key}-{number}", number + 1
        taken.add(key)
        yield Section(key=key, label=section.label, value=section.value, warning=section.warning)


def _actions(listed: object) -> tuple[Action, ...]:
    """Offer what the graph lists and cards have buttons for; never nothing."""
    if not isinstance(listed, list):
        return DEFAULT_ACTIONS
    by_name = {action.value: action for action in SUPPORTED}
    known = (by_name[name] for name in listed if isinstance(name, str) and name in by_name)
    return tuple(dict.fromkeys(known)) or (Action.APPROVE,)


def _people(fields: Mapping[str, object]) -> tuple[str, ...] | None:
    """Narrow the deciders. A key that is there but malformed refuses everybody: fail closed."""
    if "approvers" not in fields:
        return None
    listed = fields["approvers"]
    return tuple(p for p in listed if isinstance(p, str)) if isinstance(listed, list) else ()


def _shown(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else readable(value)


def _count(value: object, *, default: int) -> int:
    counts = isinstance(value, int) and not isinstance(value, bool) and 0 < value < MAX_COUNT
    return value if counts and isinstance(value, int) else default


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def plain(value: object, *, inside: tuple[int, ...] = ()) -> object:
    """Reduce anything to dict, list, str, int, float, bool and None. Never raises.

    `inside` are the ids of the containers around it: one that holds itself ends there.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str | int | float):
        return _scalar(value)
    if len(inside) >= MAX_DEPTH or id(value) in inside:
        return type(value).__name__
    try:
        return _container(value, (*inside, id(value)))
    except Exception:  # noqa: BLE001 - somebody else's object may raise anything when asked
        return type(value).__name__


def _scalar(value: str | float) -> object:
    if isinstance(value, str):
        return _writable(value)
    if isinstance(value, int):
        return int(value) if abs(value) < MAX_INT else hex(value)
    return float(value) if math.isfinite(value) else str(float(value))


def _container(value: object, inside: tuple[int, ...]) -> object:
    if isinstance(value, Mapping):
        return _object(value, inside)
    if isinstance(value, set | frozenset):
        return sorted((plain(v, inside=inside) for v in value), key=_order)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return [plain(v, inside=inside) for v in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name), inside=inside) for f in fields_of(value)}
    dump = getattr(value, "model_dump", None)
    if callable(dump) and not isinstance(value, type):
        return plain(dump(mode="json"), inside=inside)
    # A default representation names the address, which differs between processes.
    return _writable(ADDRESS.sub("", repr(value) if isinstance(value, bytes) else str(value)))


def _object(value: Mapping[object, object], inside: tuple[int, ...]) -> dict[str, object]:
    """Keys become text. Where two meet (`1` and `"1"`), both stay, under names of their own."""
    made: dict[str, object] = {}
    for key, one in value.items():
        name = key if isinstance(key, str) else str(plain(key, inside=inside))
        clash = not isinstance(key, str) and name in value
        made[_writable(f"{name} ({type(key).__name__})" if clash else name)] = plain(
            one, inside=inside
        )
    return made


def _order(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _writable(text: str) -> str:
    """Replace lone surrogates, which neither Redis nor Slack can take."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else str(text)
