"""The recipes and examples of the documentation, as people use them in Slack."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.cards import ids
from bot.sandbox.state.sample import BEN, CHEN
from tests.slack.bolt_office import form
from tests.slack.project_office import Project, open_project, write

ROOT = Path(__file__).parent.parent.parent
RECIPES = ROOT / "docs" / "recipes" / "langgraph.json"


@pytest.fixture
async def office(redis_url: str) -> AsyncIterator[Project]:
    """The bot at work on the recipes."""
    async with open_project(redis_url, RECIPES) as it:
        assert it.loaded.troubles == ()
        yield it


async def test_the_graph_of_the_readme_is_started_edited_and_announced(
    redis_url: str, tmp_path: Path
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    own = readme[readme.index("## Bring your own graph") :]
    blocks = dict(re.findall(r"^```(json|python)\n(.*?)^```", own, re.DOTALL | re.MULTILINE)[:2])
    written = {"langgraph.json": blocks["json"], "announce.py": blocks["python"]}
    (command,) = re.findall(r"type `/signoff start (.*?)`", own)
    async with open_project(redis_url, write(tmp_path, written)) as office:
        assert office.loaded.troubles == ()
        root = await office.start(command)
        card = await office.asked("Announce this?", button="Edit…")
        assert "Login v2 shipped" in card.text
        edit = await form(card, "Edit…", as_="ben")
        await edit.fill({"Text": "Login v2 is here"}).submit()
        assert (await office.ended(root)).result == "Login v2 is here"
        again = await office.start(command)
        await (await form(await office.asked("Announce this?", after=again.ts), "Reject…")).submit()
        assert (await office.ended(again)).result == "Nothing was announced."


async def test_the_script_of_the_readme_passes() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (script,) = re.findall(
        r"^```python\n((?:(?!```).)*Workspace.*?)^```", readme, re.DOTALL | re.MULTILINE
    )
    made: dict[str, Any] = {}
    exec(compile(script, "README.md", "exec"), made)  # noqa: S102 - our own README
    await made["a_working_day"]()


async def test_a_payment_needs_two_people_in_turn(office: Project) -> None:
    root = await office.start(f"payment payee=ben amount=1200 first={BEN} second={CHEN}")
    first = await office.asked("Pay 1,200.00 € to ben?")
    assert "@ben, this needs your decision" in first.text
    assert "Only @ben can decide this." in (await first.click("Approve")).text
    await first.click("Approve", as_="ben")
    second = await office.asked("to ben", after=first.ts)
    assert "@chen, this needs your decision" in second.text
    assert "Only @chen can decide this." in (await second.click("Approve", as_="ben")).text
    await second.click("Approve", as_="chen")
    paid = (await office.ended(root)).result
    assert paid == f"Paid 1,200.00 € to ben, signed by <@{BEN}> and <@{CHEN}>."
    assert "Second signature" in office.ws.transcript()


async def test_a_payment_that_the_first_person_refuses_is_not_shown_to_the_second(
    office: Project,
) -> None:
    said = await office.ws.slash("/signoff", text="start payment payee=ben amount=1200")
    assert said.modal
    assert said.modal.values["Payee"] == "ben"
    await said.modal.fill({"First": BEN, "Second": CHEN}).submit()
    root = await office.root_after()
    card = await office.asked("to ben")
    refusing = await form(card, "Reject…", as_="ben")
    await refusing.fill({"Why?": "There is no order."}).submit()
    assert (await office.ended(root)).result == "Nothing was paid."
    closed = await card.wait_closed()
    assert "✕ Rejected by @ben" in closed.text
    assert "There is no order." in closed.text


async def test_an_agents_mails_go_out_as_people_left_them(office: Project) -> None:
    root = await office.start("mail Tell ana@acme.test and ben@acme.test that we ship today")
    card = await office.asked("2 actions are waiting")
    await card.click(f"{ids.ROW_APPROVE}")
    edit = await form(card, f"{ids.ROW_EDIT}#1")
    assert edit.values["To"] == "ben@acme.test"
    await edit.fill({"Subject": "We ship", "Body": "Today."}).submit()
    ready = await card.wait_until(lambda c: "Submit" in c.buttons, what="Submit")
    await ready.click("Submit")
    await office.ended(root)
    result = (await office.result()).text
    assert "Sent “We ship” to ben@acme.test: Today." in result
    assert "Sent “News” to ana@acme.test: Tell ana@acme.test and ben" in result


async def test_a_mail_that_is_rejected_is_not_sent(office: Project) -> None:
    root = await office.start("mail Write to ana@acme.test")
    card = await office.asked("Run send_mail?")
    await (await form(card, "Reject…")).fill({"Why?": "Not today."}).submit()
    result = (await office.ended(root)).result or ""
    assert "Sent" not in result
    assert "Not today." in result


async def test_a_trip_asks_for_what_it_needs_and_shows_the_plan(office: Project) -> None:
    root = await office.start("trip Lyon")
    card = await office.asked("A trip to Lyon")
    answers = await form(card, "Answer…")
    assert answers.values["Nights"] == "2"
    await answers.fill(
        {
            "First day": "2026-11-30",
            "Nights": "3",
            "How do you travel?": "Train",
            "What do you need there?": ["Desk", "Meeting room"],
            "Who hosts you?": BEN,
        }
    ).submit()
    plan = "Lyon from 2026-11-30, 3 nights, by Train. Needed: Desk, Meeting room."
    again = await office.asked(plan, button="Revise…")
    await (await form(again, "Revise…")).fill({"What should change?": "By night."}).submit()
    last = await office.asked(f"{plan} By night.", after=again.ts)
    await last.click("Approve")
    assert (await office.ended(root)).result == f"{plan} By night."


async def test_the_same_trip_speaks_chinese_to_somebody_who_does(office: Project) -> None:
    root = await office.start("trip 里昂", as_="chen")
    card = await office.asked("去里昂出差")
    answers = await form(card, "回答…", as_="chen")
    await answers.fill({"出发日期": "2026-11-30", "怎么去？": "火车"}).submit()
    again = await office.asked("这样安排可以吗？")
    await again.click("批准", as_="chen")
    run = await office.ended(root)
    assert run.result == "2026-11-30去里昂，住2晚，交通：火车。需要：—。"
    assert "✓ @chen 已批准" in (await again.wait_closed()).text


async def test_three_teams_agree_in_any_order(office: Project) -> None:
    root = await office.start("launch Login v2")
    cards = {team: await office.asked(team) for team in ("Engineering", "Legal", "Support")}
    await cards["Support"].click("Approve", as_="chen")
    edit = await form(cards["Engineering"], "Edit…", as_="ben")
    await edit.fill({"Notice": "Login v2 is ready, on all servers."}).submit()
    await cards["Engineering"].wait_closed()
    assert cards["Legal"].refresh().buttons
    await cards["Legal"].click("Approve", as_="ana")
    assert ((await office.ended(root)).result or "").split("\n\n") == [
        "# Login v2",
        "Login v2 is ready, on all servers.",
        "Login v2 is ready for legal.",
        "Login v2 is ready for support.",
    ]


async def test_a_team_that_refuses_stops_the_launch(office: Project) -> None:
    root = await office.start("launch Login v2")
    for team in ("Engineering", "Support"):
        await (await office.asked(team)).click("Approve", as_="ben")
    await (await form(await office.asked("Legal"), "Reject…", as_="chen")).submit()
    assert (await office.ended(root)).result == "Not launched: legal did not agree."
