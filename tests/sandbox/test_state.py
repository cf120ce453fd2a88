"""The state file, the manifest, the port."""

import asyncio
import json
import re
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.sandbox import CannotListenError, ManifestError, Sandbox, StateFileError, Workspace
from bot.sandbox.manifest import Command, read_manifest
from bot.sandbox.state.tokens import TokenKind
from tests.sandbox.blocks import actions
from tests.sandbox.bolt import refused, web_client

TEAM = "C0000TEAM00"
ROOT = Path(__file__).parents[2]


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
        assert await kept(sandbox, lambda: "hello" in path.read_text())
        assert not path.with_name("state.json.new").exists()


async def kept(sandbox: Sandbox, holds: Callable[[], bool]) -> bool:
    """Wait until something holds after one of the writes."""
    found = await sandbox.world.changes.until(
        lambda: True if holds() else None, within=10, kinds={"kept"}
    )
    return bool(found)


async def test_a_burst_of_changes_makes_two_writes_a_second_at_most(tmp_path: Path) -> None:
    path, clock = tmp_path / "state.json", asyncio.get_running_loop().time
    async with Sandbox(state_file=path) as sandbox:
        ws, writes = Workspace(sandbox), list[float]()
        started = clock()
        with sandbox.world.changes.listening(
            lambda change: writes.append(clock()) if change.kind == "kept" else None
        ):
            for number in range(300):
                await ws.post(str(number))
                await sandbox.world.changes.until(lambda: None, within=0.004)
            assert await kept(sandbox, lambda: '"299"' in path.read_text())
    assert writes
    assert len(writes) <= (writes[-1] - started) / 0.5


async def test_nobody_else_reads_the_file(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    async with Sandbox(state_file=path):
        pass
    for file in (path, path.with_name("state.json.new")):
        file.write_bytes(path.read_bytes())
        file.chmod(0o644)
    async with Sandbox(state_file=path):
        assert path.stat().st_mode & 0o777 == 0o600


async def test_two_workspaces_cannot_keep_one_file(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    async with Sandbox(state_file=path) as first:
        with pytest.raises(StateFileError, match="in use by another workspace"):
            async with Sandbox(state_file=path):
                pass
        await Workspace(first).post("mine")
    async with Sandbox(state_file=path) as later:
        assert [card.text for card in Workspace(later).messages("general")] == ["mine"]


@pytest.mark.parametrize("place", ["file/state.json", "directory", "."])
async def test_a_place_where_nothing_can_be_kept_is_named_at_once(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "directory").mkdir()
    with pytest.raises(StateFileError, match=re.escape(place)):
        async with Sandbox(state_file=Path(place)):
            pass


async def test_a_write_that_fails_later_is_said_once_and_made_up_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "deep" / "state.json"
    async with Sandbox(state_file=path) as sandbox:
        ws = Workspace(sandbox)
        path.parent.rename(tmp_path / "away")
        for text in ("one", "two"):
            await ws.post(text)
            assert await kept(sandbox, lambda: bool(sandbox.hub.not_kept))
        assert len(caplog.records) == 1
        assert str(path) in caplog.text
        async with (
            aiohttp.ClientSession(sandbox.page_url) as browser,
            browser.get("/control/app") as response,
        ):
            assert str(path) in (await response.json())["not_kept"]
        (tmp_path / "away").rename(path.parent)
        await ws.post("three")
        assert await kept(sandbox, lambda: not sandbox.hub.not_kept)
    assert all(text in path.read_text() for text in ("one", "two", "three"))


async def test_a_revoked_token_stays_revoked(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    async with Sandbox(state_file=path) as sandbox:
        sandbox.mischief.revoke()
    async with Sandbox(state_file=path) as sandbox:
        assert sandbox.hub.gate.revoked == {TokenKind.BOT}
        await refused(web_client(sandbox).auth_test(), "token_revoked")
        await web_client(sandbox, sandbox.user_token).auth_test()
        sandbox.mischief.reinstall()
    async with Sandbox(state_file=path) as sandbox:
        await web_client(sandbox).auth_test()


async def test_an_uninstalled_app_stays_uninstalled(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    async with Sandbox(state_file=path) as sandbox:
        sandbox.mischief.uninstall()
        assert await kept(sandbox, lambda: json.loads(path.read_text())["installed"] is False)
    async with Sandbox(state_file=path) as sandbox:
        await refused(web_client(sandbox).auth_test(), "account_inactive")
        await refused(web_client(sandbox, sandbox.user_token).auth_test(), "token_revoked")
        said = await Workspace(sandbox).slash("/report")
        assert said.error == "/report is not a valid command."


async def test_nothing_is_taken_that_the_file_could_not_hold(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    payload: Any = "x"
    for _ in range(90):
        payload = [payload]
    async with Sandbox(state_file=path) as sandbox:
        client = web_client(sandbox)
        fits = {"event_type": "a", "event_payload": {"a": payload}}
        await client.chat_postMessage(channel=TEAM, text="fits", metadata=fits)
        deep = {"event_type": "a", "event_payload": {"a": [payload] * 2, "b": [[[[[payload]]]]]}}
        for _ in range(20):
            deep = {"event_type": "a", "event_payload": {"a": deep}}
        posting = client.chat_postMessage(channel=TEAM, text="x", metadata=deep)
        await refused(posting, "invalid_metadata_schema")
        attached = [{"text": "x", "fields": deep}]
        posting = client.chat_postMessage(channel=TEAM, text="x", attachments=attached)
        await refused(posting, "invalid_attachments")
    async with Sandbox(state_file=path) as sandbox:
        assert [card.text for card in Workspace(sandbox).messages("team")] == ["fits"]


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
async def test_a_damaged_state_file_is_named_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(text)
    with pytest.raises(StateFileError, match=r"state\.json"):
        async with Sandbox(state_file=path):
            pass
    assert path.read_text() == text


async def test_a_taken_port_moves_to_the_next_free_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with Sandbox(port=port) as sandbox:
            assert sandbox.page_url != f"http://127.0.0.1:{port}/"
            await web_client(sandbox).auth_test()


async def test_a_port_that_cannot_be_used_is_not_called_taken() -> None:
    with pytest.raises(CannotListenError, match="no free port from 65536"):
        async with Sandbox(port=65536):
            pass


async def test_a_port_that_the_system_keeps_is_said_to_be_that() -> None:
    script = """
import asyncio, os, sys
from bot.sandbox import CannotListenError, Sandbox

async def listen():
    try:
        async with Sandbox(port=1):
            return "it may listen there"
    except CannotListenError as error:
        return str(error)

if os.getuid() == 0:
    os.setuid(65534)
print(asyncio.run(listen()))
"""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    said = (await process.communicate())[0].decode().strip()
    if said == "it may listen there":
        pytest.skip("this system lets everybody listen on port 1")
    assert said == "port 1 is kept by the system, not for this user"


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
