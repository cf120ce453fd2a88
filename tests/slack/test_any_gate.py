"""Questions in our own vocabulary, all that it has, and questions in less usual places."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.sandbox.state.sample import BEN
from tests.slack.bolt_office import form
from tests.slack.project_office import Project, open_project

THEIRS = Path(__file__).parent.resolve() / "theirs" / "langgraph.json"


@pytest.fixture
async def office(redis_url: str) -> AsyncIterator[Project]:
    """The bot at work on all of these graphs."""
    async with open_project(redis_url, THEIRS) as it:
        yield it


async def test_a_list_is_edited_as_lines_and_its_entries_stay_what_they_are(
    office: Project,
) -> None:
    root = await office.start("agenda case=a")
    card = await office.asked("Agenda")
    assert "1. Budget\n2. Hiring\n3. Office" in card.text
    assert "round 2 of 3" in card.text
    edit = await form(card, "Edit…")
    assert edit.values == {"Entries": "Budget\nHiring\nOffice"}
    await edit.fill({"Entries": "Budget 2027\nOffice\nHiring\nLaunch"}).submit()
    answer = await office.gave(root)
    *kept, launch = answer["items"]
    assert answer["action"] == "edit"
    assert kept == [
        {"id": "b", "text": "Budget 2027", "owner": "ann"},
        {"id": "o", "text": "Office"},
        {"id": "h", "text": "Hiring"},
    ]
    assert launch["text"] == "Launch"
    assert launch["id"] not in {"b", "h", "o", ""}


async def test_a_question_is_skipped(office: Project) -> None:
    root = await office.start("agenda case=a")
    card = await office.asked("Agenda")
    assert card.buttons == ["Edit…", "Skip", "Cancel"]
    await card.click("Skip")
    answer = await office.gave(root)
    assert answer["action"] == "skip"
    assert "items" not in answer
    assert "⤼ Skipped by @ana" in (await card.wait_closed()).text


async def test_each_kind_of_question_gives_its_kind_of_answer(office: Project) -> None:
    root = await office.start("survey case=a")
    survey = await form(await office.asked("Survey"), "Answer…")
    assert survey.values["Seats"] == "2"
    await survey.fill({"Name": "Ann", "Seats": "many"}).submit()
    assert survey.is_open
    await survey.fill(
        {
            "Team": "Operations",
            "Days": ["Mon", "Wed"],
            "Seats": "2.5",
            "From": "2026-12-01",
            "Boss": BEN,
        }
    ).submit()
    answer = await office.gave(root)
    assert answer["action"] == "answer"
    assert answer["answers"] == {
        "name": "Ann",
        "team": "ops",
        "days": ["Mon", "Wed"],
        "seats": 2.5,
        "from": "2026-12-01",
        "boss": BEN,
    }


@pytest.mark.parametrize("graph", ["twice", "calling"])
async def test_questions_of_one_node_come_one_after_the_other(office: Project, graph: str) -> None:
    root = await office.start(f"{graph} case=a")
    first = await office.asked("First?")
    await first.click("Approve")
    second = await office.asked("Second?")
    assert "Already approved by @ana" in (await first.click("Approve", stale=True)).text
    await (await form(second, "Reject…")).submit()
    await _count(office, "How many?", "a few")
    await _count(office, "a few is no number. How many?", "3")
    assert await office.gave(root) == ["approve", "reject", 3]


async def _count(office: Project, asked: str, typed: str) -> None:
    answer = await form(await office.asked(asked), "Answer…")
    as_json = "Yes" if typed.isdecimal() else "No"
    await answer.fill({"Your answer": typed, "Read it as JSON?": as_json}).submit()
