"""Reading `langgraph.json` and `signoff.toml`: what is taken, and the place of what is wrong."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.projects.langgraph_json import MAX_BYTES, Project, read_project
from bot.projects.trouble import ProjectError, Trouble

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=15,
)
GOOD = {"graphs": {"agent": "./agent.py:graph"}}


def project(folder: Path, content: object, *, toml: str = "") -> Project:
    file = folder / "langgraph.json"
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    file.write_bytes(text)
    if toml:
        (folder / "signoff.toml").write_text(toml, encoding="utf-8")
    return read_project(file)


@pytest.mark.parametrize(
    ("content", "place", "says"),
    [
        (b"", ", line 1, column 1", "is not JSON"),
        (b'{"graphs": {\n  "a": ./x.py:graph}}', ", line 2, column 8", "is not JSON"),
        (b'{"graphs": {}} trailing', ", line 1, column 16", "is not JSON"),
        (b'{"graphs": {"a": "\xff"}}', ", byte 19", "no text in UTF-8"),
        (b"[" * 100_000, "", "nested too deeply"),
        (b" " * (MAX_BYTES + 1), "", "too big"),
        (b'{"graphs": {"a": 1, "a": 2}}', "", 'the key "a" twice'),
        (b"9" * 5_000, "", "a number that is too long"),
        ([], "", 'an object with "graphs"'),
        ({}, ", graphs", "must be an object"),
        ({"graphs": {}}, ", graphs", "must be an object"),
        ({"graphs": ["agent.py:graph"]}, ", graphs", "must be an object"),
    ],
)
def test_what_is_no_langgraph_json_is_one_sentence_with_its_place(
    content: object, place: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(ProjectError) as caught:
        project(tmp_path, content)
    trouble = caught.value.trouble
    assert trouble.where == f"{tmp_path / 'langgraph.json'}{place}"
    assert says in trouble.what
    assert str(trouble).count(". ") == 0


@pytest.mark.parametrize(
    ("name", "says"), [("nowhere.json", "is no file."), ("", "is a folder: name the langgraph")]
)
def test_a_path_that_is_no_file_is_said_to_be_none(name: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(ProjectError) as caught:
        read_project(tmp_path / name)
    assert caught.value.trouble.what.startswith(says)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "langgraph.json")
    with pytest.raises(ProjectError, match="is no file"):
        read_project(tmp_path / "langgraph.json")


@pytest.mark.parametrize(
    ("graph", "spot", "says"),
    [
        (5, "", "must name a file and an attribute"),
        ("agent.py", "", "must name a file and an attribute"),
        ("agent.py:", "", "must name a file and an attribute"),
        (":graph", "", "must name a file and an attribute"),
        ("agent.py:my graph", "", "must name a file and an attribute"),
        ({"file": "agent.py:graph"}, "", "must name a file and an attribute"),
        ("./agent.ts:graph", "", "is not Python"),
        ({"path": "a.py:g", "signoff": {"titles": "x"}}, ".signoff.titles", "is none of title"),
        ({"path": "a.py:g", "signoff": "x"}, ".signoff", "must be an object"),
        ({"path": "a.py:g", "signoff": {"title": " "}}, ".signoff.title", "at least 1 character"),
        ({"path": "a.py:g", "signoff": {"title": 3}}, ".signoff.title", "must be a text"),
        ({"path": "a.py:g", "signoff": {"command": "go"}}, ".signoff.command", "be a slash"),
        ({"path": "a.py:g", "signoff": {"deciders": []}}, ".signoff.deciders", "Slack user ids"),
        ({"path": "a.py:g", "signoff": {"deciders": ["ana"]}}, ".signoff.deciders", "user ids"),
        ({"path": "a.py:g", "signoff": {"labels": {"n": 1}}}, ".signoff.labels.n", "be a text"),
        ({"path": "a.py:g", "signoff": {"time_limit_s": 0}}, ".signoff.time_limit_s", "than 0"),
    ],
)
def test_a_graph_that_is_described_wrongly_is_left_out_with_its_place(
    graph: object, spot: str, says: str, tmp_path: Path
) -> None:
    read = project(tmp_path, {"graphs": {"bad": graph, "agent": "./agent.py:graph"}})
    assert [entry.name for entry in read.entries] == ["agent"]
    [trouble] = read.troubles
    assert trouble.where == f"{tmp_path / 'langgraph.json'}, graphs.bad{spot}"
    assert says in trouble.what
    assert trouble.fatal


def test_the_object_in_the_file_goes_before_the_table_beside_it(tmp_path: Path) -> None:
    graph = {"path": "./agent.py:graph", "signoff": {"title": "Trips"}, "description": "Plans\n it"}
    toml = '[agent]\ntitle = "Other"\ndeciders = ["U012AB3CD"]\n'
    read = project(tmp_path, {"graphs": {"agent": graph}}, toml=toml)
    [entry] = read.entries
    assert (entry.about.title, entry.about.policy) == ("Trips", ("U012AB3CD",))
    assert entry.description == "Plans it"
    assert (entry.path, entry.attribute) == ("./agent.py", "graph")


def test_without_a_policy_only_the_starter_decides(tmp_path: Path) -> None:
    [entry] = project(tmp_path, GOOD).entries
    assert entry.about.policy == "starter"


def test_a_byte_order_mark_does_not_matter(tmp_path: Path) -> None:
    assert project(tmp_path, b"\xef\xbb\xbf" + json.dumps(GOOD).encode()).entries


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("[agent\n", "is not TOML"),
        ('[agnet]\ndeciders = ["U012AB3CD"]\n', "no graph of that name"),
    ],
)
def test_a_toml_that_may_hold_a_policy_and_is_wrong_keeps_the_project_out(
    toml: str, says: str, tmp_path: Path
) -> None:
    """Else the graph would run with its starter as the only one to decide."""
    with pytest.raises(ProjectError, match=says) as caught:
        project(tmp_path, GOOD, toml=toml)
    assert "signoff.toml" in caught.value.trouble.where


def test_a_table_of_no_graph_without_a_policy_is_a_note(tmp_path: Path) -> None:
    read = project(tmp_path, GOOD, toml='[old]\ntitle = "Old"\n')
    assert [(t.where, t.fatal) for t in read.troubles] == [
        (f"{tmp_path / 'signoff.toml'}, old", False)
    ]
    assert read.entries


def test_folders_of_the_project_can_be_imported_from(tmp_path: Path) -> None:
    for name in ("lib", "lib/src"):
        (tmp_path / name).mkdir()
    content = {**GOOD, "dependencies": ["./lib", ".", "requests", "./nowhere", 5]}
    folders = project(tmp_path, content).folders
    assert folders == (tmp_path, tmp_path / "lib", tmp_path / "lib" / "src")


@pytest.mark.parametrize(
    ("env", "variables", "says"),
    [
        ({"A": "1", "B": 2, "C": None}, {"A": "1", "B": "2"}, []),
        (".env", {"KEY": "value"}, []),
        ("nowhere", {}, ["there is no file nowhere."]),
        ("bytes", {}, ["bytes is no text in UTF-8."]),
        (["A"], {}, ["must be an object or the name of a file."]),
        ({"A=B": "1", "C": "\0", "D": "x"}, {"D": "x"}, ['"A=B" is no', '"C" is no']),
        (None, {}, []),
    ],
)
def test_the_environment_comes_from_an_object_or_a_file(
    env: object, variables: dict[str, str], says: list[str], tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text("KEY=value\nBARE\n")
    (tmp_path / "bytes").write_bytes(b"A=\xff\n")
    read = project(tmp_path, {**GOOD, "env": env})
    assert read.variables == variables
    assert [t.fatal for t in read.troubles] == [False] * len(says)
    assert all(part in t.what for part, t in zip(says, read.troubles, strict=True))


@given(graphs=ANY_JSON, more=ANY_JSON, said=ANY_JSON)
def test_any_json_is_read_or_refused_in_one_sentence(
    graphs: object, more: object, said: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("any")
    graph = {"path": "./agent.py:graph", "signoff": said, "description": more}
    listed = {**graphs, "a": graph} if isinstance(graphs, dict) else {"a": graph, "b": graphs}
    for content in (graphs, {"graphs": listed, "env": more, "dependencies": more}):
        for trouble in troubles(folder, content):
            assert len(str(trouble).splitlines()) == 1


def troubles(folder: Path, content: object) -> list[Trouble]:
    try:
        return [*project(folder, content).troubles]
    except ProjectError as error:
        return [error.trouble]
