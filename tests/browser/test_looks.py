"""How it looks and reads: dark, narrow, for screen readers, by keyboard alone."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from bot.cards.catalogue import words
from tests.browser import job
from tests.browser.conftest import OpenScreen
from tests.browser.screen import Screen
from tests.slack.bolt_office import NOTES, Office

pytestmark = pytest.mark.asyncio(loop_scope="session")

EN = words("en")
NAMELESS = re.compile(
    r"^\s*- (button|textbox|combobox|link|checkbox|radio|menuitem|option|tab|dialog|article|img)"
    r"(?! \")(?: \[[^\]]*\])*(?::.*)?$",
    re.MULTILINE,
)
"""A line of an aria snapshot for something that needs a name and has none."""
BESIDE = """
message => {
  const right = element => element.getBoundingClientRect().right;
  const actions = message.querySelector('[role="group"]').getBoundingClientRect();
  return [right(message.querySelector(".head")), actions.left];
}
"""
"""Where the head of a message ends, and where what can be done with it begins."""
REACHED = "element => element.isConnected ? element === document.activeElement : null"
"""Whether an element has the focus; null if it is on the page no more."""
LIGHTNESS = """
element => {
  const rgb = property => getComputedStyle(element)[property].match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
  return [light(rgb("backgroundColor")), light(rgb("color"))];
}
"""


async def lightness(element: Locator) -> tuple[float, float]:
    """How light the ground and the text of an element are, from 0 to 1."""
    ground, text = await element.evaluate(LIGHTNESS)
    return ground, text


async def nameless(page: Page) -> list[str]:
    """What on the page can be used and has no name to be called by."""
    snapshot = await page.locator("body").aria_snapshot()
    return [line.group().strip() for line in NAMELESS.finditer(snapshot)]


async def tab_to(screen: Screen, target: Locator) -> None:
    """Press Tab until something has the focus, as somebody without a mouse does."""
    await expect(target).to_be_visible()
    # Finding it by its name takes longer than all the rest.
    element = await target.element_handle()
    for _ in range(80):
        reached = await element.evaluate(REACHED)
        if reached:
            return
        if reached is None:
            element = await target.element_handle()
        await screen.page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never reaches {target}")


async def press(screen: Screen, target: Locator) -> None:
    await tab_to(screen, target)
    await screen.page.keyboard.press("Enter")


async def test_it_follows_the_colours_of_the_system(
    office: Office, open_screen: OpenScreen
) -> None:
    await office.review()
    screen = await open_screen(office.sandbox)
    await screen.open_thread(screen.messages.first)
    ground, text = await lightness(screen.page.locator("body"))
    assert ground > 0.8
    assert text < 0.3
    await screen.picture("light")
    await screen.page.emulate_media(color_scheme="dark")
    ground, text = await lightness(screen.page.locator("body"))
    assert ground < 0.25
    assert text > 0.7
    await screen.picture("dark")
    await screen.button(EN.buttons.revise).click()
    ground, text = await lightness(screen.dialog)
    assert ground < text
    await screen.picture("form")


async def test_a_phone_shows_all_of_it_without_scrolling_sideways(
    office: Office, open_screen: OpenScreen
) -> None:
    card = await office.review()
    screen = await open_screen(office.sandbox, width=400)

    async def fits() -> bool:
        return bool(await screen.page.evaluate("document.documentElement.scrollWidth <= 400"))

    await expect(screen.composer).to_be_in_viewport(ratio=1)
    assert await fits()
    await screen.picture("channel")
    await screen.open_thread(screen.messages.first)
    await screen.replies.last.hover()
    heading, actions = await screen.replies.last.evaluate(BESIDE)
    assert heading <= actions
    approve = screen.thread.get_by_role("button", name=EN.buttons.approve)
    await approve.scroll_into_view_if_needed()
    await expect(approve).to_be_in_viewport(ratio=1)
    assert await fits()
    await screen.picture("thread")
    await screen.button(EN.buttons.edit).click()
    await expect(screen.dialog.get_by_role("button", name=EN.forms.edit_submit)).to_be_in_viewport()
    assert await fits()
    await screen.picture("form")
    await screen.page.keyboard.press("Escape")
    await approve.click()
    await card.wait_closed()


async def test_all_that_can_be_used_has_a_name(office: Office, open_screen: OpenScreen) -> None:
    await office.review()
    screen = await open_screen(office.sandbox)
    assert await nameless(screen.page) == []
    await screen.open_thread(screen.messages.first)
    assert await nameless(screen.page) == []
    await screen.button(EN.buttons.edit).click()
    await expect(screen.dialog).to_be_visible()
    assert await nameless(screen.page) == []
    # And the check sees what has none.
    await screen.dialog.evaluate("dialog => dialog.append(document.createElement('button'))")
    assert await nameless(screen.page) == ["- button"]


async def test_the_whole_job_is_done_without_a_mouse(
    office: Office, open_screen: OpenScreen
) -> None:
    screen = await open_screen(office.sandbox)
    keys = screen.page.keyboard
    await tab_to(screen, screen.composer)
    await keys.type("/weekly-r")
    await keys.press("Tab")
    await keys.press("Enter")
    form = screen.page.get_by_role("dialog", name="Weekly report")
    await tab_to(screen, form.get_by_role("textbox").first)
    await keys.type(NOTES.replace("\n", ", "))
    await press(screen, form.get_by_role("button", name=EN.buttons.start))
    await expect(form).to_be_hidden()
    await press(screen, screen.messages.get_by_role("button", name=re.compile(r"^\d+ repl")).last)
    approve = screen.thread.get_by_role("button", name=EN.buttons.approve)
    await press(screen, screen.thread.get_by_role("button", name=EN.buttons.revise))
    form = screen.page.get_by_role("dialog", name=EN.forms.revise_title)
    await tab_to(screen, form.get_by_role("textbox", name=EN.forms.revise_label))
    await keys.type("Shorter")
    await press(screen, form.get_by_role("button", name=EN.forms.revise_submit))
    await expect(screen.replies.filter(has_text="round 2 of 3")).to_be_visible()
    await tab_to(screen, screen.people)
    await keys.type("ben")
    await expect(screen.people).to_have_value("ben")
    await press(screen, approve)
    refusal = screen.page.get_by_text(EN.replies.only.format(who="@ana")).first
    await expect(refusal).to_be_visible()
    await tab_to(screen, screen.people)
    await keys.type("ana")
    await press(screen, approve)
    await job.see_report(screen)
