"""The modules of other people's projects, side by side in one process and beside our own."""

import json
import os
import sys
from pathlib import Path

import pytest

from bot.projects import loading
from tests.conftest import is_temporary
from tests.contract.projects import AGENT, loaded, project


async def test_two_projects_may_call_files_and_modules_the_same(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        text = AGENT + "\nfrom shared import where\ngraph.name = where\n"
        graphs = {name: "./agent.py:graph"}
        files.append(project(tmp_path / name, graphs, agent=text, shared=f"where = '{name}'"))
    found = await loading.load([*files, files[0]])
    assert {name: found.graphs[name].name for name in found.theirs} == {"one": "one", "two": "two"}
    [note] = found.troubles
    assert note.where == str(tmp_path / "two" / "shared.py")
    assert not note.fatal
    assert sys.modules["shared"].where == "one"


async def test_two_graphs_of_one_name_are_told_apart(tmp_path: Path) -> None:
    graphs = {"My trip": "./agent.py:graph", "my_trip": "./agent.py:builder"}
    found = await loaded(tmp_path, graphs, agent=AGENT)
    assert found.theirs == {"my-trip"}
    assert "graphs.My trip" in found.refused[0].what


async def test_a_package_is_imported_by_its_name_and_may_import_relatively(tmp_path: Path) -> None:
    files = {"src/trips/__init__": "", "src/trips/words": "NAME = 'trips'"}
    text = AGENT + "\nfrom .words import NAME\nfrom trips.words import NAME as same\n"
    files |= {"src/trips/agent": text}
    found = await loaded(tmp_path, {"t": "./src/trips/agent.py:graph"}, **files)
    assert found.troubles == ()
    assert "trips.agent" in sys.modules


async def test_the_name_of_a_module_does_not_change_with_the_folder(tmp_path: Path) -> None:
    """Checkpoints name classes by their modules."""
    await loaded(tmp_path, {"t": "./flows/agent.py:graph"}, **{"flows/agent": AGENT})
    assert "signoff_project_flows.agent" in sys.modules


async def test_a_project_with_a_package_called_like_ours_is_told_the_ways_out(
    tmp_path: Path,
) -> None:
    absolute = "from graphs.state import NAME\n" + AGENT
    relative = "from .state import NAME\n" + AGENT
    graphs = {
        "absolute": "./graphs/absolute.py:graph",
        "relative": "./graphs/relative.py:graph",
        "module": "graphs.relative:graph",
    }
    files = {"graphs/__init__": "", "graphs/state": "NAME = 1"}
    files |= {"graphs/absolute": absolute, "graphs/relative": relative}
    found = await loaded(tmp_path, graphs, **files)
    assert found.theirs == {"relative"}
    told = [trouble for trouble in found.troubles if not trouble.fatal]
    assert [t.where for t in told] == [str(tmp_path / "graphs")]
    assert "rename it, import its modules relatively" in told[0].what
    assert "hides the project's: rename it" in found.refused[0].what
    assert '"graphs.relative" is Signoff\'s own' in found.refused[1].what
    ours = [name for name in sys.modules if name.split(".")[0] in {"graphs", "bot"}]
    assert not [name for name in ours if is_temporary(name)]


async def test_the_environment_of_a_project_never_replaces_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIP_KEY", "ours")
    file = project(tmp_path, {"t": "./agent.py:graph"}, agent=AGENT)
    content = json.loads(file.read_text()) | {"env": {"TRIP_KEY": "theirs", "TRIP_CITY": "Rome"}}
    file.write_text(json.dumps(content))
    await loading.load([file])
    assert (os.environ["TRIP_KEY"], os.environ["TRIP_CITY"]) == ("ours", "Rome")


async def test_files_that_are_no_projects_are_told_beside_those_that_are(tmp_path: Path) -> None:
    good = project(tmp_path, {"t": "./agent.py:graph"}, agent=AGENT)
    found = await loading.load([tmp_path / "none.json", good])
    assert found.theirs == {"t"}
    assert [t.where for t in found.refused] == [str(tmp_path / "none.json")]


async def test_two_projects_may_have_a_package_of_one_name(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        text = f"{AGENT}\nfrom agent.words import WHERE\nfrom . import words\ngraph.name = WHERE\n"
        package = {"__init__": "", "words": f"WHERE = {name!r}", "graph": text}
        parts = {f"src/agent/{part}": text for part, text in package.items()}
        files.append(project(tmp_path / name, {name: "./src/agent/graph.py:graph"}, **parts))
    found = await loading.load(files)
    assert found.refused == ()
    assert {name: found.graphs[name].name for name in found.theirs} == {"one": "one", "two": "two"}
    assert sys.modules["agent.words"].WHERE == "one"
    # Opening it again, as the bot does, takes what was loaded.
    assert found.workflows["two"].build(model=None, sources={}).name == "two"


async def test_a_graph_may_be_named_by_its_module(tmp_path: Path) -> None:
    found = await loaded(tmp_path, {"t": "trips_of_ana:graph"}, trips_of_ana=AGENT)
    assert found.theirs == {"t"}


async def test_a_folder_that_is_a_package_may_be_imported_by_its_name(tmp_path: Path) -> None:
    text = "from trips_of_ben.words import NAME\n" + AGENT
    files = {"__init__": "", "words": "NAME = 1", "agent": text}
    found = await loaded(tmp_path / "trips_of_ben", {"t": "./agent.py:graph"}, **files)
    assert found.refused == ()
    assert "trips_of_ben.agent" in sys.modules
