"""`signoff sandbox --state`: what is said where nothing can be kept."""

import shutil
import signal
from pathlib import Path

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.e2e.processes import command
from tests.e2e.test_sandbox_command import TEAM, sandbox, stopped


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("file/state.json", "signoff: file/state.json cannot be written: "),
        (".", "signoff: . is a directory; name a file to keep the state in."),
        ("state.json", "signoff: state.json is in use by another workspace; "),
    ],
)
async def test_a_place_of_no_use_is_one_sentence(tmp_path: Path, place: str, said: str) -> None:
    (tmp_path / "file").write_text("")
    async with sandbox("--state", "state.json", home=tmp_path) as (first, _):
        words = ("sandbox", "--port", "0", "--state", place)
        async with command(*words, env={}, home=tmp_path) as second:
            assert await second.ended() == 2
        await stopped(first)
    (line,) = second.lines
    assert line.startswith(said)


async def test_the_end_says_that_the_last_changes_are_lost(tmp_path: Path) -> None:
    async with sandbox("--state", "deep/state.json", home=tmp_path) as (running, access):
        shutil.rmtree(tmp_path / "deep")
        client = AsyncWebClient(token=access["bot_token"], base_url=access["api_url"])
        await client.chat_postMessage(channel=TEAM, text="lost")
        running.send(signal.SIGTERM)
        assert await running.ended() == 1
    assert "What happens from now on is not kept" in running.text
    assert running.lines[-1].startswith("The last changes are not kept: deep/state.json cannot be")
