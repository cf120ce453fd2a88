"""LangChain agents: what people decided is what the tools were given."""

import itertools
from collections.abc import Mapping
from typing import Any, Literal

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain.agents.middleware.human_in_the_loop import InterruptOnConfig
from langchain_core.messages import HumanMessage
from langchain_core.tools import StructuredTool
from redis.asyncio import Redis

from bot.core.model import Gate, RunState
from bot.core.question import Action, Choice, Decision, Row, Shape
from tests.contract.driven import Life, alive, flow
from tests.contract.engine_graphs import Notes, beside
from tests.contract.langchain_agents import APPROVED, Call, Scripted, Tools, calls, choice

Mode = Literal["batched", "per_call"]
ALL: InterruptOnConfig = {"allowed_decisions": ["approve", "edit", "reject", "respond"]}
MAIL: Call = ("send_email", {"to": "ana", "body": "hello"})
FILE: Call = ("delete_file", {"path": "notes.txt"})


def agent(
    tools: Tools,
    *wanted: Call,
    mode: Mode = "batched",
    on: Mapping[str, bool | InterruptOnConfig] | None = None,
) -> Any:  # noqa: ANN401 - a graph
    asks = HumanInTheLoopMiddleware(
        dict(on or {"send_email": ALL, "delete_file": ALL}), interrupt_mode=mode
    )
    model = Scripted(first=calls(*wanted))
    return create_agent(model, tools=tools.listed(), middleware=[asks])


def begin(redis: Redis, graph: object) -> Any:  # noqa: ANN401 - an async context of a life
    return alive(redis, flow(graph, result=""), messages=[{"role": "user", "content": "go"}])


async def rows(it: Life) -> list[tuple[Gate, Row]]:
    """All the rows that stand open, whether on one card or on several, by tool."""
    found = [(gate, row) for gate in await it.open() for row in gate.question.rows]
    return sorted(found, key=lambda one: (one[1].name, str(one[1].values)))


async def choose_all(it: Life, *choices: Choice) -> None:
    """A choice for each row, in the order of the tools' names."""
    by_gate: dict[str, list[Choice]] = {}
    gates: dict[str, Gate] = {}
    by_row = dict(zip([(g.key, r.key) for g, r in await rows(it)], choices, strict=True))
    for gate, _ in await rows(it):
        gates[gate.key] = gate
        by_gate[gate.key] = [by_row[gate.key, row.key] for row in gate.question.rows]
    for key, gate in gates.items():
        await it.choose(*by_gate[key], gate=gate)


@pytest.mark.parametrize("mode", ["batched", "per_call"])
@pytest.mark.parametrize(
    ("decided", "called", "said"),
    [
        (APPROVED, {"to": "ana", "body": "hello", "copies": 1}, "sent to ana"),
        (
            choice(Action.EDIT, to="ben", body="hi", copies=2),
            {"to": "ben", "body": "hi", "copies": 2},
            "sent to ben",
        ),
        (choice(Action.REJECT, "not today"), None, "not today"),
        (choice(Action.REJECT), None, "rejected"),
        (choice(Action.ANSWER, "done by hand"), None, "done by hand"),
    ],
    ids=["approve", "edit", "reject", "reject without a word", "respond"],
)
async def test_a_tool_runs_with_exactly_what_was_decided(
    redis: Redis, mode: Mode, decided: Choice, called: dict[str, Any] | None, said: str
) -> None:
    """deepagents#554: not only approval works."""
    tools = Tools()
    async with begin(redis, agent(tools, MAIL, mode=mode)) as it:
        await it.drive()
        gate = await it.gate()
        assert gate.question.shape is (Shape.TOOLS if mode == "batched" else Shape.TOOL)
        [row] = gate.question.rows
        assert (row.name, row.values) == ("send_email", MAIL[1])
        assert row.actions == (Action.APPROVE, Action.EDIT, Action.REJECT, Action.ANSWER)
        assert tools.called == []
        done = await it.choose(decided)
    assert tools.called == ([("send_email", called)] if called else [])
    assert done.run.state is RunState.DONE
    assert said in (done.run.result or "")


@pytest.mark.parametrize("mode", ["batched", "per_call"])
async def test_a_mixed_batch_keeps_what_was_approved(redis: Redis, mode: Mode) -> None:
    """langchainjs#11125: one reject threw away the whole batch."""
    tools = Tools()
    async with begin(
        redis, agent(tools, MAIL, FILE, ("send_email", {"to": "ben", "body": "b"}), mode=mode)
    ) as it:
        await it.drive()
        assert len(await it.open()) == (1 if mode == "batched" else 3)
        assert [r.name for _, r in await rows(it)] == ["delete_file", "send_email", "send_email"]
        await choose_all(
            it,
            choice(Action.REJECT, "keep it"),
            choice(Action.EDIT, to="chen", body="hello", copies=1),
            APPROVED,
        )
        done = await it.snapshot()
    assert done.run.state is RunState.DONE
    assert sorted(t["to"] for _, t in tools.called) == ["ben", "chen"]
    assert "keep it" in (done.run.result or "")


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
async def test_calls_that_are_asked_one_by_one_are_decided_in_any_order(
    redis: Redis, order: tuple[int, ...]
) -> None:
    """langgraph#6533, #6626: each answer goes to its own call."""
    tools = Tools()
    wanted = [("send_email", {"to": name, "body": "b"}) for name in ("ana", "ben", "chen")]
    async with begin(redis, agent(tools, *wanted, mode="per_call")) as it:
        await it.drive()
        for n in order:
            name = wanted[n][1]["to"]
            gate = next(g for g, r in await rows(it) if r.values["to"] == name)
            await it.choose(choice(Action.EDIT, to=f"{name}-2", body=name, copies=n), gate=gate)
        assert (await it.snapshot()).run.state is RunState.DONE
    found = sorted((t["body"], t["to"], t["copies"]) for _, t in tools.called)
    assert found == [("ana", "ana-2", 0), ("ben", "ben-2", 1), ("chen", "chen-2", 2)]


@pytest.mark.parametrize("mode", ["batched", "per_call"])
async def test_a_policy_offers_what_it_allows_and_a_tool_keeps_its_name(
    redis: Redis, mode: Mode
) -> None:
    """langchain#40166: an edit that switches the tool slips past that tool's own policy."""
    tools = Tools()
    on: dict[str, bool | InterruptOnConfig] = {
        "send_email": {"allowed_decisions": ["edit"], "description": "Look twice."},
        "delete_file": {"allowed_decisions": ["approve", "reject"]},
    }
    async with begin(redis, agent(tools, MAIL, FILE, mode=mode, on=on)) as it:
        await it.drive()
        (_, file), (_, mail) = await rows(it)
        assert file.actions == (Action.APPROVE, Action.REJECT)
        assert (file.fields, mail.actions) == ((), (Action.EDIT,))
        assert mail.description == "Look twice."
        assert {f.key for f in mail.fields} >= {"to", "body"}
        await choose_all(
            it, APPROVED, choice(Action.EDIT, to="ben", body="b", name="delete_file", copies=1)
        )
        assert (await it.snapshot()).run.state is RunState.DONE
    assert [name for name, _ in tools.called] in (
        ["send_email", "delete_file"],
        ["delete_file", "send_email"],
    )


async def test_a_form_shows_the_types_of_a_tool_where_the_middleware_tells_them(
    redis: Redis,
) -> None:
    tools = Tools()
    async with begin(redis, agent(tools, MAIL, mode="per_call")) as it:
        await it.drive()
        [(_, row)] = await rows(it)
    kinds = {field.key: (field.kind.value, field.default) for field in row.fields}
    assert kinds["copies"][0] == "integer"
    assert kinds["to"] == ("text", "ana")


async def test_an_edit_that_the_tool_refuses_opens_the_question_again(redis: Redis) -> None:
    """Only the mode that asks one by one has the answer checked before it counts."""
    tools = Tools()
    async with begin(redis, agent(tools, MAIL, mode="per_call")) as it:
        await it.drive()
        again = await it.choose(choice(Action.EDIT, to="ben", body="b", copies="many"))
        [gate] = await it.open()
        assert "copies" in gate.problem
        assert (again.run.failure, tools.called) == (None, [])
        assert (await it.choose(APPROVED)).run.state is RunState.DONE
    assert [t["to"] for _, t in tools.called] == ["ana"]


@pytest.mark.parametrize("mode", ["batched", "per_call"])
async def test_a_driver_may_die_anywhere_around_tool_calls(redis: Redis, mode: Mode) -> None:
    """hermes#76235, bugbug#6732: each call runs with what was decided for it, and only then."""
    for after in range(0, 60, 3):
        tools = Tools()
        async with begin(redis, agent(tools, MAIL, FILE, mode=mode)) as it:
            died = await it.dies(after)
            await it.drive()
            assert tools.called == []
            for gate in await it.open():
                chosen = {
                    r.key: APPROVED if r.name == "send_email" else choice(Action.REJECT)
                    for r in gate.question.rows
                }
                decision = Decision(Action.ANSWER, by="UANA", at=0, choices=chosen)
                assert (await it.store.decide(it.run_id, gate.key, decision)).won
            died |= await it.dies(after)
            done = await it.drive()
            assert done.run.state is RunState.DONE
            # A tool that a kill interrupts runs again: its effect needs a key of its own.
            assert {name for name, _ in tools.called} == {"send_email"}
        if not died:
            break
    else:
        raise AssertionError("it never came to its end")


async def test_parallel_subagents_with_gates_are_decided_each_for_itself(redis: Redis) -> None:
    """Seen at deepagents PR 318, #554: three gated subagents; approve, edit and reject."""
    names = ("ana", "ben", "chen")
    tools = {name: Tools() for name in names}
    agents = {name: agent(tools[name], ("send_email", {"to": name, "body": "b"})) for name in names}

    def node(name: str) -> Any:  # noqa: ANN401 - a node
        async def work(_: Notes) -> dict[str, Any]:
            made = await agents[name].ainvoke({"messages": [HumanMessage("go")]})
            return {"log": [made["messages"][-1].text]}

        return work

    async with alive(redis, flow(beside(**{n: node(n) for n in names})), notes="x") as it:
        await it.drive()
        by_name = {gate.node: gate for gate in await it.open()}
        assert sorted(by_name) == sorted(names)
        await it.choose(choice(Action.REJECT, "no"), gate=by_name["chen"])
        await it.choose(APPROVED, gate=by_name["ana"])
        edit = choice(Action.EDIT, to="ben-2", body="b", copies=3)
        done = await it.choose(edit, gate=by_name["ben"])
        assert done.run.state is RunState.DONE
        log = sorted((await it.values())["log"])
    assert [t["to"] for _, t in tools["ana"].called] == ["ana"]
    assert [t["to"] for _, t in tools["ben"].called] == ["ben-2"]
    assert tools["chen"].called == []
    assert any("no" in line for line in log)


async def test_a_supervisor_whose_tools_are_gated_agents_asks_for_each(redis: Redis) -> None:
    """Agents called by tools of an agent: langgraph#4028 through two levels."""
    tools = {name: Tools() for name in ("ana", "ben")}

    def delegate(to: str) -> StructuredTool:
        inner = agent(tools[to], ("send_email", {"to": to, "body": "b"}))

        async def work(task: str) -> str:
            made = await inner.ainvoke({"messages": [HumanMessage(task)]})
            return str(made["messages"][-1].text)

        return StructuredTool.from_function(
            coroutine=work, name=f"ask_{to}", description=f"Have {to} do it."
        )

    model = Scripted(first=calls(("ask_ana", {"task": "a"}), ("ask_ben", {"task": "b"})))
    supervisor = create_agent(model, tools=[delegate("ana"), delegate("ben")])
    async with begin(redis, supervisor) as it:
        await it.drive()
        by_to = {r.values["to"]: g for g, r in await rows(it)}
        assert sorted(by_to) == ["ana", "ben"]
        await it.choose(choice(Action.REJECT, "no"), gate=by_to["ben"])
        done = await it.choose(APPROVED, gate=by_to["ana"])
    assert done.run.state is RunState.DONE
    assert [t["to"] for _, t in tools["ana"].called] == ["ana"]
    assert tools["ben"].called == []
