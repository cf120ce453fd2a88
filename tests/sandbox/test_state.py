"""The state file, the manifest, the port."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import ManifestError, Sandbox, StateFileError, Workspace
from bot.sandbox.manifest import Command, read_manifest
from bot.sandbox.state.persistence import WRITE_AFTER
from tests.sandbox.blocks import actions
from tests.sandbox.bolt import refused, web_client

TEAM = "C0000TEAM00"


async def test_messages_files_members_and_tokens_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state.json"
    async with Sandbox(state_file=path) as sandbox:
        client, before = web_client(sandbox), sandbox.hub.tokens
        await client.conversations_join(channel="C00GENERAL0")
        root = await client.chat_postMessage(channel=TEAM, text="根", blocks=[actions()])
        await client.files_upload_v2(
            channel=TEAM, thread_ts=root["ts"], filename="a.md", content="# 报告"
        )
        Workspace(sandbox).archive("leads")
    async with Sandbox(state_file=path) as sandbox:
        ws = Workspace(sandbox)
        assert sandbox.hub.tokens == before
        assert [card.buttons for card in ws.roots("team")] == [["Go"]]
        assert [card.files for card in ws.thread("team", root["ts"])] == [["# 报告"]]
        assert sandbox.bot_user_id in ws.channel("general").members
        assert ws.channel("leads").archived
        again = await web_client(sandbox).chat_postMessage(channel=TEAM, text="later")
        assert again["ts"] > root["ts"]


async def test_the_state_is_written_a_moment_after_a_change(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    async with Sandbox(state_file=path) as sandbox:
        await Workspace(sandbox).post("hello")
        never: Any = None
        await sandbox.world.changes.until(lambda: never, within=WRITE_AFTER + 0.1)
        assert "hello" in path.read_text()
        assert not path.with_name("state.json.new").exists()


async def test_tokens_differ_without_a_state_file() -> None:
    assert Sandbox().hub.tokens != Sandbox().hub.tokens
    assert "xoxb" not in repr(Sandbox().hub.tokens)


async def test_a_stream_ends_with_the_process_and_its_text_stays(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    async with Sandbox(state_file=path) as sandbox:
        client = web_client(sandbox)
        root = (await client.chat_postMessage(channel=TEAM, text="root"))["ts"]
        where: Any = {"recipient_team_id": sandbox.team_id, "recipient_user_id": "U0000000ANA"}
        stream = await client.chat_startStream(
            channel=TEAM, thread_ts=root, markdown_text="half", **where
        )
        await client.reactions_add(channel=TEAM, timestamp=root, name="eyes")
    async with Sandbox(state_file=path) as sandbox:
        client = web_client(sandbox)
        await refused(
            client.chat_appendStream(channel=TEAM, ts=stream["ts"], markdown_text="x"),
            "message_not_in_streaming_state",
        )
        assert [card.text for card in Workspace(sandbox).thread("team", root)] == ["half"]
        assert sandbox.world.messages(TEAM)[0].reactions == (("eyes", (sandbox.bot_user_id,)),)
        await client.chat_update(channel=TEAM, ts=stream["ts"], text="whole")


async def test_a_state_file_of_before_is_read(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    async with Sandbox(state_file=path) as sandbox:
        await web_client(sandbox).chat_postMessage(channel=TEAM, text="hello")
    kept = json.loads(path.read_text())
    for name in ("modals", "homes", "scheduled"):
        del kept[name]
    for name in ("client_id", "client_secret"):
        del kept["tokens"][name]
    path.write_text(json.dumps(kept))
    async with Sandbox(state_file=path) as sandbox:
        assert [card.text for card in Workspace(sandbox).messages("team")] == ["hello"]
        assert sandbox.hub.tokens.client_id


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"tokens": {}}'])
def test_a_damaged_state_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(text)
    with pytest.raises(StateFileError, match=r"state\.json"):
        Sandbox(state_file=path)


async def test_a_taken_port_moves_to_the_next_free_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with Sandbox(port=port) as sandbox:
            assert sandbox.page_url != f"http://127.0.0.1:{port}/"
            await web_client(sandbox).auth_test()


MANIFEST = {
    "display_information": {"name": "Small"},
    "features": {
        "bot_user": {"display_name": "small"},
        "slash_commands": [{"command": "/report", "description": "Report"}],
    },
    "oauth_config": {"scopes": {"bot": ["chat:write", "commands"]}},
    "settings": {"interactivity": {"is_enabled": True}, "socket_mode_enabled": True},
}


def test_a_manifest_is_read_from_an_object_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "manifest.yml"
    path.write_text(json.dumps(MANIFEST))
    app = read_manifest(MANIFEST)
    assert app == read_manifest(path) == read_manifest(str(path))
    assert (app.name, app.display_name, app.interactive) == ("Small", "small", True)
    assert app.bot_scopes == {"chat:write", "commands"}
    assert app.commands == {"/report": Command(description="Report")}


def test_all_that_is_wrong_with_a_manifest_is_said() -> None:
    command = {"command": "report", "description": "x"}
    wrong = {
        "display_information": {"name": "x" * 36},
        "features": {"slash_commands": [command, {"command": "/" + "x" * 32}]},
        "oauth_config": {"scopes": {"bot": "chat:write"}},
    }
    with pytest.raises(ManifestError) as error:
        read_manifest(wrong)
    assert [problem.partition(":")[0] for problem in error.value.problems] == [
        "/display_information/name",
        "/oauth_config/scopes/bot",
        "/features/slash_commands/0/command",
        "/features/slash_commands/1/description",
        "/features/slash_commands/1/command",
    ]


def test_a_manifest_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match="nowhere"):
        read_manifest(tmp_path / "nowhere.yml")
    (tmp_path / "list.yml").write_text("[1]")
    with pytest.raises(ManifestError, match="must be an object"):
        read_manifest(tmp_path / "list.yml")


async def test_clicks_reach_no_app_that_did_not_ask_for_them() -> None:
    settings = {"interactivity": {"is_enabled": False}, "socket_mode_enabled": True}
    manifest = {**MANIFEST, "settings": settings}
    async with Sandbox(manifest) as sandbox:
        ws = Workspace(sandbox)
        await web_client(sandbox).chat_postMessage(channel=TEAM, text="x", blocks=[actions()])
        card = await ws.wait_for_card(channel="team")
        assert (await card.click("Go")).error
