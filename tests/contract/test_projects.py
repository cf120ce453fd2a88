"""Other people's graphs, loaded as they come: every kind of attribute, and whatever goes wrong."""

import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.core.fields import Kind
from bot.core.inputs import start_fields
from bot.projects import code, loading
from bot.projects.trouble import report
from tests.contract.projects import AGENT, loaded


@pytest.mark.parametrize(
    "attribute",
    ["graph", "builder", "Held.graph", "sync", "configured", "awaited", "managed", "functional"],
)
async def test_every_kind_of_attribute_is_a_workflow(attribute: str, tmp_path: Path) -> None:
    found = await loaded(tmp_path, {"My Trip": f"./agent.py:{attribute}"}, agent=AGENT)
    assert found.troubles == ()
    assert found.theirs == {"my-trip"}
    workflow = found.workflows["my-trip"]
    assert (workflow.title["en"], workflow.command, workflow.deciders) == ("My Trip", "", "starter")
    [*fields] = start_fields(workflow, "en")
    if attribute == "functional":
        assert [field.label for field in fields] == ["Input"]
    else:
        assert [field.key for field in fields] == ["city", "pace", "plan"]
        assert workflow.description["zh"] == "Plans a trip."
        assert workflow.steps == {"askPerson": {"en": "Ask Person", "zh": "Ask Person"}}


async def test_what_a_project_says_of_a_graph_is_taken(tmp_path: Path) -> None:
    said = {
        "title": "Trips",
        "command": "/trip",
        "deciders": ["U012AB3CD"],
        "labels": {"askPerson": "Ask"},
        "result": "plan",
        "links": "pace",
        "business_key": "city",
        "time_limit_s": 60,
    }
    found = await loaded(tmp_path, {"t": {"path": "./a.py:graph", "signoff": said}}, a=AGENT)
    workflow = found.workflows["t"]
    assert (workflow.title["zh"], workflow.command, workflow.result) == ("Trips", "/trip", "plan")
    assert (workflow.deciders, workflow.business_key) == (("U012AB3CD",), "city")
    assert workflow.links == "pace"
    assert (workflow.steps, workflow.time_limit_s) == (
        {"askPerson": {"en": "Ask", "zh": "Ask"}},
        60,
    )


@pytest.mark.parametrize(
    ("attribute", "says"),
    [
        ("nowhere", 'has no "nowhere".'),
        ("Held.other", 'has no "Held.other".'),
        ("number", "it is a int, not a graph"),
        ("nothing", "it gives a NoneType"),
        ("two", "its factory takes config, runtime; it may take the config"),
        ("once", "context manager: name the function that makes it"),
        ("waits", "it is awaited once only: name the function that makes it."),
        ("exits", "opening it raised SystemExit: 3 ("),
        ("breaks", "opening it raised RuntimeError: at the end ("),
        ("stops", 'breakpoints inside its subgraph "stop"'),
    ],
)
async def test_what_cannot_be_offered_is_one_sentence_and_the_others_are(
    attribute: str, says: str, tmp_path: Path
) -> None:
    graphs = {"bad": f"./agent.py:{attribute}", "good": "./agent.py:graph"}
    found = await loaded(tmp_path, graphs, agent=AGENT)
    assert found.theirs == {"good"}
    [trouble] = found.refused
    place = f"{tmp_path / 'langgraph.json'}, graphs.bad (./agent.py:{attribute})"
    assert trouble.where == place
    assert says in trouble.what
    assert "\n" not in str(trouble)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("raise ValueError('no\\nkey')", "loading it raised ValueError: no key ("),
        ("import sys; sys.exit('stop')", "loading it raised SystemExit: stop ("),
        ("class Odd(BaseException): ...\nraise Odd", "loading it raised Odd ("),
        ("import asyncio\nraise asyncio.CancelledError", "raised CancelledError ("),
        ("def broken(:", "loading it raised SyntaxError"),
        ("import module_of_nobody", "No module named 'module_of_nobody'"),
        ("\\x00", "loading it raised SyntaxError"),
    ],
)
async def test_a_module_that_does_not_load_is_one_sentence(
    source: str, says: str, tmp_path: Path
) -> None:
    found = await loaded(tmp_path, {"bad": "./bad.py:graph"}, bad=source)
    [trouble] = found.refused
    assert says in trouble.what
    assert "bad.py" in str(trouble)
    with capture_logs() as logs:
        report(found.troubles)
    assert [(line["event"], line["ref"]) for line in logs] == [("graph.not_offered", trouble.ref)]
    assert trouble.ref
    assert str(trouble).endswith(f"(log: {trouble.ref})")
    assert logs[0]["exc_info"] is trouble.cause


async def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    found = await loaded(tmp_path, {"bad": "./bad.py:graph"})
    assert f"there is no file {tmp_path / 'bad.py'}." in str(found.refused[0])


async def test_what_a_project_prints_does_not_mix_with_our_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "print('loading')\n" + AGENT + "\n\ndef loud():\n    print('making')\n    return graph\n"
    await loaded(tmp_path, {"loud": "./agent.py:loud"}, agent=text)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == ["loading", "making"]


async def test_one_that_never_ends_loading_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code, "SLOW_S", 0.05)
    monkeypatch.setattr(code, "TOO_SLOW_S", 0.1)
    stuck = "import threading\nthreading.Event().wait(5)\n"
    graphs = {"stuck": "./stuck.py:graph"}
    with capture_logs() as logs:
        found = await loaded(tmp_path, graphs, stuck=stuck)
    assert [line["event"] for line in logs] == ["graph.loads_slowly"]
    assert "did not end within 0.1 s" in found.refused[0].what


async def test_a_module_may_run_a_loop_while_it_is_imported(tmp_path: Path) -> None:
    text = AGENT + "\nimport asyncio\nmade = asyncio.run(awaited())\n"
    found = await loaded(tmp_path, {"made": "./agent.py:made"}, agent=text)
    assert found.theirs == {"made"}


async def test_a_graph_with_a_checkpointer_of_its_own_is_told_and_offered(tmp_path: Path) -> None:
    found = await loaded(tmp_path, {"own": "./agent.py:own"}, agent=AGENT)
    assert found.theirs == {"own"}
    assert [(t.what, t.fatal) for t in found.troubles] == [(loading.OWN_CHECKPOINTER, False)]


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"labels": {"nobody": "X"}}, 'it labels "nobody", which is no node'),
        ({"result": "plans"}, 'it needs "plans", which is not in its state'),
        ({"links": "sources"}, 'it needs "sources", which is not in its state'),
        ({"business_key": "town"}, '"town" is no field of its input'),
        ({"command": "/weekly-report"}, "is taken by the built-in workflow"),
        ({"command": "/signoff"}, "is taken by Signoff itself"),
    ],
)
async def test_what_does_not_fit_the_graph_is_said(
    said: dict[str, object], says: str, tmp_path: Path
) -> None:
    graphs = {"t": {"path": "./agent.py:graph", "signoff": said}}
    found = await loaded(tmp_path, graphs, agent=AGENT)
    assert found.theirs == frozenset()
    assert says in found.refused[0].what


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Weekly report", 'its name "weekly-report" is taken by the built-in workflow'),
        ("旅行", 'The workflow name "" may have a-z'),
    ],
)
async def test_a_name_that_cannot_be_offered_is_said(name: str, says: str, tmp_path: Path) -> None:
    found = await loaded(tmp_path, {name: "./agent.py:graph"}, agent=AGENT)
    assert says in found.refused[0].what


async def test_an_input_that_no_form_can_hold_is_refused_at_registration(tmp_path: Path) -> None:
    many = """
    from pydantic import Field, create_model
    from langgraph.graph import START, StateGraph
    Wide = create_model("Wide", **{f"field_{n}": (str, ...) for n in range(90)})
    told = (str, Field(description="字" * 2_000))
    Long = create_model("Long", **{f"field_{n}": told for n in range(50)})
    def graph_of(state):
        return StateGraph(state).add_node("n", lambda state: {}).add_edge(START, "n")
    wide, long = graph_of(Wide), graph_of(Long)
    """
    graphs = {"wide": "./many.py:wide", "long": "./many.py:long"}
    found = await loaded(tmp_path, graphs, many=many)
    assert [t.what.partition(";")[0] for t in found.refused] == [
        "its input makes a form of 90 fields",
        "its input makes a form that is larger than Slack takes",
    ]


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="from Python 3.12 on it can be read")
async def test_an_input_that_has_no_schema_is_any_json(tmp_path: Path) -> None:
    text = AGENT.replace("from typing_extensions import TypedDict", "from typing import TypedDict")
    found = await loaded(tmp_path, {"t": "./agent.py:graph"}, agent=text)
    [field] = start_fields(found.workflows["t"], "en")
    assert field.kind is Kind.JSON
