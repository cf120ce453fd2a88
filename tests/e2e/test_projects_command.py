"""`signoff check` and `signoff manifest`, and other people's graphs in `run`, `worker`, `demo`."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from bot import manifest
from graphs.registry import workflows
from tests.e2e.processes import command
from tests.e2e.site import Site, open_site

ROOT = Path(__file__).parents[2]
AGENT = """
from typing import Literal

from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from pydantic import BaseModel, Field


class Trip(BaseModel):
    city: str = Field(min_length=3)
    days: int = Field(ge=2)
    pace: Literal["slow", "fast"]
    plan: str = ""


def ask(state):
    return {"plan": str(interrupt({"Trip to": state.city, "days": state.days}))}


def careless(state):
    try:
        return {"plan": str(interrupt("ok?"))}
    except Exception:
        return {"plan": "went on"}


def ends(state):
    return {"plan": f"the plan of {state.city}"}


def fails(state):
    raise ValueError("secret-of-ana")


def graph_of(node):
    return StateGraph(Trip).add_node("node", node).add_edge(START, "node").compile()


graph = graph_of(ask)
swallows = graph_of(careless)
broken = graph_of(fails)
quick = graph_of(ends)
"""


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A workspace and a Redis that are fine."""
    async with open_site(tmp_path) as it:
        yield it


def project(folder: Path, graphs: Mapping[str, object]) -> str:
    (folder / "agent.py").write_text(AGENT, encoding="utf-8")
    (folder / "langgraph.json").write_text(json.dumps({"graphs": graphs}), encoding="utf-8")
    return "langgraph.json"


async def code_of(*args: str, home: Path) -> tuple[int, str]:
    async with command(*args, env={}, home=home) as running:
        code = await running.ended()
    assert "Traceback" not in running.text
    return code, running.text


async def test_check_draws_a_graph_and_says_what_it_starts_with(tmp_path: Path) -> None:
    file = project(tmp_path, {"trip": {"path": "./agent.py:graph", "signoff": {"result": "plan"}}})
    code, text = await code_of("check", file, home=tmp_path)
    assert code == 0, text
    for part in (
        "# Trip (/signoff start trip)",
        "```mermaid",
        "__start__ --> node;",
        "city (text); days (integer); pace (choice, slow | fast); plan (text, optional)",
        "Nodes        node",
        "Breakpoints  none",
        "Result       plan",
        "Decided by   starter",
    ):
        assert part in text, text


async def test_check_walks_each_graph_to_its_first_card(tmp_path: Path) -> None:
    file = project(tmp_path, {"trip": "./agent.py:graph"})
    code, text = await code_of("check", file, "--walk", home=tmp_path)
    assert code == 0, text
    start = text.index("ana: /signoff start trip")
    found = [text.find(part, start) for part in ("City: text", "Days: 2", "Trip to", "Answers: ")]
    assert -1 not in found, text
    assert found == sorted(found)
    assert "Approve" in text[found[-1] :]


async def test_check_shows_each_graphs_own_end_or_card_under_its_name(tmp_path: Path) -> None:
    graphs = {
        "quick": {"path": "./agent.py:quick", "signoff": {"result": "plan"}},
        "broken": "./agent.py:broken",
        "asks": "./agent.py:graph",
        "again": {"path": "./agent.py:quick", "signoff": {"result": "plan"}},
    }
    code, text = await code_of("check", project(tmp_path, graphs), "--walk", home=tmp_path)
    assert code == 1, text
    seen = dict(part.split("\n", 1) for part in text.split("ana: /signoff start ")[1:])
    assert seen.keys() == graphs.keys()
    for name in ("quick", "again"):
        assert "the plan of text" in seen[name]
        assert "Answers: " not in seen[name]
    assert "could not be finished" in seen["broken"]
    assert "Trip to" in seen["asks"]
    assert "Answers: Approve" in seen["asks"]


async def test_check_tells_what_will_not_work(tmp_path: Path) -> None:
    graphs = {"bad": "./agent.py:nowhere", "careless": "./agent.py:swallows"}
    file = project(tmp_path, graphs)
    code, text = await code_of("check", file, home=tmp_path)
    assert code == 1
    line = AGENT.splitlines().index('        return {"plan": str(interrupt("ok?"))}') + 1
    place = f"WRONG {tmp_path / 'agent.py'}:{line}: node: the `except`"
    assert place in " ".join(text.split())
    assert 'graphs.bad (./agent.py:nowhere): ./agent.py has no "nowhere".' in text


async def test_a_walk_that_ends_in_a_failure_says_so(tmp_path: Path) -> None:
    file = project(tmp_path, {"broken": "./agent.py:broken"})
    code, text = await code_of("check", file, "--walk", home=tmp_path)
    assert code == 1, text
    assert "secret-of-ana" not in text


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "is no file."),
        ("{", ", line 1, column 2: is not JSON"),
        ("{}", ', graphs: must be an object like {"name": "file.py:graph"}.'),
    ],
)
async def test_what_is_no_project_cannot_be_checked(
    content: str | None, says: str, tmp_path: Path
) -> None:
    if content is not None:
        (tmp_path / "langgraph.json").write_text(content)
    code, text = await code_of("check", "langgraph.json", home=tmp_path)
    assert code == 2
    [line] = text.splitlines()
    assert line.startswith("signoff: langgraph.json")
    assert says in line


async def test_manifest_prints_what_is_checked_in_and_finds_no_difference(tmp_path: Path) -> None:
    expected = manifest.path().read_text(encoding="utf-8")
    (tmp_path / "manifest.yml").write_text(expected, encoding="utf-8")
    printed = await code_of("manifest", home=tmp_path)
    assert printed == (0, expected.rstrip("\n"))
    assert await code_of("manifest", "--check", "manifest.yml", home=tmp_path) == (0, "")


async def test_manifest_lists_what_other_graphs_and_http_change(tmp_path: Path) -> None:
    graph = {"path": "./agent.py:graph", "signoff": {"command": "/trip"}}
    file = project(tmp_path, {"trip": graph})
    (tmp_path / "manifest.yml").write_bytes(manifest.path().read_bytes())
    options = ("--graphs", file, "--http", "https://signoff.example.com")
    code, text = await code_of("manifest", *options, "--check", "manifest.yml", home=tmp_path)
    assert code == 1
    lacks = 'is missing: "https://signoff.example.com/slack/events".'
    own = [workflow.command for workflow in workflows().values()]
    assert text.splitlines() == [
        *(f"manifest.yml, features.slash_commands.{name}.url: {lacks}" for name in own),
        "manifest.yml, features.slash_commands./trip: is missing.",
        f"manifest.yml, features.slash_commands./signoff.url: {lacks}",
        f"manifest.yml, settings.interactivity.request_url: {lacks}",
        "manifest.yml, settings.socket_mode_enabled: is true, must be false.",
    ]
    code, text = await code_of("manifest", *options, home=tmp_path)
    assert code == 0
    assert "    - command: /trip\n" in text


@pytest.mark.parametrize(
    "address", ["http://signoff.example.com", "signoff", "https://", "https://["]
)
async def test_an_address_that_slack_cannot_post_to_is_refused(
    address: str, tmp_path: Path
) -> None:
    code, text = await code_of("manifest", "--http", address, home=tmp_path)
    assert code == 2
    assert text.startswith("signoff: --http must be the address that Slack posts to")


async def test_installed_packages_offer_workflows_by_an_entry_point(tmp_path: Path) -> None:
    info = tmp_path / "trips-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: trips\nVersion: 1.0\n")
    points = "[signoff.workflows]\ntrip = trips:trip\nbad = trips:words\nworse = trips:nowhere\n"
    (info / "entry_points.txt").write_text(points)
    (tmp_path / "trips.py").write_text(
        "from dataclasses import replace\n"
        "from graphs.weekly_report import weekly_report\n"
        "words = {'en': 'Plans a trip.', 'zh': '安排行程。'}\n"
        "trip = replace(weekly_report, name='trip', command='/trip', description=words)\n",
        encoding="utf-8",
    )
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "manifest"),
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    printed, logged = await run.communicate()
    assert run.returncode == 0, logged.decode()
    listed = manifest.parsed(printed.decode())["features"]["slash_commands"]
    own = [workflow.command for workflow in workflows().values()]
    assert [one["command"] for one in listed] == [*own, "/trip", "/signoff"]
    assert b"entry point bad (trips:words)" in logged
    assert b"it is a dict, not a Workflow." in logged
    assert b"entry point worse (trips:nowhere)" in logged


async def test_worker_offers_what_loads_and_refuses_to_start_with_nothing(site: Site) -> None:
    file = project(site.home, {"trip": "./agent.py:graph", "bad": "./agent.py:nowhere"})
    async with command("worker", env=site.env() | {"SIGNOFF_GRAPHS": file}, home=site.home) as it:
        ready = json.loads(await it.says("signoff.ready"))
        it.send(signal.SIGTERM)
        assert await it.ended() == 0
    assert ready["workflows"] == sorted(["trip", *workflows()])
    refused = json.loads(next(line for line in it.lines if "graph.not_offered" in line))
    assert refused["what"] == './agent.py has no "nowhere".'

    project(site.home, {"bad": "./agent.py:nowhere"})
    async with command("worker", "--graphs", file, env=site.env(), home=site.home) as it:
        assert await it.ended() == 2
    said = [line for line in it.lines if line.startswith("signoff: ")]
    assert len(said) == 1
    assert 'graphs.bad (./agent.py:nowhere): ./agent.py has no "nowhere".' in said[0]


async def test_what_a_graph_prints_as_it_is_opened_stays_out_of_the_json_of_a_walk(
    tmp_path: Path,
) -> None:
    loud = "print('imported')\n" + AGENT
    loud += "\n\nasync def opened():\n    print('opened')\n    return graph\n"
    (tmp_path / "loud.py").write_text(loud, encoding="utf-8")
    file = project(tmp_path, {"loud": "./loud.py:opened"})
    walk = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "demo", "--headless", "--json", "--graphs", file),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    printed, told = await walk.communicate()
    assert walk.returncode == 0, told.decode()
    assert [json.loads(line) for line in printed.splitlines()]
    assert told.decode().split() == ["imported", "opened", "opened"]


async def test_demo_shows_what_can_be_typed_and_what_could_not_be_loaded(tmp_path: Path) -> None:
    graphs = {
        "trip": {"path": "./agent.py:graph", "signoff": {"command": "/trip"}},
        "other": "./agent.py:graph",
        "bad": "./agent.py:nowhere",
    }
    file = project(tmp_path, graphs)
    env = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    options = ("demo", "--port", "0", "--graphs", file)
    async with command(*options, env=env, home=tmp_path) as demo:
        await demo.says("Ctrl-C")
        demo.send(signal.SIGTERM)
        assert await demo.ended() == 0
    words = [line.split() for line in demo.lines]
    assert ["Type", "/weekly-report", "in", "#general,", "as", "ana"] in words
    assert ["/trip"] in words
    assert ["/signoff", "start", "other"] in words
    assert [line for line in demo.lines if line.startswith("Wrong") and "graphs.bad" in line]
