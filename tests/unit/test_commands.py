"""How a command ends when it, or a part of it, does not work: its lines and its exit code."""

import json
import re
from collections.abc import Coroutine
from dataclasses import replace

import pytest
import typer

from bot import logs
from bot.cli.numbers import of_run
from bot.cli.process import finish
from bot.core.model import Usage
from bot.core.question import Action
from bot.errors import CannotStartError
from tests.unit.cards_samples import DONE, GATE, RUN, decided, snapshot


def ending(error: BaseException) -> int:
    async def command() -> int:
        raise error

    with pytest.raises(typer.Exit) as ended:
        finish(command)
    return ended.value.exit_code


def test_what_is_missing_is_a_line_each_also_when_parts_find_it_together(
    capsys: pytest.CaptureFixture[str],
) -> None:
    group = ExceptionGroup(
        "parts", [CannotStartError("a", "b"), ExceptionGroup("more", [CannotStartError("b", "c")])]
    )
    assert ending(CannotStartError("a", "b")) == ending(group) == 2
    assert capsys.readouterr().err.splitlines() == [
        *("signoff: a", "signoff: b"),
        *("signoff: a", "signoff: b", "signoff: c"),
    ]


@pytest.mark.usefixtures("log_as_it_was")
def test_what_broke_is_one_line_with_a_reference_that_the_log_has_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("json", "info")
    assert ending(ExceptionGroup("parts", [ValueError("words"), KeyError("words")])) == 1
    logged, line = capsys.readouterr().err.splitlines()
    found = re.fullmatch(
        r"signoff: it broke \(ValueError, KeyError\); the log has more under (\w{8})\.", line
    )
    assert found
    assert json.loads(logged)["ref"] == found[1]
    assert "words" not in logged


def test_a_command_that_cannot_be_prepared_ends_like_one_that_cannot_start(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def prepare() -> Coroutine[None, None, int]:
        raise CannotStartError("SLACK_BOT_TOKEN is missing")

    with pytest.raises(typer.Exit) as ended:
        finish(prepare)
    assert ended.value.exit_code == 2
    assert capsys.readouterr().err == "signoff: SLACK_BOT_TOKEN is missing\n"


def test_ctrl_c_has_its_own_code_and_no_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert ending(KeyboardInterrupt()) == 130
    assert capsys.readouterr().err == ""


def test_a_run_in_numbers_has_what_its_record_has() -> None:
    second = replace(GATE, key="second", question=replace(GATE.question, round=2))
    asked = snapshot(DONE, decided(Action.REVISE), second)
    assert of_run(asked) == {
        "run_seconds": 120.5,
        "rounds": 2,
        "decisions": 1,
        "model_calls": 2,
        "input_tokens": 1_000,
        "output_tokens": 240,
    }


def test_tokens_and_cost_are_only_there_when_known() -> None:
    run = replace(DONE, usage=Usage())
    assert [*of_run(snapshot(run))] == ["run_seconds", "rounds", "decisions", "model_calls"]
    paid = replace(RUN, usage=Usage(calls=1, cost=0.0123456))
    assert of_run(snapshot(paid))["cost_usd"] == 0.012346
