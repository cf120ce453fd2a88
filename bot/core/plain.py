"""Any value as plain JSON, the same in every process: for digests, and for people to read."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from hashlib import sha256

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
