"""What is written is shown as written: no markup, no script, nothing from elsewhere."""

import pytest
from playwright.async_api import expect
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Workspace
from tests.browser.conftest import OpenScreen
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import web_client

pytestmark = pytest.mark.asyncio(loop_scope="session")

EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)>"
ESCAPED = EVIL.replace("<", "&lt;").replace(">", "&gt;")
LINK = "<javascript:alert(4)|press me>"


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def evil_blocks() -> list[Json]:
    """That text in every place of a message that shows text."""
    cell = {"type": "raw_text", "text": EVIL}
    rich = [{"type": "rich_text_section", "elements": [{"type": "text", "text": EVIL}]}]
    button = {"type": "button", "action_id": "b", "text": plain(EVIL[:75]), "value": EVIL}
    return [
        {"type": "header", "text": plain(EVIL)},
        {"type": "section", "text": {"type": "mrkdwn", "text": f"{ESCAPED} {LINK}"}},
        {"type": "section", "fields": [{"type": "mrkdwn", "text": f"```{ESCAPED}```"}]},
        {"type": "context", "elements": [{"type": "mrkdwn", "text": f"`{ESCAPED}`"}]},
        {"type": "markdown", "text": f"# {EVIL}\n\n- {EVIL}\n\n[press](javascript:alert(5))"},
        {"type": "rich_text", "elements": rich},
        {"type": "table", "rows": [[cell, cell]]},
        {"type": "actions", "elements": [button]},
    ]


async def post_evil(client: AsyncWebClient) -> None:
    await client.chat_postMessage(channel="C0000TEAM00", text=ESCAPED, blocks=evil_blocks())
    await client.chat_postMessage(channel="C0000TEAM00", text=EVIL)
    await client.files_upload_v2(channel="C0000TEAM00", filename=EVIL, title=EVIL, content=EVIL)


async def test_markup_in_messages_stays_text(ws: Workspace, open_screen: OpenScreen) -> None:
    screen = await open_screen(ws.sandbox)
    await screen.page.get_by_role("button", name="team").first.click()
    await ws.post(EVIL, channel="team")
    await post_evil(web_client(ws.sandbox))
    await expect(screen.messages).to_have_count(4)
    await expect(screen.messages.first).to_contain_text(EVIL)
    await expect(screen.messages.nth(1).get_by_role("columnheader").first).to_have_text(EVIL)
    await screen.picture("messages")
    elements = screen.page.locator("[onerror], [onload], [src='x'], body script, a[href^='java']")
    await expect(elements.and_(screen.page.locator("main *"))).to_have_count(0)


async def test_markup_in_a_form_stays_text(ws: Workspace, open_screen: OpenScreen) -> None:
    screen = await open_screen(ws.sandbox)
    element = {"type": "plain_text_input", "action_id": "a", "initial_value": EVIL}
    view = {
        "type": "modal",
        "title": plain("<b>Title</b>"),
        "submit": plain("Send"),
        "blocks": [
            {"type": "input", "label": plain(EVIL), "element": element, "hint": plain(EVIL)},
            *(block for block in evil_blocks() if block["type"] in {"header", "section"}),
        ],
    }
    trigger = ws.sandbox.hub.triggers.new("U0000000ANA")
    await web_client(ws.sandbox).views_open(trigger_id=trigger, view=view)
    dialog = screen.page.get_by_role("dialog", name="<b>Title</b>")
    await expect(dialog.get_by_label(EVIL)).to_have_value(EVIL)
    await screen.picture("form")
    await expect(dialog.locator("[onerror], [onload], [src='x'], script")).to_have_count(0)


async def test_nothing_is_asked_of_any_other_place(ws: Workspace, open_screen: OpenScreen) -> None:
    screen = await open_screen(ws.sandbox)
    picture = {
        "type": "image",
        "image_url": "https://pictures.example/cat.png",
        "alt_text": "a cat that looks",
    }
    await web_client(ws.sandbox).chat_postMessage(
        channel="C00GENERAL0", text="See https://elsewhere.example", blocks=[picture]
    )
    await expect(screen.messages).to_have_count(1)
    await expect(screen.messages.get_by_text("a cat that looks")).to_be_visible()
    await screen.picture("image")
    assert len(screen.watch.requests) > 2
    assert all(url.startswith(ws.sandbox.page_url) for url in screen.watch.requests)
