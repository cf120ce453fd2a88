"""Other people's graphs on the real bot: what they ask becomes a card, and they get its answer."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cards import ids
from tests.slack.bolt_office import LONG, form
from tests.slack.project_office import (
    Project,
    open_project,
    open_slack_for_projects,
    working,
)

THEIRS = Path(__file__).parent.resolve() / "theirs" / "langgraph.json"
REJECTED = "User rejected the tool call for `delete` with reason: Keep it."


@pytest.fixture
async def office(redis_url: str) -> AsyncIterator[Project]:
    """The bot at work on all of these graphs."""
    async with open_project(redis_url, THEIRS) as it:
        yield it


async def test_a_graph_that_does_not_load_is_told_of_and_the_others_are_offered(
    office: Project,
) -> None:
    (refused,) = office.loaded.refused
    assert "graphs.broken (./broken.py:graph)" in refused.where
    assert "RuntimeError: no such model" in refused.what
    assert f"{THEIRS.parent / 'broken.py'}:3" in refused.what
    listed = (await office.ws.slash("/signoff")).text
    assert "Subagents" in listed
    assert "Broken" not in listed
    said = await office.ws.slash("/signoff", text="start broken")
    assert "There is no workflow “broken”" in said.text


async def test_a_graph_with_a_checkpointer_of_its_own_runs_on_ours(office: Project) -> None:
    assert [t for t in office.loaded.troubles if "own-saver" in t.where and not t.fatal]
    root = await office.start("own-saver case=a")
    await (await office.asked("Go on?")).click("Approve")
    assert (await office.gave(root))["action"] == "approve"


async def test_a_batch_of_calls_is_decided_by_two_people_and_kept_over_a_restart(
    redis_url: str,
) -> None:
    async with open_slack_for_projects() as sandbox:
        async with working(sandbox, redis_url, THEIRS) as office:
            root = await office.start("batched go")
            card = await office.asked("3 actions are waiting")
            assert "Submit" not in card.buttons
            edit = await form(card, ids.ROW_EDIT)
            await edit.fill({"Amount": "50"}).submit()
            card = await card.wait_until(lambda c: "Approve with changes · @ana" in c.text)
            reject = await form(card, f"{ids.ROW_REJECT}#1", as_="ben")
            await reject.fill({"Why?": "Keep it."}).submit()
            await card.wait_until(lambda c: "✕ Reject · @ben" in c.text)
        async with working(sandbox, redis_url, THEIRS) as office:
            card = card.refresh()
            assert "✎ Approve with changes · @ana" in card.text
            assert "1 of 3 still to decide" in card.text
            respond = await form(card, f"{ids.ROW_ANSWER}#2", as_="ben")
            await respond.fill({"Your response": "Frankfurt"}).submit()
            card = await card.wait_until(lambda c: "Submit" in c.buttons)
            await card.click("Submit", as_="ben")
            assert await office.gave(root) == [
                ["c2", REJECTED],
                ["c3", "Frankfurt"],
                ["c1", "50 to DE12"],
            ]
            closed = (await card.wait_closed()).text
            assert "✓ Sent by @ben" in closed
            assert "1 changed and approved, 1 responded to, 1 rejected" in closed


async def test_an_only_call_is_decided_at_once(office: Project) -> None:
    root = await office.start("batched one")
    await (await office.asked("Run transfer?")).click("Approve", as_="ben")
    assert await office.gave(root) == [["c1", "500 to DE12"]]


async def test_the_tools_name_cannot_be_edited(office: Project) -> None:
    await office.start("batched one")
    edit = await form(await office.asked("Run transfer?"), "Edit…")
    assert list(edit.inputs) == ["Account", "Amount"]
    await edit.fill({"Amount": "a lot"}).submit()
    assert edit.errors == {"Amount": "Type a whole number, like 12."}


async def test_calls_that_are_asked_one_at_a_time_are_a_card_each(office: Project) -> None:
    root = await office.start("per-call go")
    await (await office.asked("Run delete?")).click("Approve", as_="ben")
    respond = await form(await office.asked("Run ask_user?"), "Respond…", as_="chen")
    await respond.fill({"你的回复": "Frankfurt"}).submit()
    edit = await form(await office.asked("Run transfer?"), "Edit…")
    await edit.fill({"Account": "FR76"}).submit()
    given = dict(await office.gave(root))
    assert given == {
        "c1": "500 to FR76",
        "c2": "deleted /srv/old",
        "c3": "Frankfurt",
    }


async def test_a_call_that_is_asked_alone_can_be_rejected(office: Project) -> None:
    root = await office.start("per-call go")
    await (await form(await office.asked("Run transfer?"), "Reject…")).submit()
    reject = await form(await office.asked("Run delete?"), "Reject…")
    await reject.fill({"Why?": "Keep it."}).submit()
    respond = await form(await office.asked("Run ask_user?"), "Respond…")
    await respond.fill({"Your response": "Frankfurt"}).submit()
    given = dict(await office.gave(root))
    assert "User rejected the tool call for `transfer`" in given["c1"]
    assert given["c2"] == REJECTED


@pytest.mark.parametrize(
    ("button", "typed", "answer"),
    [
        ("Approve", None, {"type": "accept", "args": None}),
        ("Ignore", None, {"type": "ignore", "args": None}),
        (
            "Edit…",
            {"To": "bob"},
            {"type": "edit", "args": {"action": "mail", "args": {"to": "bob", "copies": 2}}},
        ),
    ],
)
async def test_an_agent_inbox_request_is_answered_in_its_own_words(
    office: Project, button: str, typed: dict[str, object] | None, answer: object
) -> None:
    root = await office.start("inbox case=a")
    card = await office.asked("The agent wants to mail.")
    assert "Respond…" not in card.buttons
    said = await card.click(button)
    if typed:
        assert said.modal
        await said.modal.fill(typed).submit()
    assert await office.gave(root) == [answer]


async def test_a_list_of_agent_inbox_requests_is_one_card(office: Project) -> None:
    root = await office.start("inboxes case=a")
    card = await office.asked("3 actions are waiting")
    await card.click(ids.ROW_APPROVE)
    respond = await form(card, f"{ids.ROW_ANSWER}#1")
    await respond.fill({"Your response": "by train"}).submit()
    await card.click(f"{ids.ROW_SKIP}#2")
    await (await card.wait_until(lambda c: "Submit" in c.buttons)).click("Submit")
    assert await office.gave(root) == [
        {"type": "accept", "args": None},
        {"type": "response", "args": "by train"},
        {"type": "ignore", "args": None},
    ]


async def test_a_subagent_each_asks_and_each_gets_its_own_answer(office: Project) -> None:
    root = await office.start("subagents case=a")
    cards = {name: await office.asked(f"May {name} go?") for name in ("alpha", "beta", "gamma")}
    await cards["gamma"].click("Approve", as_="ben")
    await cards["gamma"].wait_closed()
    await (await form(cards["alpha"], "Reject…")).submit()
    await cards["alpha"].wait_closed()
    await cards["beta"].click("Approve")
    assert (await office.gave(root))["said"] == ["alpha: reject", "beta: approve", "gamma: approve"]


async def test_a_breakpoint_is_continued(office: Project) -> None:
    root = await office.start("stops to=Ann")
    card = await office.asked("About to run Send")
    assert "Dear Ann" in card.text
    await card.click("Continue")
    assert await office.gave(root) == "Dear Ann -> Ann"
    assert "▶ Continued by @ana" in (await card.wait_closed()).text


async def test_the_state_is_edited_at_a_breakpoint(office: Project) -> None:
    root = await office.start("stops to=Ann")
    card = await office.asked("About to run Send")
    edit = await form(card, "Edit state…")
    await edit.fill({"Body": "Hello Ann"}).submit()
    assert await office.gave(root) == "Hello Ann -> Ann"
    assert "✎ State edited, then continued by @ana" in (await card.wait_closed()).text


async def test_an_answer_that_the_graph_refuses_is_asked_for_again(office: Project) -> None:
    root = await office.start("booking case=a")
    card = await office.asked("Book a table")
    answer = await form(card, "Answer…")
    await answer.fill({"Seats": "12", "Name": "Bob"}).submit()
    assert answer.errors == {"Seats": "The most is 9."}
    await answer.fill({"Seats": "4"}).submit()
    again = await card.wait_until(
        lambda c: "nobody called Bob may book" in c.text, within=LONG, what="the refusal"
    )
    answer = await form(again, "Answer…")
    assert "nobody called Bob may book" in answer.text
    await answer.fill({"Seats": "4", "Name": "Ann"}).submit()
    assert await office.gave(root) == {"seats": 4, "name": "Ann"}
