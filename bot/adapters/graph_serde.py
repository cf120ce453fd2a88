"""How checkpoints are written: the Redis saver's JSON, without what that loses.

Its serializer (langgraph-checkpoint-redis 0.5) drops the response schema of an interrupt, so
that nobody could tell any more what an answer has to look like. And it reads a Decimal back as
0, a Path as ".", a frozenset as an empty one, a pydantic model as a dict and a date as a text:
what runs on would not be what was approved. LangGraph's own format keeps all of these.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from typing import Any

from langchain_core.load.serializable import Serializable
from langgraph.checkpoint.redis.jsonplus_redis import JsonPlusRedisSerializer
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.types import Interrupt, Send

from bot.core.plain import plain

SCHEMA = "response_schema"
PACKED = "__signoff_packed__"
"""The key of a value in LangGraph's own format."""
MARKS = ("__delta_snapshot__", "__interrupt__", "__send__")
"""Keys by which the Redis saver (0.5) tells what to make of an object, where they are true.

A checkpoint has words of its own that are none of these marks: a node may be called so.
"""
IN_JSON = (str, int, float, list, tuple, set, bytes, bytearray, type(None))
OWN_WORDS = (Interrupt, Send, BaseException)
"""What the Redis saver has words for, which it reads again."""


class UnstorableError(TypeError):
    """A value that cannot be stored. `kind` is the name of its type, or of what is inside it."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"a {kind} cannot be stored")
        self.kind = kind


class Serializer(JsonPlusRedisSerializer):
    """The Redis saver's JSON, where a value that JSON has no word for comes back as it was.

    One that cannot be stored at all raises UnstorableError: its node has failed.
    """

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:  # noqa: ANN401 - the base class' own
        """Write a value. UnstorableError."""
        try:
            return super().dumps_typed(obj)
        except (TypeError, ValueError, RecursionError) as error:
            raise UnstorableError(self._culprit(obj)) from error

    def _preprocess_redis_json(
        self,
        obj: Any,  # noqa: ANN401 - the base class' own words
        *,
        encode_bytes: Callable[[bytes], Any] | None = None,
    ) -> Any:  # noqa: ANN401 - as above
        """Reduce a value to JSON."""
        if not _in_json(obj):
            return self._packed(obj)
        if isinstance(obj, Serializable | BaseException):
            return self._enveloped(obj, encode_bytes)
        made = super()._preprocess_redis_json(obj, encode_bytes=encode_bytes)
        if isinstance(obj, Interrupt) and isinstance(obj.response_schema, dict):
            made[SCHEMA] = self._preprocess_redis_json(
                obj.response_schema, encode_bytes=encode_bytes
            )
        return made

    def _revive_if_needed(self, obj: Any) -> Any:  # noqa: ANN401 - as above
        """Make a value of its JSON, as the base class does for what it knows."""
        if is_packed(obj):
            return JsonPlusSerializer.loads_typed(self, ("msgpack", b64decode(obj[PACKED])))
        made = super()._revive_if_needed(obj)
        if isinstance(made, Interrupt) and isinstance(obj, dict):
            made.response_schema = self._revive_if_needed(obj.get(SCHEMA))
        return made

    def revived(self, made: object) -> object:
        """Make a value of its JSON."""
        return self._revive_if_needed(made)

    def _enveloped(
        self, value: Serializable | BaseException, encode_bytes: Callable[[bytes], Any] | None
    ) -> dict[str, Any]:
        """Write one of LangChain's objects, or an error, which nobody makes an error of again.

        What a model says is inside a message: it is written like everything else.
        """
        made: dict[str, Any] = dict(self._default_handler(value))
        carried = plain(vars(value)) if isinstance(value, BaseException) else made.get("kwargs")
        if not isinstance(carried, dict) or getattr(value, "lc_secrets", None):
            return made
        made["kwargs"] = {
            name: self._preprocess_redis_json(field, encode_bytes=encode_bytes)
            for name, field in carried.items()
        }
        return made

    def _packed(self, value: object) -> dict[str, str]:
        try:
            _, written = JsonPlusSerializer.dumps_typed(self, value)
        except (TypeError, ValueError, RecursionError) as error:
            raise UnstorableError(self._culprit(value)) from error
        return {PACKED: b64encode(written).decode()}

    def _culprit(self, value: object, depth: int = 64) -> str:
        """The type of the innermost thing that cannot be stored."""
        for inner in _inside(value) if depth else ():
            try:
                JsonPlusSerializer.dumps_typed(self, inner)
            except (TypeError, ValueError, RecursionError):
                return self._culprit(inner, depth - 1)
        return type(value).__name__


def unstorable(serializer: SerializerProtocol, value: object) -> str:
    """The type of what cannot be stored; "" where all of it can."""
    try:
        serializer.dumps_typed(value)
    except UnstorableError as error:
        return error.kind
    return ""


def is_packed(value: object) -> bool:
    """Whether this is the JSON of a value in LangGraph's own format."""
    return isinstance(value, Mapping) and value.keys() == {PACKED}


def _in_json(value: object) -> bool:
    """Whether the base class writes a value so that it reads the same again.

    Somebody's object that looks like one of ours is packed as well: what people or models
    say never decides what is made of it.
    """
    if isinstance(value, dict):
        return not _is_marked(value) and all(isinstance(key, str) for key in value)
    if isinstance(value, Enum) or (isinstance(value, float) and not isfinite(value)):
        return False
    if isinstance(value, Serializable):
        return value.is_lc_serializable()
    known = isinstance(value, IN_JSON + OWN_WORDS)
    return known or (is_dataclass(value) and not isinstance(value, type)) or _is_snapshot(value)


def _is_marked(value: Mapping[object, object]) -> bool:
    """Whether something would be made of this object when it is read."""
    kind = value.get("type")
    envelope = "lc" in value and isinstance(kind, str) and kind == "constructor"
    marked = any(value.get(mark) is True for mark in MARKS)
    return envelope or marked or PACKED in value or "__bytes__" in value


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return value
    if isinstance(value, Send):
        return [value.arg]
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in fields(value)]
    return list(getattr(value, "__dict__", {}).values())


def _is_snapshot(value: object) -> bool:
    return type(value).__name__ == "_DeltaSnapshot"
