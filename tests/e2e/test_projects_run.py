"""Somebody's graphs in `signoff run`, `web` and `worker` as people run them: processes, Slack."""

import json
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from pathlib import Path

import pytest

from bot.web import EVENTS
from graphs.registry import workflows
from tests.e2e.processes import Command, command
from tests.e2e.site import Site, open_site
from tests.slack.bolt_office import LONG, form, slot_of
from tests.slack.project_office import write

FILES = {
    "trip.py": """
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from pydantic import BaseModel


class Trip(BaseModel):
    city: str
    days: int = 2
    plan: str = ""


def ask(state):
    said = interrupt({"Trip to": state.city, "days": state.days})
    return {"plan": f"{state.city}, {state.days} days: {said['answer']}"}


graph = StateGraph(Trip).add_node("ask", ask).add_edge(START, "ask").compile()
""",
    "once.py": """
from trip import graph

opened = []


def factory():
    opened.append(1)
    if len(opened) > 1:
        raise ConnectionError("the pool is closed.")
    return graph
""",
    "broken.py": "model = None\nraise LookupError('no such model')\n",
}
TRIP: Mapping[str, object] = {"trip": {"path": "./trip.py:graph", "signoff": {"result": "plan"}}}
BAD: Mapping[str, object] = {
    "nowhere": "./trip.py:nowhere",
    "broken": "./broken.py:graph",
    "number": "./once.py:opened",
}
SAYS = {
    "nowhere": './trip.py has no "nowhere".',
    "broken": "loading it raised LookupError: no such model ({home}/broken.py:2).",
    "number": "it is a list, not a graph or what makes one.",
}


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A workspace and a Redis."""
    async with open_site(tmp_path) as it:
        yield it


def offered(site: Site, graphs: Mapping[str, object]) -> tuple[str, ...]:
    """The options that offer these graphs."""
    return ("--graphs", str(write(site.home, FILES, graphs)))


async def run(site: Site, *options: str) -> list[Command]:
    return [await site.start("run", *options)]


async def run_and_worker(site: Site, *options: str) -> list[Command]:
    return [await site.start("run", *options), await site.start("worker", *options)]


async def web(site: Site, *options: str) -> list[Command]:
    bot = await site.start("web", "--port", "0", *options, transport="http")
    address = str(json.loads(await bot.says("signoff.ready"))["address"])
    site.ws.sandbox.request_url = address + EVENTS
    return [bot]


@pytest.mark.parametrize("serve", [run, run_and_worker, web])
async def test_somebodys_graph_goes_from_the_list_to_its_result(
    site: Site, serve: Callable[..., Coroutine[None, None, list[Command]]]
) -> None:
    running = await serve(site, *offered(site, {**TRIP, **BAD}))
    assert "Trip" in (await site.ws.slash("/signoff")).text
    said = await site.ws.slash("/signoff", text="start trip")
    assert said.modal
    assert not (await said.modal.fill({"City": "Rome", "Days": "3"}).submit()).error
    card = await site.ws.wait_for(
        lambda c: "Trip to" in c.text and "Answer…" in c.buttons, within=LONG
    )
    answer = await form(card, "Answer…")
    (question, *_) = answer.inputs
    await answer.fill({question: "by train"}).submit()
    await site.ws.wait_for(
        lambda c: slot_of(c) == "result" and "Rome, 3 days: by train" in c.text, within=LONG
    )
    assert "by @ana" in (await card.wait_closed(within=LONG)).text
    assert set(site.slots().values()) == {1}
    for one in running:
        one.send(signal.SIGTERM)
    assert [await one.ended() for one in running] == [0 for _ in running]
    for one in running:
        _tells_of_all_that_is_bad(one, site.home)
        assert "Rome" not in one.text
        assert "by train" not in one.text


def _tells_of_all_that_is_bad(one: Command, home: Path) -> None:
    lines = [json.loads(line) for line in one.lines]
    (ready,) = (line for line in lines if line["event"] == "signoff.ready")
    assert ready["workflows"] == sorted(["trip", *workflows()])
    told = {line["where"]: line["what"] for line in lines if line["event"] == "graph.not_offered"}
    file = home / "langgraph.json"
    assert told.keys() == {f"{file}, graphs.{name} ({path})" for name, path in BAD.items()}
    for name, says in SAYS.items():
        assert told[f"{file}, graphs.{name} ({BAD[name]})"] == says.format(home=home)


@pytest.mark.parametrize("name", ["run", "web", "worker"])
async def test_with_no_graph_that_loads_nothing_starts_and_each_is_told_of(
    site: Site, name: str
) -> None:
    env = site.env(transport="http" if name == "web" else "socket")
    async with command(name, *offered(site, BAD), env=env, home=site.home) as it:
        assert await it.ended() == 2
    said = [line for line in it.lines if line.startswith("signoff: ")]
    assert len(said) == len(BAD)
    for line, (graph, says) in zip(said, SAYS.items(), strict=True):
        assert f"langgraph.json, graphs.{graph} ({BAD[graph]}): " in line
        assert says.format(home=site.home) in line
    assert "signoff.ready" not in it.text


async def test_a_graph_that_opens_only_once_stops_the_start_with_a_sentence(site: Site) -> None:
    options = offered(site, {**TRIP, "once": "./once.py:factory"})
    async with command("worker", *options, env=site.env(), home=site.home) as it:
        assert await it.ended() == 2
    says = 'The graph of "once" cannot be opened: ConnectionError: the pool is closed.'
    assert [line for line in it.lines if line.startswith("signoff: ")] == [f"signoff: {says}"]
    logged = json.loads(await it.says("graph.unopened"))
    assert logged["workflow"] == "once"
    assert "once.py" in json.dumps(logged)
