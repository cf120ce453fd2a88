"""A cancel that comes late: the graph worked on with an answer, or ended before it knew."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from redis.asyncio import Redis
from typing_extensions import TypedDict

from bot import lease
from bot.cards import ids
from bot.cards.catalogue import words
from bot.sandbox import Card
from graphs.contract import FormField, Workflow
from tests.slack.bolt_office import LONG, Office, form, open_office, slot_of

EN = words("en")
STEP = EN.versions.again_label
NODES = ("ask", "critique", "report")


class State(TypedDict, total=False):
    topic: str
    report: str


@dataclass
class Writing:
    """A question, then a step that takes until it may end, then the report."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def collect(self, state: State) -> State:
        """A step without a name that people know."""
        return state

    async def ask(self, state: State) -> State:
        """Whether to write at all."""
        interrupt({"title": "Write it?", "draft": state["topic"]})
        return {}

    async def critique(self, state: State) -> State:
        """Take long."""
        self.begun.set()
        await self.go.wait()
        return state

    async def report(self, state: State) -> State:
        """Write."""
        return {"report": f"All about {state['topic']}."}

    def graph(self) -> Any:  # noqa: ANN401 - LangGraph's own types want each node's exact kind
        """One after the other."""
        made: Any = StateGraph(State)
        made.add_sequence([(n, getattr(self, n)) for n in ("collect", *NODES)])
        made.add_edge(START, "collect")
        return made


def essays(writing: Writing) -> Workflow:
    """The graph as a workflow; one run a topic, whoever asks."""
    return Workflow(
        name="essay",
        command="",
        title={"en": "Essay", "zh": "文章"},
        description={"en": "", "zh": ""},
        form=(FormField("topic", {"en": "Topic", "zh": "题目"}, {"en": "", "zh": ""}),),
        steps={n: {"en": n.title(), "zh": n.title()} for n in NODES},
        result="report",
        build=lambda **_: writing.graph(),
        business_key="topic",
        period="week",
        own_model=False,
    )


@pytest.fixture
def writing() -> Writing:
    """What knows how far a step is."""
    return Writing()


@pytest.fixture
async def office(redis_url: str, writing: Writing) -> AsyncIterator[Office]:
    """The bot at work on that graph."""
    async with open_office(redis_url, serves={"essay": essays(writing)}) as it:
        yield it


async def started(office: Office, *, as_: str = "ana") -> Any:  # noqa: ANN401 - as the workspace says
    said = await office.ws.slash("/signoff", text="start essay owls", as_=as_, channel="general")
    assert not said.error, said.error
    return said


async def cancelled_late(office: Office, writing: Writing) -> Card:
    """A run whose answer was taken, and that was cancelled while the step after it ran."""
    await started(office)
    card = await office.card()
    await card.click(ids.APPROVE)
    async with asyncio.timeout(LONG):
        await writing.begun.wait()
    await (await office.root()).click(ids.CANCEL)
    await office.finished()
    return card


async def root_after(office: Office, older: Card) -> Card:
    return await office.ws.wait_for(
        lambda c: slot_of(c) == "root" and c.ts > older.ts and not ids_of(c) & {ids.CANCEL},
        within=LONG,
        what="the end of another version",
    )


def ids_of(card: Card) -> set[str]:
    return {str(element.get("action_id")) for element in card.elements}


async def ended_unseen(redis: Redis) -> None:
    """Wait for the checkpoint after the last step."""
    async with asyncio.timeout(LONG):
        while not await _has_ended(redis):
            pass


async def _has_ended(redis: Redis) -> bool:
    keys = [key async for key in redis.scan_iter("checkpoint:*")]
    found = [await redis.json().get(key) for key in keys]
    seen = [one["checkpoint"]["versions_seen"] for one in map(_parsed, found) if one]
    return any("report" in nodes for nodes in seen)


def _parsed(found: Any) -> Any:  # noqa: ANN401 - JSON
    held = found and found["checkpoint"]
    return {"checkpoint": json.loads(held)} if isinstance(held, str) else found


async def test_an_answer_that_steps_ran_on_is_not_said_to_have_had_no_effect(
    office: Office, writing: Writing
) -> None:
    card = await cancelled_late(office, writing)
    await office.bot.show((await office.runs())[0])  # until all is seen that there is to see
    closed = card.refresh().text
    assert "✓ Approved by @ana" in closed
    assert EN.gate.no_effect not in closed


async def test_a_run_that_had_really_ended_is_continued_with_all_its_steps_done(
    office: Office, writing: Writing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its driver did not look at the record any more before the graph ended."""
    for name in ("BEAT", "TRUST"):
        monkeypatch.setattr(lease, name, timedelta(minutes=1))
    await cancelled_late(office, writing)
    older = await office.finished()
    writing.go.set()
    await ended_unseen(office.redis)
    await (await started(office)).notices[0].click(ids.GO_ON)
    root = await root_after(office, older)
    assert "✓ Done" in root.text
    progress = await office.ws.wait_for(
        lambda c: slot_of(c) == "progress" and c.thread_ts == root.ts, within=LONG, what="its steps"
    )
    done = [f"✓ {node.title()}" for node in NODES]
    await progress.wait_until(
        lambda c: all(step in c.text for step in done), within=LONG, what="all of them done"
    )

    modal = await form(root, ids.AGAIN)
    assert [line.partition(" · ")[0] for line in modal.options(STEP)] == [
        "Report",
        "Critique",
        "Ask",
    ]
    [report] = [line for line in modal.options(STEP) if line.startswith("Report")]
    await modal.fill({STEP: report}).submit()
    third = await root_after(office, root)
    assert "↻ again from *Report* of version 1" in third.text
    assert "✓ Done" in third.text


async def test_only_who_may_is_offered_to_continue_what_somebody_cancelled(
    office: Office, writing: Writing
) -> None:
    await cancelled_late(office, writing)
    theirs = (await started(office, as_="ben")).notices[0]
    assert theirs.buttons == ["New version", "Open it"]
    assert (await started(office)).notices[0].buttons == ["Continue", "New version", "Open it"]
