"""The README's examples are what they claim to be: each block runs."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import StateGraph
from langgraph.types import Command

from bot.projects.about import About

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def executed(block: str) -> dict[str, Any]:
    """What a block defines."""
    made: dict[str, Any] = {"__name__": "readme"}
    exec(compile(block, "README.md", "exec"), made)  # noqa: S102 - our own README
    return made


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: block.split("\n")[0])
def test_each_block_of_python_runs(block: str) -> None:
    assert executed(block)


def test_the_first_example_asks_and_takes_an_approval() -> None:
    graph = executed(PYTHON[0])["graph"]
    assert isinstance(graph, StateGraph)

    async def walked() -> dict[str, Any]:
        compiled = graph.compile(checkpointer=InMemorySaver())
        thread: Any = {"configurable": {"thread_id": "t"}}
        asked = await compiled.ainvoke({"draft": "Ship it"}, thread)
        assert asked["__interrupt__"][0].value["title"] == "Send this?"
        return dict(await compiled.ainvoke(Command(resume={"action": "approve"}), thread))

    assert asyncio.run(walked())["approved"] is True


def test_the_table_of_the_signoff_object_has_all_of_its_keys() -> None:
    table = README[README.index("The `signoff` object") :].split("\n\n")[1]
    first = (line.split("|")[1] for line in table.splitlines()[2:])
    assert {key for cell in first for key in re.findall(r"`(\w+)`", cell)} == {*About.model_fields}


@pytest.mark.parametrize("page", ["README.md", "docs/interrupts.md", "docs/recipes.md"])
def test_what_a_page_links_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#]+)", text)
    assert links
    missing = [link for link in links if not ((ROOT / page).parent / link).exists()]
    assert missing == []


def test_what_the_recipes_quote_stands_in_them() -> None:
    page = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    files = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "docs/recipes").glob("*.py"))
    quoted = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(quoted) == 5
    assert [block for block in quoted if _unindented(block) not in _unindented(files)] == []


def _unindented(code: str) -> str:
    return "\n".join(line.strip() for line in code.splitlines())
