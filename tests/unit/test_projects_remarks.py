"""What is said of the code around a question: what will surprise people, with its line."""

import textwrap
from pathlib import Path

import pytest

from bot.projects.remarks import remarks
from bot.projects.sources import sources
from tests.unit.projects_code import HEAD, LINES, graph


def said(folder: Path, body: str) -> list[tuple[int, str, bool]]:
    """Line in the node, first words, and whether it is serious."""
    text = HEAD + textwrap.dedent(body)
    made = graph(folder, text + "\ngraph = one(node)\n")
    found = []
    for source in sources(made):
        for remark in remarks(source):
            file, _, line = remark.where.rpartition(":")
            assert file == str(folder / "agent.py")
            found.append((int(line) - LINES, remark.what, remark.serious))
    return found


@pytest.mark.parametrize(
    "handled",
    ["except Exception:", "except:", "except (ValueError, Exception):", "except GraphInterrupt:"],
)
def test_an_except_that_keeps_the_pause_will_not_work(handled: str, tmp_path: Path) -> None:
    body = f"""\
    def node(state):
        try:
            answer = interrupt("ok?")
        {handled}
            answer = None
        return {{"text": answer}}
    """
    [(line, what, serious)] = said(tmp_path, body)
    assert (line, serious) == (3, True)
    assert what.startswith("node: the `except` around interrupt() catches the pause")
    assert what.count(". ") == 0


def test_suppress_keeps_the_pause_as_well(tmp_path: Path) -> None:
    body = """\
    async def node(state):
        with contextlib.suppress(Exception):
            pause("ok?")
        return {}
    """
    [(line, what, serious)] = said(tmp_path, body)
    assert (line, serious) == (3, True)
    assert "`suppress`" in what


@pytest.mark.parametrize(
    "body",
    [
        """\
        def node(state):
            try:
                answer = interrupt("ok?")
            except ValueError:
                answer = None
            return {"text": answer}
        """,
        """\
        def node(state):
            try:
                answer = interrupt("ok?")
            except GraphInterrupt:
                raise
            except Exception:
                answer = None
            return {"text": answer}
        """,
        """\
        def node(state):
            try:
                number = int(state["text"])
            except Exception:
                number = interrupt("which number?")
            return {"text": str(number)}
        """,
        """\
        async def node(state):
            answer = interrupt(state["text"])
            return {"text": await ask_model(answer)}
        """,
        """\
        async def node(state):
            text = await kept(state["text"])
            await asyncio.sleep(0)
            return {"text": interrupt(text)}
        """,
        """\
        async def node(state):
            if state.get("text"):
                return {"text": await ask_model("x")}
            else:
                return {"text": interrupt("ok?")}
        """,
        """\
        async def node(state):
            while not state:
                await ask_model("x")
            return {}
        """,
        """\
        def node(state):
            def later():
                return requests.get("x")
            return {"text": interrupt("ok?")}
        """,
    ],
)
def test_what_works_is_not_remarked_on(body: str, tmp_path: Path) -> None:
    assert said(tmp_path, textwrap.dedent(body)) == []


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("text = await ask_model('x')", "ask_model"),
        ("text = state.model.invoke('x')", "state.model.invoke"),
        ("text = requests.get('x')", "requests.get"),
    ],
)
def test_a_costly_call_before_the_question_may_run_again(
    call: str, name: str, tmp_path: Path
) -> None:
    body = f"""\
    async def node(state):
        {call}
        return {{"text": interrupt(text)}}
    """
    [(line, what, serious)] = said(tmp_path, body)
    assert (line, serious) == (2, False)
    assert what.startswith(f"node: {name}() runs again when the answer comes")


def test_a_costly_call_that_makes_the_question_may_run_again(tmp_path: Path) -> None:
    [(line, what, _)] = said(
        tmp_path, 'async def node(state):\n    return {"text": interrupt(await ask_model("x"))}\n'
    )
    assert (line, what.split("()")[0]) == (2, "node: ask_model")


def test_a_question_in_a_while_is_remarked_on(tmp_path: Path) -> None:
    body = """\
    def node(state):
        while True:
            if interrupt("ok?"):
                return {}
    """
    [(line, what, serious)] = said(tmp_path, body)
    assert (line, serious) == (3, False)
    assert "through an edge back to the node" in what


@pytest.mark.parametrize(
    "node",
    ["partial(function, more=1)", "Callable()", "lambda state: pause('ok?') or ask_model('x')"],
)
def test_other_callables_are_read_as_well(node: str, tmp_path: Path) -> None:
    body = f"""\
    def function(state, more):
        return pause(requests.get("x"))

    class Callable:
        def __call__(self, state):
            return pause(requests.get("x"))

    node = {node}
    """
    expected = 0 if node.startswith("lambda") else 1
    assert len(said(tmp_path, body)) == expected


def test_nodes_of_subgraphs_are_named_after_both(tmp_path: Path) -> None:
    text = (
        HEAD
        + "def node(state):\n    while True:\n        pause('ok?')\n"
        + "inner = one(node)\ngraph = one(inner)\n"
    )
    [source] = sources(graph(tmp_path, text))
    assert source.node == "node.node"
    [remark] = remarks(source)
    assert remark.what.startswith("node.node: ")
