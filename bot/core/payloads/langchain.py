"""LangChain's HumanInTheLoopMiddleware: tool calls, all of a step at once or one at a time.

A tool's name is never editable: the policy of an agent is bound to it.
"""

from collections.abc import Mapping
from typing import Any

from bot.core.payloads.reading import editable, text
from bot.core.question import Action, Question, Row, Shape

ALLOWED = {
    "approve": Action.APPROVE,
    "edit": Action.EDIT,
    "reject": Action.REJECT,
    "respond": Action.ANSWER,
}
"""The middleware's decisions, by its names."""


def question(said: object, response_schema: Mapping[str, Any] | None) -> Question | None:
    """Read a payload of the middleware, in either mode; None for any other."""
    if not isinstance(said, dict):
        return None
    if said.get("type") == "tool_approval" and response_schema is not None:
        return _one(said, response_schema)
    requests, configs = _objects(said.get("action_requests")), _objects(said.get("review_configs"))
    return _several(requests, configs) if requests and configs else None


def _objects(listed: object) -> list[dict[str, Any]]:
    """A list of objects; empty for anything else, also where one entry is none."""
    entries = listed if isinstance(listed, list) else []
    objects = [entry for entry in entries if isinstance(entry, dict)]
    return objects if len(objects) == len(entries) else []


def _several(requests: list[dict[str, Any]], configs: list[dict[str, Any]]) -> Question:
    by_name = {text(config.get("action_name")): config for config in reversed(configs)}
    rows = tuple(
        _row(index, request, by_name.get(text(request.get("name")), {}))
        for index, request in enumerate(requests)
    )
    return Question(kind="tools", title="", actions=(), shape=Shape.TOOLS, rows=rows)


def _row(index: int, request: Mapping[str, Any], config: Mapping[str, Any]) -> Row:
    schema = config.get("args_schema")
    return tool_row(
        str(index),
        request,
        names=config.get("allowed_decisions"),
        schema=schema if isinstance(schema, dict) else None,
    )


def _one(said: Mapping[str, Any], response_schema: Mapping[str, Any]) -> Question:
    branches = _branches(response_schema)
    # In an order of our own: that of a union's members depends on what Python saw before.
    names = [name for name in ALLOWED if name in branches]
    row = tool_row("0", said, names=names, schema=_args_schema(branches, response_schema))
    return Question(kind="tool", title="", actions=(), shape=Shape.TOOL, rows=(row,))


def tool_row(
    key: str, request: Mapping[str, Any], *, names: object, schema: Mapping[str, Any] | None
) -> Row:
    """One call. `names` are the decisions it allows, in the middleware's words."""
    args = request.get("args")
    values = args if isinstance(args, dict) else {}
    listed = names if isinstance(names, list) else []
    actions = tuple(
        dict.fromkeys(ALLOWED[n] for n in listed if isinstance(n, str) and n in ALLOWED)
    )
    return Row(
        key=key,
        name=text(request.get("name")),
        description=text(request.get("description")),
        values=values,
        actions=actions,
        fields=editable(values, schema) if Action.EDIT in actions else (),
    )


def _branches(schema: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The allowed decisions by name: one object schema, or a union of some."""
    listed = schema.get("oneOf") or schema.get("anyOf") or [schema]
    found = {}
    for entry in listed if isinstance(listed, list) else []:
        branch = resolved(entry, schema)
        kind = resolved(branch.get("properties"), schema).get("type")
        name = kind.get("const") if isinstance(kind, dict) else None
        if isinstance(name, str):
            found[name] = branch
    return found


def _args_schema(
    branches: Mapping[str, Mapping[str, Any]], schema: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """The schema of a call's arguments, out of the branch for an edit."""
    place: Mapping[str, Any] = branches.get("edit", {})
    for name in ("edited_action", "args"):
        place = resolved(resolved(place.get("properties"), schema).get(name), schema)
    return {**place, "$defs": schema.get("$defs", {})} if place else None


def resolved(entry: object, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """An object of a schema, behind its reference if it is one; empty for anything else."""
    if not isinstance(entry, dict):
        return {}
    reference = entry.get("$ref")
    if not isinstance(reference, str):
        return entry
    definitions = schema.get("$defs")
    found = definitions.get(reference.rpartition("/")[2]) if isinstance(definitions, dict) else None
    return found if isinstance(found, dict) else {}
