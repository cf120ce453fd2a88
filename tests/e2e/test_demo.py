"""`signoff demo`: everything on one machine, by itself or in a page, kept until the next one."""

import asyncio
import json
import os
import re
import signal
import socket
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.adapters.redis_files import RedisServerError, find_redis
from tests.e2e.processes import Command, command

ROOT = Path(__file__).parents[2]
NOTES = "Search index rebuilt in two hours\nBackup restore is late, the vendor does not answer"


@pytest.fixture(autouse=True)
def _needs_redis() -> None:
    try:
        find_redis()
    except RedisServerError as error:
        pytest.skip(str(error))


async def test_headless_walks_the_main_job_and_prints_what_people_see(tmp_path: Path) -> None:
    """The one test that starts Python anew, as people do."""
    walk = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "demo", "--headless"),
        env={**os.environ, "PYTHONPATH": str(ROOT), **_home(tmp_path)},
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    printed, errors = await walk.communicate()
    text = printed.decode()
    assert walk.returncode == 0, errors.decode()
    assert not errors
    steps = [
        "ana: /weekly-report Login v2 shipped",
        "Signoff (root)",
        "Signoff (card)",
        "Signoff (progress)",
        "ana: presses Revise… and writes: Mention the hiring freeze",
        "round 2 of 3",
        "ben: presses Approve",
        "(only ben sees) Only @ana can decide this.",
        "ana: presses Approve",
        "✓ Approved by @ana",
        "Signoff (result)",
        "✓ Done in",
        "run_seconds",
        "rounds 2",
        "decisions 2",
        "chat.postMessage",
    ]
    found = [text.find(step) for step in steps]
    assert -1 not in found, text
    assert found == sorted(found), text
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - as good as any in a test


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("minutes", "What | Who | By when | Said"),
        ("polish", "ben: presses"),
        ("plan", "= 5.4 (step 1)"),
        ("research", "## References"),
    ],
)
async def test_headless_walks_every_other_workflow_to_its_result(
    name: str, end: str, tmp_path: Path
) -> None:
    async with command("demo", "--headless", "--workflow", name, env={}, home=tmp_path) as walk:
        assert await walk.ended() == 0, walk.text
    assert f"ana: /{name} " in walk.text
    assert "Signoff (card)" in walk.text
    assert end in walk.text
    assert "✓ Done in" in walk.text


async def test_a_workflow_that_cannot_be_walked_is_one_line(tmp_path: Path) -> None:
    options = ("--headless", "--workflow", "minute")
    async with command("demo", *options, env={}, home=tmp_path) as walk:
        assert await walk.ended() == 2
    names = "weekly-report, minutes, polish, plan, research"
    assert walk.lines == [f'signoff: there is no walk of "minute": choose of {names}.']


async def test_headless_takes_notes_from_an_option(tmp_path: Path) -> None:
    async with command("demo", "--headless", "--text", NOTES, env={}, home=tmp_path) as walk:
        assert await walk.ended() == 0, walk.text
    assert "Search index rebuilt in two hours" in walk.text


async def test_headless_takes_notes_from_a_file_and_prints_json_lines(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(
        "# 本周\n- 登录功能已上线\n- 安全审计被阻塞", encoding="utf-8"
    )
    options = ("--headless", "--json", "--file", "notes.md")
    async with command("demo", *options, env={}, home=tmp_path) as walk:
        assert await walk.ended() == 0, walk.text
    lines = [json.loads(line) for line in walk.lines]
    assert [line["shows"] for line in lines if "shows" in line][:2] == ["root", "card"]
    assert [line for line in lines if "登录功能已上线" in line.get("text", "")]
    assert lines[-1]["numbers"]["messages"] >= 5


async def test_notes_that_are_no_text_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes.bin").write_bytes(b"\xff\xfe\x00")
    async with command("demo", "--headless", "--file", "notes.bin", env={}, home=tmp_path) as walk:
        assert await walk.ended() == 2
    assert walk.lines == ["signoff: notes.bin is not a UTF-8 text: save it as one."]


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (("--headless", "--text", " \n "), "the text is empty: write at least one line."),
        (("--json", "--file", "blank.md"), "the text is empty: write at least one line."),
        (
            ("--headless", "--text", "x", "--file", "blank.md"),
            "--text and --file are both given: leave one out.",
        ),
        (
            ("--text", "x"),
            "--workflow, --text and --file are for the walk: add --headless, or type in the page.",
        ),
    ],
)
async def test_options_that_lead_nowhere_are_one_line(
    options: tuple[str, ...], line: str, tmp_path: Path
) -> None:
    (tmp_path / "blank.md").write_text("\n  \n")
    async with command("demo", *options, env={}, home=tmp_path) as walk:
        assert await walk.ended() == 2
    assert walk.lines == [f"signoff: {line}"]


async def test_a_walk_whose_steps_failed_says_so_and_is_no_success(tmp_path: Path) -> None:
    env = {"OPENAI_API_KEY": "x", "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}
    async with command("demo", "--headless", env=env, home=tmp_path) as walk:
        assert await walk.ended() == 1
    [line] = [line for line in walk.lines if line.startswith("signoff:")]
    assert line.startswith("signoff: steps failed: highlights, risks, report.")
    assert "[warning]" not in walk.text


async def test_what_the_demo_logs_can_be_chosen(tmp_path: Path) -> None:
    options = ("demo", "--headless", "--text", NOTES)
    env = {"SIGNOFF_LOG_LEVEL": "info", "SIGNOFF_LOG": "json"}
    async with command(*options, env=env, home=tmp_path) as walk:
        assert await walk.ended() == 0, walk.text
    events = [json.loads(line) for line in walk.lines if line.startswith("{")]
    assert {event["run_id"] for event in events if event["event"] == "run.drive"}
    async with command(*options, env={}, home=tmp_path) as walk:
        assert await walk.ended() == 0, walk.text
    assert "run.drive" not in walk.text


async def test_a_demo_that_runs_keeps_its_data(tmp_path: Path) -> None:
    env = _home(tmp_path)
    async with command("demo", "--port", "0", env=env, home=tmp_path) as first:
        page = await _page(first)
        async with command("demo", "--port", "0", "--fresh", env=env, home=tmp_path) as second:
            assert await second.ended() == 2
        assert re.fullmatch(
            rf"signoff: Process {first.pid} already runs a Redis in \S+; stop it, .*", second.text
        )
        await _type(page, "/weekly-report", NOTES)
        await _seen(page, "Search index rebuilt")
        first.send(signal.SIGTERM)
        assert await first.ended() == 0


async def test_ctrl_c_stops_everything_and_the_next_demo_finds_it_again(tmp_path: Path) -> None:
    env = _home(tmp_path)
    async with command("demo", "--port", "0", env=env, home=tmp_path) as first:
        page = await _page(first)
        assert "weekly-report" in first.text
        await _type(page, "/weekly-report", NOTES)
        await _seen(page, "Search index rebuilt")
        assert len(_family(first)) >= 2
        os.killpg(first.pid, signal.SIGINT)
        assert await first.ended() == 0
    assert _family(first) == []
    assert first.lines[-1] == "Stopped."
    assert "Traceback" not in first.text
    async with command("demo", "--port", "0", env=env, home=tmp_path) as second:
        page = await _page(second)
        assert "Search index rebuilt" in await _channel(page)
        second.send(signal.SIGTERM)
        assert await second.ended() == 0
    async with command("demo", "--port", "0", "--fresh", env=env, home=tmp_path) as third:
        page = await _page(third)
        assert "Search index rebuilt" not in await _channel(page)
        third.send(signal.SIGTERM)
        assert await third.ended() == 0
    assert _family(third) == []


def _home(path: Path) -> dict[str, str]:
    """Where a demo keeps its data, on Linux and elsewhere."""
    return {"XDG_DATA_HOME": str(path), "HOME": str(path)}


async def _type(page: str, what: str, text: str) -> None:
    """Type a command, as ana does in #general."""
    body = {"as": "ana", "channel": "general", "command": what, "text": text}
    async with (
        aiohttp.ClientSession() as browser,
        browser.post(f"{page}person/slash", json=body) as answer,
    ):
        said = await answer.json()
    assert said["ok"], said
    assert not said["error_line"]


async def _channel(page: str) -> str:
    """What the page shows of #general."""
    async with (
        aiohttp.ClientSession() as browser,
        browser.get(f"{page}person/state", params={"channel": "general"}) as answer,
    ):
        return json.dumps(await answer.json(), ensure_ascii=False)


async def _seen(page: str, text: str) -> None:
    """Wait until the page shows a text."""
    async with (
        asyncio.timeout(30),
        aiohttp.ClientSession() as browser,
        browser.get(f"{page}person/events") as news,
    ):
        while text not in await _channel(page):
            await news.content.readline()


async def test_a_demo_on_a_taken_port_says_which_it_is_instead(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with command("demo", "--port", str(port), env=_home(tmp_path), home=tmp_path) as demo:
            page = await _page(demo)
            moved = page.rstrip("/").rpartition(":")[2]
            assert demo.lines[0] == f"Port {port} is taken; this is {moved}."
            demo.send(signal.SIGINT)
            assert await demo.ended() == 0


async def _page(demo: Command) -> str:
    line = await demo.says("Open")
    await demo.says("Ctrl-C")
    found = re.search(r"http://[\d.:]+/", line)
    assert found, line
    return found[0]


def _family(leader: Command) -> list[int]:
    """All processes of a command's session, by Linux' list."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader.pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found
