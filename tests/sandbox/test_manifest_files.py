"""Manifest files: JSON and YAML, the line of a mistake, and whatever else lies in a file."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.sandbox.errors import ManifestError
from bot.sandbox.manifest import read_manifest
from bot.sandbox.manifest.document import BYTES_MOST
from tests.sandbox.blocks import Json
from tests.sandbox.manifests import (
    BAD_COMMAND,
    BOT,
    BOT_EVENTS,
    COMMAND,
    SHORTCUT,
    URL,
    WHOLE,
    changed,
)


@pytest.mark.parametrize("written", [json.dumps, lambda m: json.dumps(m, indent="\t"), yaml.dump])
def test_json_and_yaml_files_say_the_same(written: Callable[[Json], str], tmp_path: Path) -> None:
    path = tmp_path / "manifest"
    path.write_text(written(WHOLE), encoding="utf-8-sig")
    assert read_manifest(path) == read_manifest(str(path)) == read_manifest(WHOLE)


YAML = """\
display_information:
  name: Reporter
features:
  slash_commands:
    - command: /a
      description: A
    - command: /B
      usage_hint:
oauth_config:
  scopes:
    bot: [chat:write]
    bot:
      - xyz
      - commands
"""


def test_mistakes_in_yaml_have_their_line_and_are_all_said_in_that_order(tmp_path: Path) -> None:
    path = tmp_path / "manifest.yml"
    path.write_text(YAML)
    with pytest.raises(ManifestError) as error:
        read_manifest(path)
    assert list(error.value.problems) == [
        f"{path} line 7: /features/slash_commands/1/description: is missing.",
        f"{path} line 7: /features/slash_commands/1/command: {BAD_COMMAND}",
        f"{path} line 8: /features/slash_commands/1/usage_hint: must be a text.",
        f'{path} line 12: /oauth_config/scopes/bot: "bot" is there twice: remove one.',
        f'{path} line 13: /oauth_config/scopes/bot/0: the bot scope "xyz" is not known to Slack.',
    ]


def test_mistakes_in_json_have_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text("{}")
    with pytest.raises(ManifestError) as error:
        read_manifest(path)
    assert error.value.problems == (f"{path}: /display_information: is missing.",)


UNREADABLE: dict[str, tuple[bytes, str]] = {
    "empty": (b" \n", ": is empty: paste the manifest of the app into it."),
    "not UTF-8": (b"name: \xff", ": is not a UTF-8 text: save it as one."),
    "a list": (b"[1]", ": must be an object, with keys and values."),
    "a text": (b"hello", ": must be an object, with keys and values."),
    "only a comment": (b"# nothing", ": must be an object, with keys and values."),
    "a tab": (b"a:\n\tb: 1", " line 2: is not valid YAML: "),
    "an open quote": (b'a: 1\nb: "x', " line 2: is not valid YAML: "),
    "half of JSON": (b'{"a": 1,\n"b": ', " line 2: is not valid YAML: "),
    "a key that cannot be one": (b"? [1]\n: 2", " line 1: is not valid YAML: "),
    "a control character": (b"a: \x01", ": is not valid YAML: "),
    "a tag that does not fit": (b"a: !!int x", ": has a value that is not valid YAML."),
    "a day that is none": (b"a: 2026-13-45", ": has a value that is not valid YAML."),
    "too big": (b"#" * (BYTES_MOST + 1), f": has more than {BYTES_MOST} bytes: is it a manifest?"),
    "too deep": (b"[" * 20_000, ": is nested too deeply."),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_a_file_that_cannot_be_read_is_one_line(what: str, tmp_path: Path) -> None:
    content, said = UNREADABLE[what]
    path = tmp_path / "manifest.yml"
    path.write_bytes(content)
    with pytest.raises(ManifestError) as error:
        read_manifest(path)
    (problem,) = error.value.problems
    assert problem.startswith(f"{path}{said}")
    assert "\n" not in problem


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "no", "No such file or directory"), (tmp_path, "Is a dir")):
        with pytest.raises(ManifestError, match=reason) as error:
            read_manifest(path)
        assert len(error.value.problems) == 1


def test_a_file_that_repeats_itself_without_end_is_read_once(tmp_path: Path) -> None:
    path = tmp_path / "manifest.yml"
    path.write_text("display_information: {name: A}\nfunctions: &f\n  again: [*f, *f]\n")
    assert read_manifest(path).name == "A"


KEYS = """
    display_information features oauth_config settings name description background_color
    slash_commands command shortcuts type callback_id scopes bot user interactivity is_enabled
    event_subscriptions bot_events request_url bot_user display_name socket_mode_enabled app_home
"""
keys = st.sampled_from(KEYS.split())
leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(["chat:write", "app_mention", "/report", "message", "commands", URL]),
)
anything = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.one_of(keys, leaves), inner, max_size=5)
    ),
    max_leaves=20,
)


def taken_or_refused(source: Json | Path) -> None:
    problems: tuple[str, ...] = ()
    try:
        read_manifest(source)
    except ManifestError as error:
        problems = error.problems
        assert problems, "it was refused without a word"
    assert not any("\n" in problem for problem in problems)


@settings(deadline=None)
@given(st.dictionaries(st.one_of(keys, leaves), anything, max_size=5))
def test_any_object_is_an_app_or_a_list_of_mistakes(manifest: Json) -> None:
    taken_or_refused(manifest)


@settings(deadline=None)
@given(st.data())
def test_a_manifest_with_one_place_changed_is_an_app_or_a_list_of_mistakes(
    data: st.DataObject,
) -> None:
    places = [f"/{a}/{b}" for a in WHOLE for b in WHOLE[a] if isinstance(WHOLE[a], dict)]
    place = data.draw(st.sampled_from([*places, COMMAND, SHORTCUT, f"{BOT}/0", BOT_EVENTS]))
    taken_or_refused(changed(place, data.draw(anything)))


@settings(deadline=None)
@given(st.one_of(st.text(), st.binary(), st.text("&*!?|>%@`{}[]:,#-'\"\n ~a1<=", max_size=30)))
def test_any_file_is_an_app_or_a_list_of_mistakes(
    tmp_path_factory: pytest.TempPathFactory, content: str | bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.yml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    taken_or_refused(path)
