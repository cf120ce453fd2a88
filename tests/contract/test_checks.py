"""What is checked before a command starts, and how what is wrong is said."""

from pathlib import Path

import pytest

from bot import checks
from bot.errors import CannotStartError
from bot.settings import Settings
from graphs import registry


async def test_a_workflow_that_cannot_be_offered_is_a_line_and_not_the_end_of_the_doctor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken() -> None:
        raise registry.RegistryError('Two workflows are called "x".')

    monkeypatch.setattr(registry, "workflows", broken)
    with pytest.raises(CannotStartError, match="Two workflows"):
        await checks.served([])
    settings = Settings.model_construct(graphs=())
    [found] = [found async for found in checks.findings(settings, ("Workflows",))]
    assert (found.ok, found.lines) == (False, ('Two workflows are called "x".',))


async def test_the_workflows_are_listed_with_what_is_wrong_with_others(tmp_path: Path) -> None:
    file = tmp_path / "langgraph.json"
    file.write_text('{"graphs": {"one": "./agent.py:graph", "two": "./agent.py:two"}}')
    (tmp_path / "agent.py").write_text(
        "from langgraph.graph import START, StateGraph\n"
        "graph = StateGraph(dict).add_node('n', lambda state: state).add_edge(START, 'n')\n"
    )
    settings = Settings.model_construct(graphs=(file,))
    [found] = [found async for found in checks.findings(settings, ("Workflows",))]
    wrong, offered = found.lines
    assert not found.ok
    assert wrong.endswith('graphs.two (./agent.py:two): ./agent.py has no "two".')
    assert "weekly-report (/weekly-report), " in offered
    assert offered.endswith(", one (/signoff start one)")


async def test_without_other_graphs_the_built_in_workflows_are_listed() -> None:
    settings = Settings.model_construct(graphs=())
    [found] = [found async for found in checks.findings(settings, ("Workflows",))]
    listed = ", ".join(
        f"{name} ({workflow.command})" for name, workflow in registry.workflows().items()
    )
    assert (found.ok, found.lines) == (True, (listed,))


async def test_files_of_which_nothing_can_be_offered_stop_the_start(tmp_path: Path) -> None:
    with pytest.raises(CannotStartError, match="is no file") as raised:
        await checks.served([tmp_path / "langgraph.json"])
    assert len(raised.value.lines) == 1


async def test_a_line_that_two_checks_give_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreachable(_settings: Settings) -> tuple[str, ...]:
        raise CannotStartError("Slack cannot be reached")

    for name in ("Slack", "Socket Mode"):
        monkeypatch.setitem(checks.CHECKS, name, unreachable)
    with pytest.raises(CannotStartError) as raised:
        await checks.require(Settings.model_construct(), ("Slack", "Socket Mode"))
    assert raised.value.lines == ("Slack cannot be reached",)


def test_scopes_that_slack_does_not_name_are_not_said_to_be_there() -> None:
    assert checks._scopes(set()) == "scopes could not be checked: Slack did not name them"
    with pytest.raises(CannotStartError, match="lacks the scopes"):
        checks._scopes({"chat:write"})
