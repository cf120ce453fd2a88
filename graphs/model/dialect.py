"""What an endpoint accepts, learnt from what it refuses.

"OpenAI-compatible" servers differ: some refuse JSON schemas, some the temperature,
some the old or the new name of the token bound. Every refusal leads to a simpler
request, and what worked is remembered for the next one.
"""

import json
import re
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel

from graphs.model.protocol import Ask, Message

Form = Literal["json_schema", "json_object", "none"]

_SIMPLER: dict[Form, Form] = {"json_schema": "json_object", "json_object": "none"}
_TOO_LONG = re.compile(
    r"context.{0,3}(length|size|window)|maximum context|prompt is too long|input is too long"
    r"|reduce the length|too many tokens|exceeds? the (available )?context|range of input length",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How to speak to one endpoint."""

    form: Form = "json_schema"
    temperature: bool = True
    new_token_bound: bool = False
    stream_usage: bool = True


@dataclass(frozen=True, slots=True)
class Refusal:
    """A 400 or 422: the endpoint's error code and all of its text, to be searched only."""

    code: str
    text: str

    @property
    def too_long(self) -> bool:
        """Whether the prompt does not fit. Nothing about the dialect would change that."""
        return self.code == "context_length_exceeded" or bool(_TOO_LONG.search(self.text))


def simpler(dialect: Dialect, refusal: Refusal, *, structured: bool) -> Dialect | None:
    """The dialect to try next, None when the refusal is about something else.

    Each step gives something up for good, so trying ends. A structured request
    steps down on any refusal: many servers do not say what they dislike.
    """
    if refusal.too_long:
        return None
    said = refusal.text.lower()
    if dialect.temperature and "temperature" in said:
        return replace(dialect, temperature=False)
    if not dialect.new_token_bound and "max_completion_tokens" in said:
        return replace(dialect, new_token_bound=True)
    if dialect.stream_usage and ("stream_options" in said or "include_usage" in said):
        return replace(dialect, stream_usage=False)
    if structured and dialect.form in _SIMPLER:
        return replace(dialect, form=_SIMPLER[dialect.form])
    return None


def request(
    dialect: Dialect, ask: Ask[Any], *, model: str, schema: type[BaseModel] | None, stream: bool
) -> dict[str, Any]:
    """The arguments of `chat.completions.create`."""
    messages = ask.messages() if schema is None else _with_schema(ask.messages(), schema)
    bound = "max_completion_tokens" if dialect.new_token_bound else "max_tokens"
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": m.role, "content": m.text} for m in messages],
        bound: ask.max_tokens,
    }
    if ask.temperature is not None and dialect.temperature:
        body["temperature"] = ask.temperature
    if schema is not None and dialect.form != "none":
        body["response_format"] = _response_format(dialect.form, schema)
    if stream:
        body["stream"] = True
        if dialect.stream_usage:
            body["stream_options"] = {"include_usage": True}
    return body


def _with_schema(messages: tuple[Message, ...], schema: type[BaseModel]) -> tuple[Message, ...]:
    # Always, whatever the form: some servers ignore the schema, and some take
    # json_object only when the prompt has the word JSON in it.
    first, *rest = messages
    shape = json.dumps(_shape(schema), ensure_ascii=False)
    order = "Answer with one JSON object that fits this JSON Schema, and nothing else:"
    return Message(first.role, f"{first.text}\n\n{order}\n{shape}"), *rest


def _response_format(form: Form, schema: type[BaseModel]) -> dict[str, Any]:
    if form == "json_object":
        return {"type": "json_object"}
    # Not strict: strict endpoints refuse bounds on strings, and the bounds matter more.
    shape = {"name": schema.__name__, "schema": _shape(schema), "strict": False}
    return {"type": "json_schema", "json_schema": shape}


def _shape(schema: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema without our docstrings: a small model gives them back as its answer."""
    made = schema.model_json_schema()
    for part in (made, *made.get("$defs", {}).values()):
        part.pop("description", None)
        part.pop("title", None)
    return made
