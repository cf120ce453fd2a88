"""How the page reads Slack's markup and Markdown, by its own modules in a browser."""

import pytest

from bot.sandbox import Workspace
from tests.browser.conftest import OpenScreen
from tests.browser.screen import Screen

pytestmark = pytest.mark.asyncio(loop_scope="session")

_READ = """async ([texts, file, name, more]) => {
  const reader = await import(`/page/${file}`);
  const world = {
    me: "UANA", tz: "Europe/Berlin", locale: "en-US", ...more,
    people: { UANA: { name: "ana" }, UBEN: { name: "ben" } },
    channels: [{ id: "CTEAM", name: "team" }],
  };
  return texts.map((text) => {
    const made = reader[name](text, world);
    for (const one of made.querySelectorAll("*")) {
      for (const { name: extra } of [...one.attributes]) {
        if (!["href", "class", "start"].includes(extra)) one.removeAttribute(extra);
      }
    }
    return made.innerHTML;
  });
}"""

ME = '<span class="mention loud you">@ana</span>'
BEN = '<span class="mention">@ben</span>'
LOUD = '<span class="mention loud">@{}</span>'
CHANNEL = LOUD.format("channel")

MRKDWN = {
    "*b* _i_ ~s~": "<div><strong>b</strong> <em>i</em> <s>s</s></div>",
    "*_both_*": "<div><strong><em>both</em></strong></div>",
    "snake_case_name 2*3*4 a~b~c": "<div>snake_case_name 2*3*4 a~b~c</div>",
    "* no * _ no _": "<div>* no * _ no _</div>",
    "*no\nspan*": "<div>*no\nspan*</div>",
    "`*raw* &lt;`": "<div><code>*raw* &lt;</code></div>",
    "a\n```\n*raw*\n  x\n```\nb": "<div>a<pre>*raw*\n  x</pre>b</div>",
    "&gt; q *b*\n&gt; r\np": "<blockquote>q <strong>b</strong>\nr</blockquote><div>p</div>",
    "&gt;&gt;&gt; all\nof it": "<blockquote>all\nof it</blockquote>",
    "• as\n• typed": "<div>• as\n• typed</div>",
    "<@UANA> <@UBEN> <@UNOBODY>": f'<div>{ME} {BEN} <span class="mention">@UNOBODY</span></div>',
    "<#CTEAM>": '<div><a class="mention" href="/archives/CTEAM">#team</a></div>',
    "<!channel> *<!here>*": f"<div>{CHANNEL} <strong>{LOUD.format('here')}</strong></div>",
    "`<!channel>`": f"<div><code>{CHANNEL}</code></div>",
    "&lt;!channel&gt;": "<div>&lt;!channel&gt;</div>",
    "<!subteam^S1|@leads>": f"<div>{LOUD.format('leads')}</div>",
    "<https://e.com/a_b_c|x *y*>": '<div><a href="https://e.com/a_b_c">x *y*</a></div>',
    "see https://e.com/a_b_.": '<div>see <a href="https://e.com/a_b">https://e.com/a_b</a>_.</div>',
    "<javascript:alert(1)|x>": "<div>&lt;javascript:alert(1)|x&gt;</div>",
    "&amp;amp; R&amp;D": "<div>&amp;amp; R&amp;D</div>",
    ":tada: :wave::skin-tone-3: :nope: 10:30:45": "<div>🎉 👋🏼 :nope: 10:30:45</div>",
    "<!date^0^{date_num} {time_secs}|x>": "<div><time>1970-01-01 01:00:00</time></div>",
    "<!date^0^{date}, {date_short}|x>": "<div><time>January 1st, 1970, Jan 1, 1970</time></div>",
    "<!date^0^{date_long} {nope}|x>": "<div><time>Thursday, January 1st, 1970 {nope}</time></div>",
    "<!date^later^{date}|fallback &amp; all>": "<div><time>fallback &amp; all</time></div>",
    "<!date^0^{time}^https://e.com|x>": '<div><a href="https://e.com">01:00</a></div>',
    "中文*粗体*，*粗* 体": "<div>中文*粗体*，<strong>粗</strong> 体</div>",
}

MARKDOWN = {
    "# A\n## B": "<h3>A</h3><h4>B</h4>",
    "**b** *i* `c`": "<p><strong>b</strong> <em>i</em> <code>c</code></p>",
    "***bi*** ~~s~~": "<p><strong><em>bi</em></strong> <s>s</s></p>",
    "a\\*b\\* snake_case_name": "<p>a*b* snake_case_name</p>",
    "[t](https://e.com)": '<p><a href="https://e.com">t</a></p>',
    "[x](javascript:alert)": "<p><span>x</span></p>",
    "- a\n  - b\n- c": '<ul class="rich"><li>a<ul class="rich"><li>b</li></ul></li><li>c</li></ul>',
    "3. a\n4. b": '<ol class="rich" start="3"><li>a</li><li>b</li></ol>',
    "> q\n> - x": '<blockquote><p>q</p><ul class="rich"><li>x</li></ul></blockquote>',
    "```js\n*a* < b\n```\nz": "<pre><code>*a* &lt; b</code></pre><p>z</p>",
    "---": "<hr>",
    "<!channel> <@UBEN> :tada:": f"<p>{CHANNEL} {BEN} 🎉</p>",
    "<b>x</b>": "<p>&lt;b&gt;x&lt;/b&gt;</p>",
    "| A | B |\n|---|--:|\n| 1 | **2** |": (
        '<div class="scroll"><table>'
        '<thead><tr><th class="left">A</th><th class="right">B</th></tr></thead>'
        '<tbody><tr><td class="left">1</td><td class="right"><strong>2</strong></td></tr></tbody>'
        "</table></div>"
    ),
}


async def read(screen: Screen, texts: list[str], file: str, name: str, **more: str) -> list[str]:
    """What the page makes of each text."""
    made: list[str] = await screen.page.evaluate(_READ, [texts, file, name, more])
    return made


async def test_markup_is_read_as_in_slack(ws: Workspace, open_screen: OpenScreen) -> None:
    screen = await open_screen(ws.sandbox)
    for table, name in ((MRKDWN, "mrkdwn"), (MARKDOWN, "markdown")):
        made = await read(screen, list(table), f"{name}.js", name)
        assert dict(zip(table, made, strict=True)) == table


async def test_dates_follow_the_zone_and_the_language_of_the_reader(
    ws: Workspace, open_screen: OpenScreen
) -> None:
    screen = await open_screen(ws.sandbox)
    text = "<!date^1796064000^{date_num} {time}|x> <!date^0^{date_long}|x>"
    (made,) = await read(screen, [text], "mrkdwn.js", "mrkdwn", tz="Asia/Shanghai", locale="zh-CN")
    assert made == "<div><time>2026-12-01 02:40</time> <time>1970年1月1日星期四</time></div>"
