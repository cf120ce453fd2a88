"""What Slack does to texts: cutting, escaping, pings, refusing."""

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from bot.sandbox.markup import escape, normalise, pings, unescape
from tests.sandbox.blocks import Json, plan, rich_text, section, task

TEAM = "C0000TEAM00"


async def code_of(client: AsyncWebClient, **message: object) -> str:
    with pytest.raises(SlackApiError) as error:
        await client.api_call("chat.postMessage", json={"channel": TEAM, **message})
    return str(error.value.response["error"])


async def test_a_text_is_cut_at_forty_thousand_characters(client: AsyncWebClient) -> None:
    whole = await client.chat_postMessage(channel=TEAM, text="x" * 40_000)
    assert "warning" not in whole.data
    cut = await client.chat_postMessage(channel=TEAM, text="x" * 40_001)
    assert len(cut["message"]["text"]) == 40_000
    assert cut["warning"] == "message_truncated"


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("x" * 4000, True),
        ("x" * 4001, False),
        ("报" * 1333, True),
        ("报" * 1334, False),
        ("&" * 800, True),
        ("&" * 801, False),
    ],
    ids=["4000", "4001", "bytes fit", "bytes over", "escaped fit", "escaped over"],
)
async def test_an_update_counts_bytes_after_escaping(
    client: AsyncWebClient, text: str, *, fits: bool
) -> None:
    ts = (await client.chat_postMessage(channel=TEAM, text="x"))["ts"]
    if fits:
        await client.chat_update(channel=TEAM, ts=ts, text=text)
        return
    with pytest.raises(SlackApiError, match="msg_too_long"):
        await client.chat_update(channel=TEAM, ts=ts, text=text)


async def test_refusals_of_a_message_have_their_own_codes(client: AsyncWebClient) -> None:
    assert await code_of(client, text=" ") == "no_text"
    assert await code_of(client, blocks="not json") == "invalid_blocks_format"
    assert await code_of(client, text="x", blocks=[{"type": "x"}]) == "invalid_blocks"
    assert await code_of(client, blocks=[section("x" * 3000)] * 5) == "msg_blocks_too_long"
    assert await code_of(client, text="x", attachments="no") == "invalid_attachments"
    assert await code_of(client, text="x", attachments=[{}] * 101) == "too_many_attachments"
    assert await code_of(client, text="x", markdown_text="y") == "markdown_text_conflict"
    assert await code_of(client, markdown_text="x" * 12_001) == "msg_too_long"
    assert await code_of(client, text={"a": 1}) == "invalid_arguments"
    assert await code_of(client, text="x", metadata="x") == "invalid_metadata_format"
    big = {"event_type": "x", "event_payload": {"x": "x" * 4000}}
    assert await code_of(client, text="x", metadata=big) == "metadata_too_large"


async def test_attachments_and_markdown_text_are_shown(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    attachment = {"text": "below", "blocks": [section("inside")]}
    await client.chat_postMessage(channel=TEAM, text="above", attachments=[attachment])
    await client.chat_postMessage(channel=TEAM, markdown_text="**bold**")
    first, second = Workspace(sandbox).messages("team")
    assert first.text == "above\ninside\nbelow"
    assert second.text == "**bold**"
    assert await code_of(client, text="x", attachments=[{"blocks": [{}]}]) == "invalid_blocks"


async def test_named_blocks_can_be_refused_to_test_a_plain_fallback(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    blocks = [plan(task()), section()]
    await client.chat_postMessage(channel=TEAM, text="x", blocks=blocks)
    sandbox.refuse_blocks("plan", "task_card", "markdown")
    assert await code_of(client, text="x", blocks=blocks) == "invalid_blocks"
    await client.chat_postMessage(channel=TEAM, text="x", blocks=[section()])
    sandbox.refuse_blocks()
    await client.chat_postMessage(channel=TEAM, text="x", blocks=blocks)


PINGING: dict[str, Json] = {
    "text": {"text": "look <!channel>"},
    "section": {"text": "x", "blocks": [section("<!channel>")]},
    "markdown": {"text": "x", "blocks": [{"type": "markdown", "text": "<!channel>"}]},
    "rich text": {
        "text": "x",
        "blocks": [
            {
                "type": "rich_text",
                "elements": [
                    {
                        "type": "rich_text_section",
                        "elements": [{"type": "broadcast", "range": "channel"}],
                    }
                ],
            }
        ],
    },
}


@pytest.mark.parametrize("message", PINGING.values(), ids=PINGING)
async def test_a_live_mention_is_seen_to_ping(
    sandbox: Sandbox, client: AsyncWebClient, message: Json
) -> None:
    await client.api_call("chat.postMessage", json={"channel": TEAM, **message})
    (card,) = Workspace(sandbox).messages("team")
    assert card.pings == ("!channel",)
    assert "@channel" in card.text


async def test_an_escaped_mention_does_not_ping(sandbox: Sandbox, client: AsyncWebClient) -> None:
    text = escape("<!channel> <@U0000000ANA>")
    blocks = [section(text), {"type": "header", "text": {"type": "plain_text", "text": "<!here>"}}]
    await client.chat_postMessage(channel=TEAM, text=text, blocks=[*blocks, rich_text("<!here>")])
    (card,) = Workspace(sandbox).messages("team")
    assert card.pings == ()
    assert "<!channel> <@U0000000ANA>" in card.text


async def test_what_people_type_is_escaped_and_names_become_mentions(sandbox: Sandbox) -> None:
    card = await Workspace(sandbox).post("a < b & <!channel> @ben", channel="team")
    assert card.message.text == "a &lt; b &amp; &lt;!channel&gt; <@U0000000BEN>"
    assert card.pings == ("@U0000000BEN",)
    assert card.text == "a < b & <!channel> @ben"


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("a & b", "a &amp; b"),
        ("a &amp; b", "a &amp; b"),
        ("1 < 2 > 0", "1 &lt; 2 &gt; 0"),
        ("<https://example.com|here>", "<https://example.com|here>"),
        ("<script>", "&lt;script&gt;"),
        ("<@U123> <#C123|x> <!date^1^{date}|then>", "<@U123> <#C123|x> <!date^1^{date}|then>"),
    ],
)
def test_what_is_no_markup_is_stored_escaped(given: str, stored: str) -> None:
    assert normalise(given) == stored
    assert normalise(stored) == stored


def test_escaping_is_undone_and_groups_ping() -> None:
    assert unescape(escape("<&amp;>")) == "<&amp;>"
    assert pings("<!subteam^S1> <!here> <!date^1^x|y> <https://e.co>") == ("!subteam^S1", "!here")


TRANSCRIPT = """\
sandbox:
  root
    sandbox:
      Review
      *Risks* @ana January 01, 1970 at 01:00 link (https://e.co)
      [Approve]  [Revise…]
    sandbox:
      Plan
        ✓ Do it 1.2 s
        ○ Do it
sandbox (only visible to ben):
  only ben"""


async def test_the_transcript_reads_as_people_see_it(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    card = [
        {"type": "header", "text": {"type": "plain_text", "text": "Review"}},
        section("*Risks* <@U0000000ANA> <!date^0^{date} at {time}|then> <https://e.co|link>"),
        {"type": "actions", "elements": [_button("Approve"), _button("Revise…")]},
    ]
    root = (await client.chat_postMessage(channel=TEAM, text="root"))["ts"]
    await client.chat_postMessage(channel=TEAM, thread_ts=root, text="x", blocks=card)
    progress = plan(task("a", status="complete", output=rich_text("1.2 s")), task("b"))
    await client.chat_postMessage(channel=TEAM, thread_ts=root, text="x", blocks=[progress])
    await client.chat_postEphemeral(channel=TEAM, user="U0000000BEN", text="only ben")
    assert Workspace(sandbox).transcript("team", as_="ana") == TRANSCRIPT


def _button(text: str) -> Json:
    return {"type": "button", "text": {"type": "plain_text", "text": text}}
