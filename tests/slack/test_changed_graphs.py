"""What becomes of waiting and failed runs when their graph is another one after a restart."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.sandbox import Card, Sandbox, Workspace
from tests.slack.bolt_office import LONG, slot_of
from tests.slack.project_office import Project, open_slack_for_projects, working, write

BEFORE = """
import operator
from typing import Annotated

from langgraph.graph import START, StateGraph
from langgraph.types import interrupt
from typing_extensions import TypedDict


class State(TypedDict, total=False):
    topic: str
    draft: str
    said: Annotated[list[str], operator.add]


def make(state: State) -> State:
    return {"draft": f"About {state['topic']}."}


def ask(state: State) -> State:
    answer = interrupt({"title": "Good?", "sections": [{"key": "d", "value": state["draft"]}]})
    return {"said": [answer["action"]]}
"""
FLOW = """

graph = (
    StateGraph(State)
    .add_node("make", make)
    .add_node("ask", ask)
    .add_edge(START, "make")
    .add_edge("make", "ask")
)
"""
RENAMED = FLOW.replace('.add_node("ask", ask)', '.add_node("review", ask)').replace(
    '("make", "ask")', '("make", "review")'
)
GONE = """

graph = StateGraph(State).add_node("review", ask).add_edge(START, "review")
"""
UNSENDABLE = BEFORE.replace('"title": "Good?"', '"title": "Good?", "with": object()')
SIDE_BY_SIDE = """

from pathlib import Path

COUNT = Path(__file__).with_name("count")


def other(state: State) -> State:
    n = len(COUNT.read_text()) if COUNT.exists() else 0
    COUNT.write_text("x" * (n + 1))
    answer = interrupt({"title": f"Version {n + 1}?"})
    return {"said": [f"{n + 1} {answer['action']}"]}


graph = (
    StateGraph(State)
    .add_node("ask", lambda state: ask({"draft": "A draft."}))
    .add_node("other", other)
    .add_edge(START, "ask")
    .add_edge(START, "other")
)
"""


class Releases:
    """A project whose graph becomes another one from release to release."""

    def __init__(self, folder: Path, sandbox: Sandbox, redis_url: str) -> None:
        self._folder, self._sandbox, self._redis_url = folder, sandbox, redis_url

    def at_work(self, code: str) -> AbstractAsyncContextManager[Project]:
        """A bot that serves this release."""
        file = write(self._folder, {"agent.py": code}, {"agent": "./agent.py:graph"})
        return working(self._sandbox, self._redis_url, file)


async def test_a_payload_that_cannot_be_stored_fails_with_its_node_and_retry_works_after_a_fix(
    redis_url: str, tmp_path: Path
) -> None:
    async with open_slack_for_projects() as sandbox:
        releases = Releases(tmp_path, sandbox, redis_url)
        async with releases.at_work(UNSENDABLE + FLOW) as office:
            root = await office.start("agent topic=cats")
            card = await failed(office.ws)
            assert "“Ask” asked" in card.text
            assert "cannot be stored (a `object`)" in card.text
            assert card.buttons == ["Retry", "Cancel"]
        async with releases.at_work(BEFORE + FLOW) as office:
            await card.click("Retry")
            await (await office.asked("About cats.")).click("Approve")
            assert (await office.gave(root))["said"] == ["approve"]


async def test_when_the_waiting_node_is_renamed_the_card_says_so_and_ask_again_works(
    redis_url: str, tmp_path: Path
) -> None:
    async with open_slack_for_projects() as sandbox:
        releases = Releases(tmp_path, sandbox, redis_url)
        async with releases.at_work(BEFORE + FLOW) as office:
            root = await office.start("agent topic=cats")
            old = await office.asked("About cats.")
        async with releases.at_work(BEFORE + RENAMED) as office:
            await old.click("Approve")
            card = await failed(office.ws)
            assert "The workflow was changed: the step that was due is gone." in card.text
            assert card.buttons == ["Ask again", "Cancel"]
            await old.wait_until(lambda c: "↻ The workflow was changed" in c.text, within=LONG)
            await card.click("Ask again")
            new = await office.asked("About cats.", after=old.ts)
            await new.click("Approve")
            assert (await office.gave(root))["said"] == ["approve"]


async def test_nobody_has_to_click_for_the_card_to_say_so(redis_url: str, tmp_path: Path) -> None:
    async with open_slack_for_projects() as sandbox:
        releases = Releases(tmp_path, sandbox, redis_url)
        async with releases.at_work(BEFORE + FLOW) as office:
            root = await office.start("agent topic=cats")
            old = await office.asked("About cats.")
        async with releases.at_work(BEFORE + RENAMED) as office:
            # What the next look of any process does, which comes within two minutes.
            await office.bot.conductor.wake((await office.run(root)).run_id)
            assert (await failed(office.ws)).buttons == ["Ask again", "Cancel"]
            await old.wait_until(lambda c: "↻ The workflow was changed" in c.text, within=LONG)


async def test_when_the_step_before_is_gone_too_the_run_ends_and_says_why(
    redis_url: str, tmp_path: Path
) -> None:
    async with open_slack_for_projects() as sandbox:
        releases = Releases(tmp_path, sandbox, redis_url)
        async with releases.at_work(BEFORE + FLOW) as office:
            await office.start("agent topic=cats")
            old = await office.asked("About cats.")
        async with releases.at_work(BEFORE + GONE) as office:
            await old.click("Approve")
            card = await failed(office.ws)
            assert "and so is the one before it" in card.text
            assert card.buttons == []
            await old.wait_until(lambda c: "The answer of @ana was not used." in c.text)


async def test_an_approval_is_never_given_to_what_the_new_release_asks_at_the_same_place(
    redis_url: str, tmp_path: Path
) -> None:
    async with open_slack_for_projects() as sandbox:
        releases = Releases(tmp_path, sandbox, redis_url)
        async with releases.at_work(BEFORE + FLOW) as office:
            root = await office.start("agent topic=cats")
            old = await office.asked("Good?")
        async with releases.at_work(BEFORE.replace("Good?", "Delete all?") + FLOW) as office:
            await old.click("Approve")
            new = await office.ws.wait_for(
                lambda c: c.ts > old.ts and slot_of(c)[:4] in {"gate", "resu"}, within=LONG
            )
            assert "Delete all?" in new.text
            await old.wait_until(lambda c: "The answer of @ana was not used." in c.text)
            await new.click("Approve")
            assert (await office.gave(root))["said"] == ["approve"]


async def test_a_workflow_that_is_not_offered_any_more_goes_on_once_it_is_back(
    redis_url: str, tmp_path: Path
) -> None:
    async with open_slack_for_projects() as sandbox:
        releases = Releases(tmp_path, sandbox, redis_url)
        async with releases.at_work(BEFORE + FLOW) as office:
            root = await office.start("agent topic=cats")
            old = await office.asked("About cats.")
        async with working(sandbox, redis_url) as office:
            said = await old.click("Approve")
            assert "No one may decide this right now." in said.text
        async with releases.at_work(BEFORE + FLOW) as office:
            if "Approve" not in old.refresh().buttons:  # the process in between looked at the run
                await (await failed(office.ws)).click("Retry")
                await old.wait_until(lambda c: "Approve" in c.buttons, within=LONG)
            await old.click("Approve")
            assert (await office.gave(root))["said"] == ["approve"]


async def test_a_process_without_the_workflow_that_looks_at_its_run_leaves_a_way_back(
    redis_url: str, tmp_path: Path
) -> None:
    async with open_slack_for_projects() as sandbox:
        releases = Releases(tmp_path, sandbox, redis_url)
        async with releases.at_work(BEFORE + FLOW) as office:
            root = await office.start("agent topic=cats")
            old = await office.asked("About cats.")
            run = await office.run(root)
        async with working(sandbox, redis_url) as office:
            await office.bot.conductor.wake(run.run_id)
            await old.wait_until(lambda c: "Approve" not in c.buttons, within=LONG)
        async with releases.at_work(BEFORE + FLOW) as office:
            await (await failed(office.ws)).click("Retry")
            await old.wait_until(lambda c: "Approve" in c.buttons, within=LONG)
            await old.click("Approve")
            assert (await office.gave(root))["said"] == ["approve"]


async def test_a_waiting_sibling_that_asks_something_else_now_gets_a_new_card(
    redis_url: str, tmp_path: Path
) -> None:
    async with open_slack_for_projects() as sandbox:
        releases = Releases(tmp_path, sandbox, redis_url)
        async with releases.at_work(BEFORE + SIDE_BY_SIDE) as office:
            root = await office.start("agent topic=cats")
            old = await office.asked("Version 1?")
            await (await office.asked("Good?")).click("Approve")
            new = await office.asked("Version 2?")
            closed = await old.wait_closed()
            assert "↻ Replaced by a newer question below" in closed.text
            await new.click("Approve")
            said = (await office.gave(root))["said"]
            assert said == ["approve", "3 approve"]


async def failed(ws: Workspace) -> Card:
    """The card of a failure."""
    return await ws.wait_for(
        lambda c: slot_of(c) == "failure", within=LONG, what="the card of a failure"
    )
