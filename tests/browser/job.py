"""The steps of the main job on the page: what the tests and the pictures for README share."""

from playwright.async_api import Locator, expect

from bot.cards.catalogue import words
from tests.browser.screen import Screen

EN = words("en")


async def open_card(screen: Screen) -> Locator:
    """Open the thread of the newest run, and wait for the card in it."""
    await screen.open_thread(screen.messages.filter(has_text="Weekly report").last)
    return await waiting_card(screen)


async def waiting_card(screen: Screen, *, round_: int = 1) -> Locator:
    """The card that waits for a decision, in the thread that is open."""
    card = screen.replies.filter(has=screen.page.get_by_role("button", name=EN.buttons.approve))
    await expect(card).to_contain_text(f"round {round_} of 3")
    return card


async def open_revision(screen: Screen, remark: str) -> Locator:
    """Press Revise… on the card, and fill in the form; it is not sent yet."""
    await screen.thread.get_by_role("button", name=EN.buttons.revise).click()
    form = screen.page.get_by_role("dialog", name=EN.forms.revise_title)
    await form.get_by_role("textbox", name=EN.forms.revise_label).fill(remark)
    return form


async def see_report(screen: Screen) -> Locator:
    """Wait for the report, and for the end of the run."""
    report = screen.replies.filter(has=screen.page.get_by_role("heading", name="Risks", exact=True))
    await expect(report).to_be_visible()
    await expect(screen.thread.get_by_role("button", name=EN.buttons.approve)).to_have_count(0)
    await expect(screen.messages.filter(has_text="Weekly report").last).to_contain_text("✓ Done")
    return report
