"""Tool calls, response schemas and breakpoints: whose words they speak, and what each allows."""

from typing import Any

import pytest

from bot.core.fields import Kind
from bot.core.payloads import breakpoints, question
from bot.core.question import Action, Question, Section, Shape

ARGS = {"to": "ben", "copies": 2, "body": "Hello\nBen"}
SCHEMA = {
    "type": "object",
    "properties": {"to": {"type": "string", "title": "Receiver"}, "copies": {"type": "integer"}},
    "required": ["to"],
}


def batched(*names: str, allowed: object = ("approve",), **config: object) -> dict[str, Any]:
    listed = list(allowed) if isinstance(allowed, tuple) else allowed
    return {
        "action_requests": [{"name": n, "args": ARGS, "description": f"Run {n}"} for n in names],
        "review_configs": [
            {"action_name": n, "allowed_decisions": listed, **config} for n in names
        ],
    }


def actions(asked: Question) -> list[tuple[Action, ...]]:
    return [row.actions for row in asked.rows]


def test_a_batch_has_a_row_for_each_call_with_what_its_config_allows() -> None:
    payload = batched("send", "delete")
    payload["review_configs"].reverse()
    payload["review_configs"][0]["allowed_decisions"] = ["reject", "respond", "dance", "edit"]
    asked = question(payload, node="tools")
    assert asked.shape is Shape.TOOLS
    assert [(row.key, row.name, row.description) for row in asked.rows] == [
        ("0", "send", "Run send"),
        ("1", "delete", "Run delete"),
    ]
    assert actions(asked) == [
        (Action.APPROVE,),
        (Action.REJECT, Action.ANSWER, Action.EDIT),
    ]


def test_arguments_are_edited_in_a_form_made_from_their_values() -> None:
    row = question(batched("send", allowed=("edit",)), node="tools").rows[0]
    assert [(f.key, f.kind, f.default) for f in row.fields] == [
        ("to", Kind.TEXT, "ben"),
        ("copies", Kind.INTEGER, 2),
        ("body", Kind.LONG_TEXT, "Hello\nBen"),
    ]


def test_a_schema_of_the_arguments_goes_before_their_values() -> None:
    payload = batched("send", allowed=("edit",), args_schema=SCHEMA)
    row = question(payload, node="tools").rows[0]
    assert [(f.key, f.label, f.kind, f.default) for f in row.fields] == [
        ("to", "Receiver", Kind.TEXT, "ben"),
        ("copies", "Copies", Kind.INTEGER, 2),
        ("body", "Body", Kind.LONG_TEXT, "Hello\nBen"),
    ]


def test_without_edit_there_is_no_form() -> None:
    assert question(batched("send"), node="tools").rows[0].fields == ()


@pytest.mark.parametrize("allowed", [None, "approve", [3], []])
def test_a_call_that_allows_nothing_known_offers_nothing(allowed: object) -> None:
    assert actions(question(batched("send", allowed=allowed), node="tools")) == [()]


@pytest.mark.parametrize(
    "payload",
    [
        {"action_requests": [], "review_configs": []},
        {"action_requests": ["send"], "review_configs": [{}]},
        {"action_requests": [{"name": "send"}]},
        {"type": "tool_approval", "name": "send", "args": {}},
        {"action_request": {"args": {}}, "config": {}},
        {"action_request": {"action": "send"}, "config": "all"},
        [],
    ],
)
def test_what_only_looks_like_a_call_is_shown_as_it_is(payload: object) -> None:
    assert question(payload, node="n").shape is Shape.ANYTHING


def test_a_single_call_allows_what_its_response_schema_has_branches_for() -> None:
    def branch(name: str, **more: object) -> dict[str, Any]:
        return {"type": "object", "properties": {"type": {"const": name}, **more}}

    schema = {
        "$defs": {
            "Approve": branch("approve"),
            "Edit": branch("edit", edited_action={"$ref": "#/$defs/Edited"}),
            "Edited": {"type": "object", "properties": {"args": {"$ref": "#/$defs/Args"}}},
            "Args": SCHEMA,
        },
        "oneOf": [{"$ref": "#/$defs/Approve"}, {"$ref": "#/$defs/Edit"}, {"$ref": "#/$defs/No"}, 7],
    }
    payload = {"type": "tool_approval", "tool_call_id": "1", "name": "send", "args": {"to": "ben"}}
    asked = question(payload, node="tools", response_schema=schema)
    assert (asked.shape, actions(asked)) == (Shape.TOOL, [(Action.APPROVE, Action.EDIT)])
    assert [(f.label, f.default) for f in asked.rows[0].fields] == [
        ("Receiver", "ben"),
        ("Copies", None),
    ]


def test_a_single_call_can_have_the_schema_of_one_decision() -> None:
    schema = {"type": "object", "properties": {"type": {"const": "reject"}}}
    payload = {"type": "tool_approval", "name": "send", "args": {}}
    assert actions(question(payload, node="t", response_schema=schema)) == [(Action.REJECT,)]


@pytest.mark.parametrize("schema", [{}, {"oneOf": 3}, {"properties": {"type": "x"}}])
def test_a_single_call_whose_schema_says_nothing_offers_nothing(schema: dict[str, Any]) -> None:
    payload = {"type": "tool_approval", "name": "send", "args": {}}
    assert actions(question(payload, node="t", response_schema=schema)) == [()]


def inbox(**config: object) -> dict[str, Any]:
    return {
        "action_request": {"action": "send_email", "args": {"to": "ben"}},
        "config": config,
        "description": "A mail to **ben**",
    }


def test_an_inbox_interrupt_allows_what_its_config_says() -> None:
    asked = question(inbox(allow_accept=True, allow_edit=True, allow_ignore=1), node="n")
    assert asked.shape is Shape.INBOX
    row = asked.rows[0]
    assert (row.name, row.description, row.values) == (
        "send_email",
        "A mail to **ben**",
        {"to": "ben"},
    )
    assert row.actions == (Action.APPROVE, Action.EDIT)
    assert [f.key for f in row.fields] == ["to"]


def test_a_list_of_inbox_interrupts_has_a_row_each() -> None:
    asked = question([inbox(allow_respond=True), inbox(allow_ignore=True)], node="n")
    assert actions(asked) == [(Action.ANSWER,), (Action.SKIP,)]


def test_arguments_that_are_no_object_cannot_be_edited_field_by_field() -> None:
    payload = inbox(allow_edit=True)
    payload["action_request"]["args"] = "everything"
    assert question(payload, node="n").rows[0].values == {}


def test_a_response_schema_makes_the_form() -> None:
    asked = question("Which one?", node="pick", response_schema=SCHEMA)
    assert (asked.shape, asked.actions) == (Shape.SCHEMA, (Action.ANSWER,))
    assert asked.sections == (Section("payload", "pick", "Which one?"),)
    assert [(f.key, f.required) for f in asked.fields] == [("to", True), ("copies", False)]


def test_a_payload_with_a_title_keeps_its_parts_beside_a_response_schema() -> None:
    payload = {"title": "Pick", "sections": [{"key": "a", "value": "x"}], "approvers": ["U1"]}
    asked = question(payload, node="n", response_schema={"type": "boolean"})
    assert (asked.title, asked.sections, asked.approvers) == (
        "Pick",
        (Section("a", "a", "x"),),
        ("U1",),
    )
    assert [(f.key, f.kind) for f in asked.fields] == [("", Kind.BOOLEAN)]


def stand(state: dict[str, Any], schema: dict[str, Any] | None = None) -> Question:
    return breakpoints.question(
        ["send"], when="before", state=state, editable=["to", "plan"], schema=schema
    )


def test_a_breakpoint_shows_the_state_and_edits_what_an_edit_replaces() -> None:
    state = {
        "to": "ben",
        "plan": {"steps": 2},
        "log": ["one"],
        "empty": "",
        "messages": [{"type": "human", "content": "Hi"}, {"type": "ai", "content": ["x"]}],
    }
    asked = stand(state)
    assert (asked.shape, asked.kind, asked.title) == (Shape.BREAKPOINT, "before", "send")
    assert asked.actions == (Action.APPROVE, Action.EDIT)
    assert {s.key: s.value for s in asked.sections} == {
        "to": "ben",
        "plan": '{\n  "steps": 2\n}',
        "log": '[\n  "one"\n]',
        "messages": 'human: Hi\nai: [\n  "x"\n]',
    }
    assert [(f.key, f.kind, f.default) for f in asked.fields] == [
        ("to", Kind.TEXT, "ben"),
        ("plan", Kind.JSON, {"steps": 2}),
    ]


def test_what_is_nested_in_a_state_is_edited_as_json_whatever_its_schema_says() -> None:
    inner = {"type": "object", "properties": {"steps": {"type": "integer"}}}
    schema = {"type": "object", "properties": {"plan": inner, "to": {"type": "string"}}}
    fields = stand({"to": "ben", "plan": {"steps": 2}}, schema).fields
    assert [(f.key, f.kind) for f in fields] == [("to", Kind.TEXT), ("plan", Kind.JSON)]


def test_a_breakpoint_without_a_state_can_only_be_passed() -> None:
    asked = stand({})
    assert (asked.actions, asked.sections, asked.fields) == ((Action.APPROVE,), (), ())


@pytest.mark.parametrize("schema", [{"type": "string"}, {"type": "array"}, {"anyOf": [{}, {}]}])
def test_arguments_whose_schema_is_no_object_are_edited_by_their_values(
    schema: dict[str, object],
) -> None:
    payload = {
        "action_requests": [{"name": "send", "args": {"to": "ana", "copies": 2}}],
        "review_configs": [
            {"action_name": "send", "allowed_decisions": ["edit"], "args_schema": schema}
        ],
    }
    [row] = question(payload, node="n").rows
    assert [(f.key, f.default) for f in row.fields] == [("to", "ana"), ("copies", 2)]
