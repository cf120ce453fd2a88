"""The parts of the model that need no endpoint, and the offline model."""

from collections.abc import AsyncIterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel
from typing_extensions import TypedDict

from graphs.contract import UsageEvent, status
from graphs.events import tell
from graphs.language import detect
from graphs.model import Ask, OfflineModel, Price
from graphs.model.dialect import Dialect, Refusal, simpler
from graphs.model.replies import ThinkingFilter, without_thinking


class State(TypedDict, total=False):
    n: int


class Count(BaseModel):
    n: int


def test_a_price_is_per_million_tokens() -> None:
    assert Price(input=0.5, output=2.0).of(2_000_000, 500_000) == 2.0


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Login shipped", "en"),
        ("登录上线", "zh"),
        ("发布了 Login v2 给所有客户", "zh"),
        ("Met 王小明 about the rollout plan today", "en"),
        ("12 + 3!", None),
        ("", None),
    ],
)
def test_the_language_is_that_of_most_words(text: str, language: str | None) -> None:
    assert detect(text) == language


@settings(max_examples=40)
@given(pieces=st.lists(st.text("<think>/ ab\n", max_size=9), max_size=12))
def test_a_stream_shows_what_the_whole_text_would(pieces: list[str]) -> None:
    whole = "".join(pieces)
    # A closing tag alone is only seen in a whole text: a stream cannot take back what it showed.
    if "</think>" in whole and not whole.lstrip().startswith("<think>"):
        return
    shown = ThinkingFilter()
    text = "".join([*(shown.feed(piece) for piece in pieces), shown.finish()])
    assert text.strip() == without_thinking(whole).strip()


def test_giving_up_ends() -> None:
    dialect: Dialect | None = Dialect()
    refusal = Refusal("", "temperature, max_completion_tokens, stream_options, response_format")
    steps = 0
    while dialect is not None:
        dialect, steps = simpler(dialect, refusal, structured=True), steps + 1
    assert steps == 6


async def test_the_offline_model_asks_the_ask_itself() -> None:
    model = OfflineModel()
    text = Ask(task="t", system="", user="", offline=lambda: "a\nb")
    assert model.offline
    assert await model.text(text) == "a\nb"
    assert [piece async for piece in model.stream(text)] == ["a\n", "b"]
    number = Ask(task="t", system="", user="", offline=lambda: Count(n=3))
    assert (await model.structured(Count, number)).n == 3
    assert "offline" in await model.check()


async def run_events(*events: UsageEvent) -> AsyncIterator[object]:
    async def node(state: State) -> State:
        tell(status("Counting"))
        for event in events:
            tell(event)
        return {"n": state.get("n", 0) + 1}

    graph = StateGraph(State)
    graph.add_node("count", node)
    graph.add_edge(START, "count")
    graph.add_edge("count", END)
    async for part in graph.compile().astream({"n": 1}, stream_mode=["custom"], version="v2"):
        yield part["data"]


async def test_events_reach_the_stream_of_the_run_they_belong_to() -> None:
    usage: UsageEvent = {
        "type": "signoff.usage",
        "input_tokens": 1,
        "output_tokens": 2,
        "cost": None,
    }
    assert [event async for event in run_events(usage)] == [status("Counting"), usage]


def test_outside_a_run_nobody_listens_and_nothing_breaks() -> None:
    tell(status("Counting"))
