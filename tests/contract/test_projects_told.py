"""What is told while somebody's graphs are loaded, and where it is told."""

import json
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from bot import logs
from bot.cli import check, manifest
from bot.projects import code
from bot.projects.trouble import report
from tests.contract.projects import AGENT, loaded, project


async def test_what_an_import_prints_at_once_does_not_either(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for number in range(200):
        await code.imported(partial(print, number), where="here")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 200


@pytest.mark.usefixtures("log_as_it_was")
async def test_the_log_says_in_words_why_a_graph_does_not_load_but_no_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("json", "info")
    wrong = "raise LookupError('no such model, with password=hunter2')\n"
    found = await loaded(tmp_path, {"wrong": "./wrong.py:graph"}, wrong=wrong)
    report(found.refused)
    [line] = map(json.loads, capsys.readouterr().err.splitlines())
    assert line["what"].startswith("loading it raised LookupError: no such model, with password=")
    assert "LookupError < " in line["raised"]
    assert "hunter2" not in json.dumps(line)


async def _checked(file: Path) -> int:
    return await check.check(file, walk=False)


async def _manifest(file: Path) -> int:
    return await manifest.show([file], check=None, http="")


@pytest.mark.usefixtures("log_as_it_was")
@pytest.mark.parametrize("show", [_checked, _manifest])
async def test_whoever_waits_for_a_slow_import_is_told_so_once(
    show: Callable[[Path], Awaitable[int]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(code, "SLOW_S", 0.01)
    late = "import threading\nthreading.Event().wait(0.3)\n" + AGENT
    await show(project(tmp_path, {"late": "./late.py:graph"}, late=late))
    told = [line for line in capsys.readouterr().err.splitlines() if "late" in line]
    where = f"{tmp_path / 'langgraph.json'}, graphs.late (./late.py:graph)"
    assert told == [f"signoff: {where}: is still loading."]
