"""Messages of Slack become what its screen shows."""

import pytest

from bot.core.spoken import as_read, channels, mentioned

NAMES = {"U1": "ana", "C1": "team"}


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("Ask <@U1> or <@U2|ben> or <@U3>", "Ask @ana or @ben or @U3"),
        ("In <#C1> or <#C1|> or <#C2|old> or <#C3>", "In #team or #team or #old or #C3"),
        ("<!here> <!channel> <!everyone|@all>", "@here @channel @all"),
        ("<!subteam^S1|@devs> <!subteam^S2>", "@devs @subteam"),
        ("<!date^1700000000^{date}|14 Nov>", "14 Nov"),
        ("<https://a.example/x|the plan> <https://a.example>", "the plan https://a.example"),
        ("<mailto:ana@example.com|ana@example.com> <mailto:b@c.de>", "ana@example.com b@c.de"),
        ("1 &lt; 2 &amp;&amp; 3 &gt; 2", "1 < 2 && 3 > 2"),
        ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
        ("*bold* `code` :tada:", "*bold* `code` :tada:"),
        ("a < b and <>", "a < b and <>"),
        ("", ""),
    ],
)
def test_markup_is_shown_as_its_screen_shows_it(stored: str, shown: str) -> None:
    assert as_read(stored, NAMES) == shown


def test_who_and_what_has_to_be_named_is_found() -> None:
    texts = ["<@U1> <@W2|ben> <#C1> <#C2|>", "<#C3|old> <@U1>"]
    assert mentioned(texts) == {"U1", "W2"}
    assert channels(texts) == {"C1", "C2"}
