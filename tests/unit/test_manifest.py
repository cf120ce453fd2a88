"""The app's manifest: printed for the workflows that there are, and compared with a file."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import manifest, manifest_check
from bot.errors import CannotStartError
from bot.sandbox.manifest import read_manifest
from graphs.contract import Shortcut, Words, Workflow
from graphs.registry import workflows
from graphs.weekly_report import weekly_report

SCHEMA = {"properties": {name: {"type": "string"} for name in ("city", "days", "pace", "plan")}}
URL = "https://signoff.example.com/slack/events"


def workflow(**change: Any) -> Workflow:  # noqa: ANN401 - any field of it
    words: Words = {"en": "Plans a trip.", "zh": "安排行程。"}
    made = replace(weekly_report, name="trip", command="/trip", description=words, form=())
    return replace(made, **{"input_schema": SCHEMA, **change})


def commands(*workflows: Workflow, url: str = "") -> list[dict[str, Any]]:
    content = manifest.parsed(manifest.render(workflows, url=url))
    listed: list[dict[str, Any]] = content["features"]["slash_commands"]
    return listed


def test_the_manifest_in_the_repository_is_that_of_the_built_in_workflows() -> None:
    assert manifest.path().read_text(encoding="utf-8") == manifest.render(workflows().values())


def test_a_workflow_adds_its_command_with_what_to_type() -> None:
    own, signoff = commands(workflow())
    assert own == {
        "command": "/trip",
        "description": "Plans a trip",
        "usage_hint": "[city=… days=… pace=…]",
        "should_escape": False,
    }
    assert signoff["command"] == "/signoff"
    assert len(commands(workflow(command=""))) == 1


@pytest.mark.parametrize(
    ("schema", "hint"),
    [
        ({"properties": {"city": {"type": "string"}}}, "[text]"),
        ({"properties": {"messages": {"type": "array", "items": {}}}}, "[message]"),
        ({"properties": {}}, None),
        ({"properties": {"a b": {"type": "string"}, "c.d": {"type": "string"}}}, None),
    ],
)
def test_the_hint_says_what_the_form_takes(schema: dict[str, Any], hint: str | None) -> None:
    assert commands(workflow(input_schema=schema))[0].get("usage_hint") == hint


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ask: yes or no # really", "Ask: yes or no # really"),
        ('"quoted"', '"quoted"'),
        ("- a list", "- a list"),
        ("yes", "yes"),
        ("12", "12"),
        ("@ana \\ {x} \x07 \x85 end", "@ana \\ {x}  end"),
        ("周报 😀", "周报 😀"),
        ("", "Weekly report"),
        ("x" * 300, "x" * 199 + "…"),
    ],
)
def test_any_description_is_text_for_slack(text: str, shown: str) -> None:
    made = workflow(description={"en": text, "zh": text})
    assert commands(made)[0]["description"] == shown
    read_manifest(manifest.parsed(manifest.render([made])))


def test_a_workflow_adds_its_shortcuts_for_messages() -> None:
    both = (
        Shortcut(callback_id="trip", name="Plan: a trip", fills="points"),
        Shortcut(callback_id="trips", name="Trips of this thread", reads="thread", fills="points"),
    )
    text = manifest.render([workflow(shortcuts=both)], url=URL)
    content = manifest.parsed(text)
    first, second = content["features"]["shortcuts"]
    assert first == {
        "name": "Plan: a trip",
        "type": "message",
        "callback_id": "trip",
        "description": "Plans a trip",
    }
    assert (second["callback_id"], second["type"]) == ("trips", "message")
    long = workflow(shortcuts=both, description={"en": "x" * 300, "zh": "x"})
    described = manifest.parsed(manifest.render([long]))["features"]["shortcuts"][0]
    assert len(described["description"]) == 150
    app = read_manifest(content)
    assert [shortcut.callback_id for shortcut in app.shortcuts] == ["trip", "trips"]
    found = deepcopy(content)
    found["features"]["shortcuts"].reverse()
    found["features"]["shortcuts"][0]["name"] = "Other"
    assert list(manifest_check.differences(found, content)) == [
        'features.shortcuts.trips.name: is "Other", must be "Trips of this thread".'
    ]


def test_the_manifest_without_shortcuts_has_no_list_of_them() -> None:
    assert "shortcuts" not in manifest.parsed(manifest.render([workflow()]))["features"]


def test_over_http_everything_is_posted_to_the_address() -> None:
    content = manifest.parsed(manifest.render([weekly_report], url=URL))
    assert {command["url"] for command in content["features"]["slash_commands"]} == {URL}
    assert content["settings"]["interactivity"] == {"request_url": URL, "is_enabled": True}
    assert content["settings"]["socket_mode_enabled"] is False


def changed(change: str) -> dict[str, Any]:
    content = deepcopy(manifest.load())
    exec(change, {"m": content})  # noqa: S102 - the changes of the table below
    return content


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("pass", None),
        ("m['features']['slash_commands'].reverse()", None),
        ("m['oauth_config']['scopes']['bot'].sort(reverse=True)", None),
        (
            "m['features']['slash_commands'].pop(0)",
            "features.slash_commands./weekly-report: is missing.",
        ),
        (
            "m['features']['slash_commands'][0]['usage_hint'] = 'x'",
            'features.slash_commands./weekly-report.usage_hint: is "x", must be "[text]".',
        ),
        (
            "m['features']['slash_commands'].append({'command': '/old'})",
            "features.slash_commands./old: is not needed.",
        ),
        (
            "m['oauth_config']['scopes']['bot'].remove('commands')",
            'oauth_config.scopes.bot.commands: is missing: "commands".',
        ),
        (
            "m['oauth_config']['scopes']['bot'].append('admin')",
            "oauth_config.scopes.bot.admin: is not needed.",
        ),
        (
            "m['settings']['socket_mode_enabled'] = False",
            "settings.socket_mode_enabled: is false, must be true.",
        ),
        ("m['settings'] = []", "settings: is a list, must be an object."),
        ("del m['settings']", "settings: is missing."),
        (
            "m['features']['slash_commands'] = [1]",
            "features.slash_commands: is not such a list as it must be.",
        ),
    ],
)
def test_each_difference_is_one_line_with_its_place(change: str, line: str | None) -> None:
    found = list(manifest_check.differences(changed(change), manifest.load()))
    assert found == ([line] if line else [])


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"features: [", ", line 1, column 12: is not YAML"),
        (b"a: b: c", ", line 1, column 5: is not YAML"),
        (b"\xff", " is not a text in UTF-8."),
        (b"a: \x07", " is not a text in UTF-8."),
        (b"- a", " is not a manifest: it must be an object."),
        (b"", " is not a manifest: it must be an object."),
        (b"a: 2026-99-99", " is not a manifest in YAML or JSON."),
        (b"[" * 5_000, " is not a manifest in YAML or JSON."),
    ],
)
def test_a_file_that_is_no_manifest_is_one_sentence(
    content: bytes, says: str, tmp_path: Path
) -> None:
    file = tmp_path / "manifest.yml"
    file.write_bytes(content)
    with pytest.raises(CannotStartError) as raised:
        manifest_check.read(file)
    [line] = raised.value.lines
    assert line.startswith(f"{file}{says}")


def test_a_manifest_in_json_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"features": {"slash_commands": []}}')
    assert manifest_check.read(tmp_path / "manifest.json") == {"features": {"slash_commands": []}}
