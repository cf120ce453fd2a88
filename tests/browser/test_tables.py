"""Tables in messages: words stay whole, and what does not fit is reached by scrolling."""

import pytest
from playwright.async_api import expect

from bot.cards import tables
from bot.sandbox import Workspace
from tests.browser.conftest import OpenScreen
from tests.sandbox.bolt import web_client

pytestmark = pytest.mark.asyncio(loop_scope="session")

SOURCE = """\
| Who | What | Due | Priority | Depends on | Source |
|---|---|---|---|---|---|
| Ana | Send the security audit to the customers who asked for it | Thursday | high | nothing | \
"I will send the audit on Thursday, promised" |
| Ben and Christopher | Decide whether notifications go out on Wednesday | Wednesday | medium | 1 \
| "We decide on Wednesday" |
"""
BROKEN = """
table => [...table.querySelectorAll("td, th")].flatMap(cell => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT), broken = [];
  for (let text; (text = walker.nextNode());) {
    for (const word of text.data.matchAll(/[A-Za-z]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(box => box.top)).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})
"""
"""The words of a table that stand on more than one line."""


@pytest.mark.parametrize("width", [1280, 400])
async def test_words_in_a_table_stay_whole_and_the_page_does_not_scroll_sideways(
    ws: Workspace, open_screen: OpenScreen, width: int
) -> None:
    [drawn] = [part for part in tables.parted(SOURCE) if not isinstance(part, str)]
    client = web_client(ws.sandbox)
    root = await client.chat_postMessage(channel="C00GENERAL0", text="Minutes")
    await client.chat_postMessage(
        channel="C00GENERAL0", text="-", thread_ts=root["ts"], blocks=[dict(tables.block(drawn))]
    )
    screen = await open_screen(ws.sandbox, width=width)
    await screen.open_thread(screen.messages.first)
    table = screen.thread.get_by_role("table")
    await expect(table).to_be_visible()
    await screen.picture(f"table-{width}")
    assert await table.evaluate(BROKEN) == []
    assert await screen.page.evaluate(f"document.documentElement.scrollWidth <= {width}")
    last = table.get_by_role("cell").last
    await last.scroll_into_view_if_needed()
    await expect(last).to_be_in_viewport()
