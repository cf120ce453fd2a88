"""A graph with words of its own for buttons, something to try again, and a table as its result."""

from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated, Any

import pytest
from langgraph.graph import START, StateGraph
from langgraph.types import Send, interrupt
from typing_extensions import TypedDict

from bot.cards import ids
from bot.sandbox import Card
from graphs.contract import Answer, FormField, Workflow
from tests.slack.bolt_office import LONG, Office, has, open_office

PARTS = {"q1": "Prices", "q2": "Costs"}
GONE = "q2"
"""Fails the first time."""


def merged(old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """The newer finding of each part."""
    return {**old, **new}


class State(TypedDict, total=False):
    topic: str
    part: str
    found: Annotated[dict[str, str], merged]
    answer: Answer
    report: str


class Digging:
    """The nodes, and how often each part was dug for."""

    def __init__(self) -> None:
        self.dug: Counter[str] = Counter()

    async def dig(self, state: State) -> State:
        """Find a part."""
        part = state["part"]
        self.dug[part] += 1
        fails = part == GONE and self.dug[part] == 1
        return {"found": {part: "" if fails else f"all about {PARTS[part]}"}}

    async def ask(self, state: State) -> State:
        """Show what there is."""
        found = state["found"]
        return {
            "answer": interrupt(
                {
                    "type": "findings",
                    "title": "What was found",
                    "sections": [
                        {"key": key, "label": PARTS[key], "value": found[key]} for key in PARTS
                    ],
                    "actions": ["approve"],
                    "labels": {"approve": "Go on", "revise": "Not offered"},
                    "retries": [
                        {"id": key, "label": PARTS[key]} for key in PARTS if not found[key]
                    ],
                }
            )
        }

    def onward(self, state: State) -> Any:  # noqa: ANN401 - a node's name, or what to send it
        """Dig once more for what is to be tried again."""
        retry = state["answer"].get("retry")
        return Send("dig", {"part": retry}) if retry else "report"

    async def report(self, state: State) -> State:
        """Make a table of it."""
        rows = [f"| {PARTS[key]} | {said} |" for key, said in sorted(state["found"].items())]
        return {"report": "\n".join(["Found:", "", "| Part | Finding |", "|---|---|", *rows])}

    def graph(self) -> Any:  # noqa: ANN401 - LangGraph's own types want each node's exact kind
        """The parts side by side, the question, and the way back to one of them."""
        made: Any = StateGraph(State)
        for name in ("dig", "ask", "report"):
            made.add_node(name, getattr(self, name))
        made.add_conditional_edges(START, lambda _: [Send("dig", {"part": p}) for p in PARTS])
        made.add_edge("dig", "ask")
        made.add_conditional_edges("ask", self.onward, ["dig", "report"])
        return made


def findings(digging: Digging) -> Workflow:
    """These as a workflow."""
    return Workflow(
        name="findings",
        command="",
        title={"en": "Findings", "zh": "调查"},
        description={"en": "", "zh": ""},
        form=(FormField("topic", {"en": "Topic", "zh": "题目"}, {"en": "", "zh": ""}),),
        steps={n: {"en": n.title(), "zh": n.title()} for n in ("dig", "ask", "report")},
        result="report",
        build=lambda **_: digging.graph(),
        own_model=False,
    )


@pytest.fixture
def digging() -> Digging:
    """What counts how often a part was dug for."""
    return Digging()


@pytest.fixture
async def office(redis_url: str, digging: Digging) -> AsyncIterator[Office]:
    """The bot at work on that graph."""
    async with open_office(redis_url, serves={"findings": findings(digging)}) as it:
        yield it


async def started(office: Office, topic: str = "owls in the city") -> Card:
    said = await office.ws.slash("/signoff", text=f"start findings {topic}")
    assert not said.error, said.error
    return await card(office, retries=True)


async def card(office: Office, *, retries: bool) -> Card:
    return await office.ws.wait_for(
        lambda c: has(c, ids.APPROVE) and has(c, ids.TRY_AGAIN) is retries,
        within=LONG,
        what="the question",
    )


async def test_what_failed_is_tried_again_alone_and_the_button_is_quoted(
    office: Office, digging: Digging
) -> None:
    first = await started(office)
    assert first.buttons == ["Retry: Costs", "Go on", "Cancel"]
    await first.click("Retry: Costs")
    second = await card(office, retries=False)
    assert "↻ “Costs” is tried again · @ana" in (await first.wait_closed(within=LONG)).text
    assert "all about Costs" in second.text
    assert digging.dug == {"q1": 1, "q2": 2}
    late = await first.click("Retry: Costs", stale=True)
    assert "@ana already asked to try it again" in late.text
    await second.click("Go on")
    result = await office.result()
    assert "✓ “Go on” · @ana" in (await second.wait_closed(within=LONG)).text
    assert "Part | Finding\nCosts" not in result.text
    assert "Part | Finding\nPrices | all about Prices\nCosts | all about Costs" in result.text
    assert [b["type"] for b in result.message.blocks].count("table") == 1


async def test_whoever_may_not_decide_may_not_try_again(office: Office, digging: Digging) -> None:
    first = await started(office)
    refused = await first.click("Retry: Costs", as_="ben")
    assert "Only @ana can decide this." in refused.text
    assert first.refresh().buttons == ["Retry: Costs", "Go on", "Cancel"]
    assert digging.dug == {"q1": 1, "q2": 1}


async def test_in_chinese_and_where_slack_takes_no_tables_it_says_the_same(office: Office) -> None:
    office.sandbox.refuse_blocks("table")
    first = await started(office, "城市里的猫头鹰怎么过冬")
    assert first.buttons == ["重试：Costs", "Go on", "取消"]
    await first.click("重试：Costs")
    second = await card(office, retries=False)
    assert "↻ @ana 要求重试“Costs”" in (await first.wait_closed(within=LONG)).text
    await second.click("Go on")
    result = await office.result()
    assert "✓ @ana 选了“Go on”" in (await second.wait_closed(within=LONG)).text
    assert "• Part：Costs · Finding：all about Costs" in result.text
    assert "用时" in result.text
