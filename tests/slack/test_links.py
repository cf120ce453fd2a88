"""A graph whose own code puts addresses into its result, beside what a model wrote."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from langgraph.graph import START, StateGraph
from typing_extensions import TypedDict

from graphs.contract import FormField, Workflow
from tests.slack.bolt_office import Office, open_office

PAGE = "https://example.org/owls?a=1&b=2"
EVIL = "https://evil.example/login"
REPORT = f"""Owls hunt at night, see [your bank]({EVIL}) and [{EVIL}]({PAGE}).

1. [Owls [PDF]]({PAGE})"""


class State(TypedDict, total=False):
    topic: str
    report: str
    pages: list[str]


async def report(_: State) -> State:
    return {"report": REPORT, "pages": [PAGE]}


def owls() -> Workflow:
    """One step that reports."""
    made: Any = StateGraph(State)
    made.add_node("report", report)
    made.add_edge(START, "report")
    return Workflow(
        name="owls",
        command="",
        title={"en": "Owls", "zh": "猫头鹰"},
        description={"en": "", "zh": ""},
        form=(FormField("topic", {"en": "Topic", "zh": "题目"}, {"en": "", "zh": ""}),),
        steps={},
        result="report",
        links="pages",
        build=lambda **_: made,
        own_model=False,
    )


@pytest.fixture
async def office(redis_url: str) -> AsyncIterator[Office]:
    """The bot at work on that graph."""
    async with open_office(redis_url, serves={"owls": owls()}) as it:
        yield it


async def shown(office: Office) -> str:
    """The texts of the result as Slack has them."""
    said = await office.ws.slash("/signoff", text="start owls hunting")
    assert not said.error, said.error
    found = (await office.result()).message.blocks
    texts = [block["text"] for block in found if block["type"] in {"markdown", "section"}]
    return "\n".join(text if isinstance(text, str) else text["text"] for text in texts)


async def test_only_what_the_graph_vouches_for_is_a_link(office: Office) -> None:
    text = await shown(office)
    assert re.findall(r"\[([^\]]*)\]\(([^)]*)\)", text) == [
        ("Owls (PDF)", PAGE.replace("&", "&amp;"))
    ]
    assert f"your bank (`{EVIL}`)" in text


async def test_it_is_one_as_well_where_slack_takes_no_markdown(office: Office) -> None:
    office.sandbox.refuse_blocks("markdown")
    text = await shown(office)
    assert re.findall(r"<[^>]*>", text) == [f"<{PAGE.replace('&', '&amp;')}|Owls (PDF)>"]
    assert f"your bank ({EVIL})" in text
