"""Updates, threads, previews of links, and names that become mentions."""

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox, Workspace
from tests.sandbox.blocks import Json, section
from tests.sandbox.bolt import web_client

TEAM = "C0000TEAM00"


async def code_of(client: AsyncWebClient, **message: object) -> str:
    with pytest.raises(SlackApiError) as error:
        await client.api_call("chat.postMessage", json={"channel": TEAM, **message})
    return str(error.value.response["error"])


async def test_markdown_in_an_update_has_its_own_limit(client: AsyncWebClient) -> None:
    ts = (await client.chat_postMessage(channel=TEAM, text="x"))["ts"]
    await client.chat_update(channel=TEAM, ts=ts, markdown_text="x" * 12_000)
    with pytest.raises(SlackApiError, match="msg_too_long"):
        await client.chat_update(channel=TEAM, ts=ts, markdown_text="x" * 12_001)


async def test_people_are_told_of_an_edit_only_where_it_brings_no_blocks(
    client: AsyncWebClient,
) -> None:
    ts = (await client.chat_postMessage(channel=TEAM, text="x"))["ts"]
    quiet = await client.chat_update(channel=TEAM, ts=ts, text="y", blocks=[section()])
    assert "edited" not in quiet["message"]
    told = await client.chat_update(channel=TEAM, ts=ts, text="z")
    assert told["message"]["edited"]


async def test_an_update_keeps_the_metadata_unless_it_is_emptied(client: AsyncWebClient) -> None:
    metadata = {"event_type": "run", "event_payload": {"id": "1"}}
    ts = (await client.chat_postMessage(channel=TEAM, text="x", metadata=metadata))["ts"]
    kept = await client.chat_update(channel=TEAM, ts=ts, text="y")
    assert kept["message"]["metadata"] == metadata
    gone = await client.chat_update(channel=TEAM, ts=ts, text="y", metadata={})
    assert "metadata" not in gone["message"]


async def test_a_thread_hangs_below_its_root_and_can_show_in_the_channel(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    root = (await client.chat_postMessage(channel=TEAM, text="root"))["ts"]
    reply = await client.chat_postMessage(
        channel=TEAM, text="both", thread_ts=root, reply_broadcast=True
    )
    assert reply["message"]["subtype"] == "thread_broadcast"
    history = (await client.conversations_history(channel=TEAM))["messages"]
    assert [message["text"] for message in history] == ["both", "root"]
    code = await code_of(client, text="x", thread_ts=reply["ts"])
    assert code == "cannot_reply_to_message"
    assert await code_of(client, text="x", thread_ts="1.000000") == "thread_not_found"
    assert len(Workspace(sandbox).thread("team", root)) == 1


async def test_a_user_changes_and_deletes_what_is_their_own(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    ana = web_client(sandbox, sandbox.user_token)
    mine = (await ana.chat_postMessage(channel=TEAM, text="x"))["ts"]
    theirs = (await client.chat_postMessage(channel=TEAM, text="x"))["ts"]
    await ana.chat_update(channel=TEAM, ts=mine, text="y")
    with pytest.raises(SlackApiError, match="cant_delete_message"):
        await ana.chat_delete(channel=TEAM, ts=theirs)
    with pytest.raises(SlackApiError, match="cant_update_message"):
        await client.chat_update(channel=TEAM, ts=mine, text="y")
    await ana.chat_delete(channel=TEAM, ts=mine)


PAGE, PICTURE = "https://e.co/page", "https://e.co/a.PNG"


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({}, [PICTURE]),
        ({"unfurl_links": True}, [PAGE, PICTURE]),
        ({"unfurl_media": False}, []),
        ({"unfurl_links": True, "unfurl_media": False}, [PAGE]),
        ({"blocks": [section()]}, []),
    ],
)
async def test_links_are_unfurled_only_where_it_is_asked_for(
    sandbox: Sandbox, client: AsyncWebClient, options: Json, shown: list[str]
) -> None:
    fields = {"channel": TEAM, "text": f"{PAGE} and <{PICTURE}|this>, {PAGE}", **options}
    message = (await client.api_call("chat.postMessage", json=fields))["message"]
    assert [item["from_url"] for item in message.get("attachments", [])] == shown
    text = Workspace(sandbox).messages("team")[-1].text
    assert text.count("Preview of") == len(shown)


NAMES = "@ana, @leads. @nobody #team (@here) a@ben.co <@U0000000BEN> `@channel`"
LINKED = (
    "<@U0000000ANA>, <!subteam^S00000LEADS>. @nobody <#C0000TEAM00|team> (<!here>) "
    "a@ben.co <@U0000000BEN> `<!channel>`"
)


@pytest.mark.parametrize(
    ("options", "stored"),
    [
        ({}, NAMES),
        ({"parse": "none", "link_names": False}, NAMES),
        ({"link_names": True}, LINKED),
        ({"link_names": "1"}, LINKED),
        ({"parse": "full"}, LINKED),
    ],
)
async def test_names_become_live_mentions_where_an_app_asks_for_it(
    sandbox: Sandbox, client: AsyncWebClient, options: Json, stored: str
) -> None:
    fields = {"channel": TEAM, "text": NAMES, **options}
    posted = await client.api_call("chat.postMessage", json=fields)
    assert posted["message"]["text"] == stored
    (card,) = Workspace(sandbox).messages("team")
    assert ("!here" in card.pings) is (stored == LINKED)
    update = {"channel": TEAM, "ts": posted["ts"], "text": "@ana"}
    again = await client.api_call("chat.update", json=update)
    assert again["text"] == "@ana", "an update starts from the defaults again"
