"""A workflow that searches and keeps texts beside its state, in the whole bot."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict

from bot.adapters.redis_store.keys import texts_key
from bot.cards import ids
from graphs.budget import Limits
from graphs.contract import FormField, Workflow
from graphs.sources import Source
from graphs.texts import Texts, this_run
from tests.slack.bolt_office import Office, open_office

FOREVER = -1


class Notes(TypedDict, total=False):
    topic: str
    text_id: str
    report: str


def build(*, model: object, sources: Mapping[str, Any]) -> StateGraph[Any, Any, Any, Any]:
    """Look something up, keep it, ask, and give what was kept."""
    search: Source = sources["search"]
    texts: Texts = sources["texts"]
    assert model is not None
    assert isinstance(sources["limits"], Limits)

    async def look_up(state: Notes) -> Notes:
        [hit, *_] = await search.search(state["topic"])
        page = await search.read(hit.address)
        return {"text_id": await texts.put(this_run(), page.text)}

    async def ask(state: Notes) -> Notes:
        interrupt({"type": "look", "title": f"Is {state['topic']} the right one?"})
        return {}

    async def report(state: Notes) -> Notes:
        return {"report": await texts.get(this_run(), state["text_id"])}

    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Notes)
    return graph.add_sequence([look_up, ask, report]).add_edge(START, "look_up")


WORDS = {"en": "Look up", "zh": "查一查"}
LOOK_UP = Workflow(
    name="look-up",
    command="/look-up",
    title=WORDS,  # type: ignore[arg-type]  # a literal dict
    description=WORDS,  # type: ignore[arg-type]  # as above
    form=(FormField("topic", WORDS, WORDS),),  # type: ignore[arg-type]  # as above
    steps={},
    result="report",
    build=build,
    sources=("search", "texts", "limits"),
)


@pytest.fixture
async def office(redis_url: str) -> AsyncIterator[Office]:
    async with open_office(redis_url, serves={"look-up": LOOK_UP}) as it:
        yield it


async def asked(office: Office, topic: str) -> str:
    """The id of a run that looked something up and waits."""
    await office.ws.slash("/signoff", text=f"start look-up {topic}", as_="ana", channel="general")
    await office.card()
    [run_id] = await office.runs()
    return run_id


async def test_a_waiting_runs_texts_stay_and_a_finished_ones_end_with_it(office: Office) -> None:
    run_id = await asked(office, "老房子里的热泵")
    assert await office.redis.ttl(texts_key(run_id)) == FOREVER
    await (await office.card()).click(ids.APPROVE)
    assert "老房子里能不能用热泵" in (await office.result()).text
    await office.bot.conductor.wake(run_id)
    assert 0 < await office.redis.ttl(texts_key(run_id)) <= 30 * 86_400


async def test_the_texts_of_a_cancelled_run_end_with_it(office: Office) -> None:
    run_id = await asked(office, "bees in cities")
    await (await office.root()).click(ids.CANCEL)
    await office.finished()
    await office.bot.conductor.wake(run_id)
    assert 0 < await office.redis.ttl(texts_key(run_id)) <= 30 * 86_400
