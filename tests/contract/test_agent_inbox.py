"""Graphs that speak agent-inbox' words: a request or a list of some, and always a list back."""

from typing import Any

import pytest
from langgraph.types import interrupt
from redis.asyncio import Redis

from bot.core.model import RunState
from bot.core.question import Action, Choice, Shape
from tests.contract.driven import alive, flow
from tests.contract.engine_graphs import Builder, Notes, chain
from tests.contract.langchain_agents import APPROVED, choice


def inbox(*, alone: bool, several: int = 1) -> Builder:
    request = [
        {
            "action_request": {"action": f"send {n}", "args": {"to": "ana", "n": n}},
            "config": {
                "allow_accept": True,
                "allow_edit": True,
                "allow_respond": True,
                "allow_ignore": n == 0,
            },
            "description": "Look at it.",
        }
        for n in range(several)
    ]

    async def ask(_: Notes) -> dict[str, Any]:
        told = interrupt(request[0] if alone else request)
        return {"log": [f"{one['type']}:{one['args']}" for one in told]}

    return chain(ask=ask)


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize(
    ("decided", "told"),
    [
        (APPROVED, "accept:None"),
        (choice(Action.SKIP), "ignore:None"),
        (choice(Action.ANSWER, "ask ben"), "response:ask ben"),
        (
            choice(Action.EDIT, to="ben", n=7),
            "edit:{'action': 'send 0', 'args': {'to': 'ben', 'n': 7}}",
        ),
    ],
    ids=["accept", "ignore", "respond", "edit"],
)
async def test_an_agent_inbox_graph_gets_a_list_back(
    redis: Redis,
    alone: bool,  # noqa: FBT001 - a parameter of the test
    decided: Choice,
    told: str,
) -> None:
    async with alive(redis, flow(inbox(alone=alone)), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        assert gate.question.shape is Shape.INBOX
        assert (await it.choose(decided)).run.state is RunState.DONE
        assert (await it.values())["log"] == [told]


async def test_an_agent_inbox_list_gets_an_answer_for_each_in_order(redis: Redis) -> None:
    async with alive(redis, flow(inbox(alone=False, several=3)), notes="x") as it:
        await it.drive()
        gate = await it.gate()
        assert [Action.SKIP in r.actions for r in gate.question.rows] == [True, False, False]
        await it.choose(choice(Action.SKIP), choice(Action.ANSWER, "b"), APPROVED)
        assert (await it.values())["log"] == ["ignore:None", "response:b", "accept:None"]
