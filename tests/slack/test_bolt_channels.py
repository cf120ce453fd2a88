"""Messages that people delete, and channels that they close to the bot or open again."""

from bot.cards import ids
from tests.slack.bolt_office import HeldModel, Office, slot_of, slots


async def test_a_deleted_card_does_not_stop_the_run(office: Office) -> None:
    card = await office.review()
    office.ws.delete(card)
    await card.click(ids.APPROVE, stale=True)
    await office.result()
    await office.ws.wait_for_text("✓ Approved by @ana")


async def test_a_deleted_root_message_does_not_stop_the_run(office: Office) -> None:
    card = await office.review()
    office.ws.delete(await office.root())
    await card.click(ids.APPROVE)
    await office.ws.wait_for(lambda c: slot_of(c) == "result", what="the report")


async def test_in_an_archived_channel_the_starter_is_told_and_the_run_goes_on_afterwards(
    busy: Office, held: HeldModel
) -> None:
    await busy.report(channel="team")
    root = await busy.root(channel="team")
    await held.asked.wait()
    busy.ws.archive("team")
    held.go.set()
    line = await busy.ws.wait_for_ephemeral("I cannot write in #team any more")
    assert "Weekly report" in line.text
    busy.ws.archive("team", archived=False)
    # Whoever does something there shows that the channel is open again.
    await root.click(ids.CANCEL, as_="ben")
    card = await busy.card(channel="team")
    await card.click(ids.APPROVE)
    assert "✓ Done" in (await busy.finished(channel="team")).text
    assert set(slots(busy.ws, channel="team").values()) == {1}


async def test_removed_from_a_private_channel_the_bot_goes_on_when_it_is_invited_again(
    busy: Office, held: HeldModel
) -> None:
    held.go.set()
    busy.ws.invite_bot("leads")
    card = await busy.review(channel="leads")
    busy.ws.kick_bot("leads")
    await card.click(ids.APPROVE)
    await busy.ws.wait_for_ephemeral("I cannot write in #leads any more")
    busy.ws.invite_bot("leads")
    said = await card.click(ids.APPROVE)
    assert "Already approved by @ana" in said.text
    assert "✓ Done" in (await busy.finished(channel="leads")).text
    assert not (await card.wait_closed()).buttons
    assert set(slots(busy.ws, channel="leads").values()) == {1}


async def test_removed_from_a_public_channel_the_bot_comes_back_by_itself(
    office: Office,
) -> None:
    card = await office.review()
    office.ws.kick_bot("general")
    await card.click(ids.APPROVE)
    assert "✓ Done" in (await office.finished()).text
