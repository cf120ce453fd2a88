"""State keys that two branches may write at once, as far as source and edges show it."""

import textwrap
from pathlib import Path

from bot.projects.writes import shared
from tests.unit.projects_code import HEAD, graph


def fan(folder: Path, body: str) -> list[str]:
    text = HEAD + textwrap.dedent(body)
    return [remark.what for remark in shared(graph(folder, text))]


def test_two_branches_that_write_one_key_may_clash(tmp_path: Path) -> None:
    body = """\
    def left(state): return {"text": "l", "log": ["l"]}
    def right(state): return Command(update={"text": "r", "log": ["r"]})
    def last(state): return {"text": "x"}
    graph = StateGraph(State).add_node(left).add_node(right).add_node(last)
    graph = graph.add_edge(START, "left").add_edge(START, "right")
    graph = graph.add_edge(["left", "right"], "last").compile()
    """
    [what] = fan(tmp_path, body)
    assert what.startswith('left and right may both write "text" in the step after __start__')
    assert "reducer" in what


def test_work_sent_to_one_node_many_times_may_clash_with_itself(tmp_path: Path) -> None:
    body = """\
    def spread(state): return [Send("work", {"text": one}) for one in "abc"]
    def work(state): return {"text": "x"}
    graph = StateGraph(State).add_node(work)
    graph = graph.add_conditional_edges(START, spread, ["work"]).compile()
    """
    [what] = fan(tmp_path, body)
    assert what.startswith('work is sent several times and may write "text"')


def test_branches_that_write_different_keys_are_fine(tmp_path: Path) -> None:
    body = """\
    def left(state): return {"text": "l"}
    def right(state): return {"log": ["r"]}
    graph = StateGraph(State).add_node(left).add_node(right)
    graph = graph.add_edge(START, "left").add_edge(START, "right").compile()
    """
    assert fan(tmp_path, body) == []
