"""A card that stands in Slack twice: a click on any copy closes that copy, too."""

from dataclasses import replace

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards import ids
from bot.core.model import Snapshot
from bot.listeners.copies import outlived
from bot.listeners.payloads import Pressed, Who
from bot.sandbox import Card
from tests.slack.bolt_office import Office, form
from tests.unit.cards_samples import ANA, BEN, CANCELLED, FAILURE, GATE, RUN, decided, snapshot


async def test_a_click_on_a_copy_of_a_card_closes_the_copy_too(office: Office) -> None:
    card = await office.review()
    copy = await _copied(office, card)
    # While the question is open both can be used.
    assert (await form(copy, ids.REVISE)).is_open
    assert "Only @ana can decide this." in (await copy.click(ids.APPROVE, as_="ben")).text
    assert copy.refresh().buttons == card.buttons
    assert not (await copy.click(ids.APPROVE)).text
    closed = copy.refresh()
    assert not closed.buttons
    assert "✓ Approved by @ana" in closed.text
    assert "Login v2 shipped" in closed.text
    assert (await card.wait_closed()).text == closed.text
    assert office.private() == []


@pytest.mark.parametrize("button", [ids.APPROVE, ids.EDIT, ids.CANCEL])
async def test_a_late_click_on_a_copy_says_why_and_closes_it(office: Office, button: str) -> None:
    card = await office.review()
    copy = await _copied(office, card)
    await card.click(ids.CANCEL)
    await card.wait_closed()
    assert "This run was cancelled by @ana" in (await copy.click(button)).text
    assert copy.refresh().text == card.refresh().text
    assert not copy.refresh().buttons


async def test_a_copy_whose_blocks_slack_refuses_is_closed_with_plain_ones(
    office: Office,
) -> None:
    card = await office.review()
    copy = await _copied(office, card)
    office.sandbox.refuse_blocks("header")
    await copy.click(ids.APPROVE)
    assert not copy.refresh().buttons
    assert "✓ Approved by @ana" in copy.refresh().text


async def test_a_copy_that_cannot_be_closed_keeps_nobody_from_deciding(office: Office) -> None:
    card = await office.review()
    copy = await _copied(office, card)
    office.sandbox.refuse_blocks("header", "section")
    assert not (await copy.click(ids.APPROVE)).error
    assert copy.refresh().buttons
    office.sandbox.refuse_blocks()
    await office.ws.wait_for_text("✓ Done")


async def test_the_card_itself_is_left_to_its_own_update(office: Office) -> None:
    card = await office.review()
    await card.click(ids.APPROVE)
    await office.finished()
    said = await card.click(ids.APPROVE, stale=True)
    assert said.text.startswith("Already approved by @ana")
    assert not [call for call in office.sandbox.calls if call.error]


ON_CARD, ON_FAILURE, ON_ROOT = (ids.APPROVE, GATE.key), (ids.RETRY, ""), (ids.CANCEL, "")
RETRIED = replace(RUN, failure=FAILURE, retry_by=BEN)


@pytest.mark.parametrize(
    ("record", "button", "ts", "shown"),
    [
        (snapshot(RUN, decided()), ON_CARD, "9.9", f"gate:{GATE.key}"),
        (snapshot(CANCELLED, GATE), (ids.CANCEL, GATE.key), "9.9", f"gate:{GATE.key}"),
        (snapshot(RETRIED), ON_FAILURE, "9.9", "failure"),
        (snapshot(RUN, GATE), ON_CARD, "9.9", ""),
        (snapshot(replace(RUN, failure=FAILURE)), ON_FAILURE, "9.9", ""),
        (snapshot(CANCELLED), ON_ROOT, "9.9", ""),
        (snapshot(RUN, decided(), slots=[f"gate:{GATE.key}"]), ON_CARD, "1.2", ""),
        (snapshot(RUN, decided()), ON_CARD, "", ""),
        (snapshot(RUN), ON_CARD, "9.9", ""),
    ],
    ids=["decided", "cancelled", "retried", "open", "failed", "root", "known", "no ts", "gone"],
)
def test_only_a_copy_whose_buttons_mean_nothing_any_more_is_replaced(
    record: Snapshot, button: tuple[str, str], ts: str, shown: str
) -> None:
    action, gate_key = button
    value = ids.gate_value(RUN.run_id, gate_key) if gate_key else RUN.run_id
    pressed = Pressed(Who("T", ANA, "C"), action, value, "t", "https://hooks.example/1", ts)
    message = outlived(pressed, record, {})
    assert (message.slot if message else "") == shown


async def _copied(office: Office, card: Card) -> Card:
    """The same card once more: what is posted where the first answer of Slack was lost."""
    client = AsyncWebClient(office.sandbox.bot_token, base_url=office.sandbox.api_url)
    posted = await client.chat_postMessage(
        channel=card.message.channel,
        thread_ts=card.thread_ts,
        text="Review",
        blocks=list(card.message.blocks),
    )
    return await office.ws.wait_for(lambda c: c.ts == posted["ts"], what="the copy")
