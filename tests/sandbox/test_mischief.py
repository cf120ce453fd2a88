"""What people do behind an app's back."""

import pytest
from slack_sdk.errors import SlackApiError

from bot.sandbox import NotPossibleError, NotSeenError, Sandbox, Workspace
from tests.sandbox.bolt import Kept, declared, running, web_client

TEAM = "C0000TEAM00"


async def test_what_people_do_behind_the_apps_back() -> None:
    async with Sandbox() as sandbox:
        client, ws = web_client(sandbox), Workspace(sandbox)
        ts = (await client.chat_postMessage(channel=TEAM, text="x"))["ts"]
        (card,) = ws.roots("team")
        ws.delete(card)
        with pytest.raises(NotSeenError):
            card.refresh()
        with pytest.raises(SlackApiError, match="message_not_found"):
            await client.chat_update(channel=TEAM, ts=ts, text="y")
        ts = (await client.chat_postMessage(channel=TEAM, text="x"))["ts"]
        ws.archive("team")
        with pytest.raises(SlackApiError, match="is_inactive"):
            await client.chat_update(channel=TEAM, ts=ts, text="y")
        ws.archive("team", archived=False)
        await client.chat_update(channel=TEAM, ts=ts, text="y")


async def test_a_bot_that_was_removed_reads_nothing_and_uploads_nothing() -> None:
    async with Sandbox() as sandbox:
        client, ws = web_client(sandbox), Workspace(sandbox)
        ws.kick_bot("team")
        with pytest.raises(NotPossibleError):
            ws.kick_bot("team")
        with pytest.raises(SlackApiError, match="not_in_channel"):
            await client.conversations_history(channel=TEAM)
        ws.invite_bot("team")
        await client.conversations_history(channel=TEAM)
        ws.revoke()
        with pytest.raises(SlackApiError, match="token_revoked"):
            await client.chat_postMessage(channel=TEAM, text="x")
        ws.reinstall()
        await client.chat_postMessage(channel=TEAM, text="x")


async def test_an_uninstalled_app_gets_nothing_until_it_is_installed_again() -> None:
    kept = Kept()
    async with running(kept.on_command) as slack:
        ana, mischief = slack.ws.person("ana"), slack.sandbox.mischief
        mischief.uninstall()
        assert "not a valid command" in (await slack.ws.slash("/report")).error
        with pytest.raises(NotPossibleError, match="no global shortcut"):
            await slack.sandbox.interactions.shortcuts.run(ana, "any")
        with pytest.raises(SlackApiError, match="token_revoked"):
            await web_client(slack.sandbox, slack.sandbox.user_token).auth_test()
        with pytest.raises(SlackApiError, match="account_inactive"):
            await slack.client.auth_test()
        mischief.reinstall()
        await slack.client.auth_test()
        assert (await slack.ws.slash("/report")).text == "ok"


async def test_a_direct_message_cannot_be_archived() -> None:
    async with Sandbox() as sandbox:
        with pytest.raises(NotPossibleError, match="cannot be archived"):
            Workspace(sandbox).archive("ana-ben")


@pytest.mark.parametrize(("first", "code"), [(True, "already_archived"), (False, "not_archived")])
async def test_a_channel_is_archived_or_taken_back_once(first: bool, code: str) -> None:  # noqa: FBT001 - a parameter of the test
    async with Sandbox(declared("channel_archive", "channel_unarchive")) as sandbox:
        ws = Workspace(sandbox)
        ws.invite_bot("general")
        ws.archive("general")
        if not first:
            ws.archive("general", archived=False)
        with pytest.raises(NotPossibleError, match=code):
            ws.archive("general", archived=first)
        assert ws.channel("general").archived is first
        told = [True, False][: 1 if first else 2]
        await sandbox.world.changes.until(
            lambda: True if len(sandbox.deliveries) >= len(told) else None, within=5
        )
        assert len(sandbox.deliveries) == len(told)


async def test_the_bot_stays_in_its_direct_messages_and_comes_into_no_others() -> None:
    async with Sandbox() as sandbox:
        ws = Workspace(sandbox)
        with pytest.raises(NotPossibleError, match="direct message"):
            ws.kick_bot(ws.dm("ana"))
        with pytest.raises(NotPossibleError, match="direct message"):
            ws.invite_bot("ana-ben")
