"""Whatever a question about tool calls offers, LangChain's own validation takes."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain.agents.middleware.human_in_the_loop import Decision as ToolDecision
from langchain.agents.middleware.human_in_the_loop import HITLResponse, _decision_schema
from langchain_core.tools import StructuredTool
from pydantic import TypeAdapter

from bot.core.answers import answer, edited
from bot.core.payloads import question
from bot.core.question import Action, Choice, Decision, Question, Row, Shape, offers
from tests.contract.langchain_agents import Tools

texts = st.text(max_size=20)
args = st.dictionaries(
    st.text(min_size=1, max_size=8),
    st.none() | st.booleans() | st.integers(-9, 9) | texts | st.lists(texts, max_size=2),
    max_size=4,
)
decisions = st.lists(
    st.sampled_from(["approve", "edit", "reject", "respond"]), min_size=1, max_size=4, unique=True
)


def some_choice(draw: Any, row: Row) -> Choice:  # noqa: ANN401 - hypothesis' draw
    action = draw(st.sampled_from(row.actions))
    entered = {f.key: row.values.get(f.key, f.default) for f in row.fields}
    values = edited(row.values, row.fields, entered) if action is Action.EDIT else {}
    return Choice(action, by="UANA", at=0, comment=draw(texts), values=values)


def decided(draw: Any, asked: Question) -> object:  # noqa: ANN401 - hypothesis' draw
    made = Decision(
        Action.ANSWER,
        by="UANA",
        at=0,
        choices={row.key: some_choice(draw, row) for row in asked.rows},
    )
    assert offers(asked, made)
    return answer(asked, made)


@given(data=st.data(), wanted=st.lists(st.tuples(texts, args, decisions), min_size=1, max_size=3))
def test_any_decision_that_a_batch_offers_is_one_of_the_middleware(
    data: st.DataObject, wanted: list[tuple[str, dict[str, Any], list[str]]]
) -> None:
    payload = {
        "action_requests": [{"name": name, "args": values} for name, values, _ in wanted],
        "review_configs": [
            {"action_name": name, "allowed_decisions": allowed} for name, _, allowed in wanted
        ],
    }
    asked = question(payload, node="n")
    assert asked.shape is Shape.TOOLS
    response = TypeAdapter(HITLResponse).validate_python(decided(data.draw, asked))
    assert len(response["decisions"]) == len(wanted)
    # Of several policies for one name the middleware's first one counts.
    policy = {name: allowed for name, _, allowed in reversed(wanted)}
    for (name, values, _), got in zip(wanted, response["decisions"], strict=True):
        assert got["type"] in policy[name]
        if got["type"] == "edit":
            assert got["edited_action"] == {"name": name, "args": values}


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), allowed=decisions, copies=st.integers(0, 9), to=texts)
def test_any_decision_that_a_single_call_offers_fits_its_response_schema(
    data: st.DataObject, allowed: list[Any], copies: int, to: str
) -> None:
    send = StructuredTool.from_function(Tools().listed()[0])
    schema = TypeAdapter(_decision_schema(allowed, "send_email", send))
    payload = {
        "type": "tool_approval",
        "tool_call_id": "c",
        "name": "send_email",
        "args": {"to": to, "body": "b", "copies": copies},
        "description": "?",
    }
    asked = question(payload, node="n", response_schema=schema.json_schema())
    assert asked.shape is Shape.TOOL
    given_back = decided(data.draw, asked)
    schema.validate_python(given_back)
    TypeAdapter(ToolDecision).validate_python(given_back)
