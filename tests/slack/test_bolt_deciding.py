"""What becomes of clicks and forms: the first valid one counts, and everybody is told."""

import asyncio
import re
from dataclasses import replace

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards import ids
from bot.cards.catalogue import words
from graphs.registry import workflows
from tests.slack.bolt_office import (
    CHINESE_NOTES,
    TRANSPORTS,
    Office,
    Transport,
    form,
    has,
    open_office,
    slots,
    submit,
)

EN, ZH = words("en"), words("zh")
OLDER = EN.replies.outdated


@pytest.fixture(params=TRANSPORTS)
def transport(request: pytest.FixtureRequest) -> Transport:
    """All of it over Socket Mode, and over signed HTTP."""
    chosen: Transport = request.param
    return chosen


async def test_approve_closes_the_card_and_the_report_follows(office: Office) -> None:
    card = await office.review()
    said = await card.click(ids.APPROVE)
    assert not said.text
    closed = await card.wait_closed()
    assert "✓ Approved by @ana" in closed.text
    assert "✓ Done" in (await office.finished()).text
    assert "Login v2 shipped" in (await office.result()).text


async def test_somebody_else_is_told_who_may_decide_and_nothing_changes(office: Office) -> None:
    card = await office.review()
    for action in (ids.APPROVE, ids.REVISE, ids.EDIT):
        said = await card.click(action, as_="ben")
        assert said.text == "Only @ana can decide this. Nothing changed."
        assert not said.modal
    assert "Only @ana can do this." in (await card.click(ids.CANCEL, as_="ben")).text
    assert card.refresh().text == card.text
    assert office.private(as_="ana") == []


async def test_an_old_card_leads_to_the_current_one(office: Office) -> None:
    old = await office.review()
    new = await office.revise(old, "Mention the hiring freeze")
    for action in (ids.APPROVE, ids.REVISE, ids.EDIT):
        said = await old.click(action, stale=True)
        assert "sent back by @ana" in said.text or "earlier round" in said.text
        assert "Nothing changed." in said.text
    assert has(new.refresh(), ids.APPROVE)


async def test_a_form_sent_after_the_decision_says_so_and_keeps_what_was_typed(
    office: Office,
) -> None:
    card = await office.review()
    revise = await form(card, ids.REVISE)
    await card.click(ids.APPROVE)
    await card.wait_closed()
    sent = await submit(revise, "Please mention\nthe *hiring* freeze")
    assert sent.modal
    assert sent.modal.title == EN.forms.closed_title
    assert "Already approved by @ana" in sent.modal.text
    assert "Please mention\nthe *hiring* freeze" in sent.modal.text
    assert "✓ Done" in (await office.finished()).text


async def test_a_form_sent_after_the_run_was_cancelled_says_so(office: Office) -> None:
    card = await office.review()
    edit = await form(card, ids.EDIT)
    await card.click(ids.CANCEL)
    await card.wait_closed()
    sent = await edit.submit()
    assert sent.modal
    assert "This run was cancelled by @ana" in sent.modal.text
    assert "Login v2 shipped" in sent.modal.text


async def test_edit_approves_the_values_that_stand_in_the_form(office: Office) -> None:
    card = await office.review()
    edit = await form(card, ids.EDIT)
    assert [v for v in edit.values.values() if "Login v2" in str(v)]
    await submit(edit, "• Login v3 shipped <to> *everyone*")
    closed = await card.wait_closed()
    assert "✎ Edited and approved by @ana" in closed.text
    report = (await office.result()).text
    assert "Login v3 shipped" in report
    assert "Login v2" not in report


async def test_after_three_rounds_no_further_revision_is_offered(office: Office) -> None:
    card = await office.review()
    for number in (2, 3):
        card = await office.revise(card, f"Once more, {number}")
        assert f"round {number} of 3" in card.text
    assert card.buttons == ["Approve", "Edit…", "Cancel"]
    assert card.text.count("last round") == 1
    await submit(await form(card, ids.EDIT), "• Login v3 shipped")
    assert "Login v3 shipped" in (await office.result()).text


async def test_chinese_notes_make_a_chinese_thread_and_private_lines_follow_the_person(
    office: Office,
) -> None:
    card = await office.review(CHINESE_NOTES, as_="chen")
    assert "Only @chen can decide this." in (await card.click(ids.APPROVE, as_="ben")).text
    revise = await form(card, ids.REVISE, as_="chen")
    assert revise.title == ZH.forms.revise_title
    assert "（本周亮点、风险与阻塞）" in revise.text
    english = await office.review(channel="team")
    assert "只有 @ana 可以决定" in (await english.click(ids.APPROVE, as_="chen")).text
    await card.click(ids.APPROVE, as_="chen")
    assert "登录功能已上线" in (await office.result()).text
    root = await office.root()
    thread = office.ws.thread("general", root.ts)
    assert [c.text for c in (root, *thread) if re.search("[A-Za-z]{2}", _unnamed(c.text))] == []


async def test_where_slack_does_not_say_who_is_in_the_channel_nothing_is_recorded(
    redis_url: str,
) -> None:
    together = {name: replace(w, deciders="channel") for name, w in workflows().items()}
    async with open_office(redis_url, serves=together) as office:
        card = await office.review()
        office.sandbox.faults.answer("conversations.members", status=500)
        said = await card.click(ids.APPROVE, as_="ben")
        assert said.text == EN.replies.slack_silent
        assert has(card.refresh(), ids.APPROVE)
        office.ws.join("general", as_="ben")
        await card.click(ids.APPROVE, as_="ben")
        assert "✓ Approved by @ben" in (await card.wait_closed()).text


async def test_an_unknown_button_belongs_to_an_older_version(office: Office) -> None:
    blocks = [
        {
            "type": "actions",
            "elements": [
                {
                    "type": "button",
                    "action_id": name,
                    "text": {"type": "plain_text", "text": name},
                    "value": value,
                }
                for name, value in [
                    ("gate.escalate", "weekly-report-ana 1"),
                    (ids.APPROVE, "no such run"),
                    (ids.REVISE, " "),
                    (ids.CANCEL, "weekly-report-x-00000000.7"),
                    (ids.NEW_VERSION, "gone"),
                    (ids.START, "monthly"),
                ]
            ],
        }
    ]
    client = AsyncWebClient(office.sandbox.bot_token, base_url=office.sandbox.api_url)
    channel = office.ws.channel("team").id
    await client.chat_postMessage(channel=channel, text="an old card", blocks=blocks)
    card = await office.ws.wait_for_card(button="gate.escalate", channel="team")
    for label in card.buttons:
        said = await card.click(label)
        assert OLDER in said.text, label
        assert not said.error


async def test_an_unknown_form_is_answered_in_its_place(office: Office) -> None:
    card = await office.review()
    opened = await form(card, ids.REVISE)
    older = {**opened.view.payload, "callback_id": "view.escalate"}
    office.sandbox.hub.modals.put(replace(opened.view, payload=older))
    sent = await submit(opened, "to the boss")
    assert not sent.error
    assert sent.modal
    assert OLDER in sent.modal.text
    assert has(card.refresh(), ids.APPROVE)


async def test_a_click_that_slack_delivers_twice_is_one_decision_in_silence(
    office: Office,
) -> None:
    card = await office.review()
    office.sandbox.faults.envelope("duplicate")
    said = await card.click(ids.APPROVE)
    assert not said.text
    await office.finished()
    assert office.private() == []


async def test_a_cancel_that_slack_delivers_twice_is_one_in_silence(office: Office) -> None:
    card = await office.review()
    office.sandbox.faults.envelope("duplicate")
    said = await card.click(ids.CANCEL)
    assert not said.text
    await office.finished()
    assert office.private() == []
    # Another click is another request.
    assert "This run was cancelled by @ana" in (await card.click(ids.CANCEL, stale=True)).text


async def test_a_revision_that_slack_delivers_twice_is_one_round_in_silence(
    office: Office,
) -> None:
    card = await office.review()
    revise = await form(card, ids.REVISE)
    office.sandbox.faults.envelope("duplicate")
    sent = await submit(revise, "Mention the hiring freeze")
    assert not sent.modal
    assert "round 2" in (await office.card(after=card.ts)).text
    assert office.private() == []


async def test_of_fifty_clicks_at_once_one_decides_and_all_others_are_told(
    office: Office,
) -> None:
    await office.ws.slash("/weekly-report", text="Shipped", as_="ana")
    card = await office.card()
    clicks = [card.click(ids.APPROVE, as_=("ana", "ben")[n % 2], stale=True) for n in range(50)]
    said = await asyncio.gather(*clicks)
    assert [s.error for s in said if s.error] == []
    ana, ben = office.private(as_="ana"), office.private(as_="ben")
    assert len(ana) == 24
    assert len(ben) == 25
    known = ("Already approved by @ana", "Only @ana can decide this")
    assert [line for line in ana + ben if not line.startswith(known)] == []
    assert "✓ Done" in (await office.finished()).text
    assert set(slots(office.ws).values()) == {1}


def _unnamed(text: str) -> str:
    """A text without names, and without dates: those are written by Slack."""
    return re.sub(r"[A-Z][a-z]{2} \d+, \d{4}", "", text.replace("@chen", ""))
