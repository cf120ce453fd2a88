"""What may be offered to people, and the one sentence for what may not."""

from dataclasses import replace
from typing import Any

import pytest

from graphs import registry
from graphs.contract import FormField, Shortcut, Words
from graphs.registry import RegistryError, check, check_shortcuts, workflows
from graphs.weekly_report import weekly_report


def test_the_built_in_workflows_are_fit_to_be_offered() -> None:
    assert workflows()["weekly-report"] is weekly_report
    for workflow in workflows().values():
        check(workflow)
    check(replace(weekly_report, command=""))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"name": "Weekly"}, "a-z, 0-9 and -"),
        ({"name": "weekly:report"}, "a-z, 0-9 and -"),
        ({"name": ""}, "a-z, 0-9 and -"),
        ({"name": "w" * 41}, "40 at most"),
        ({"command": "weekly"}, "must be a slash"),
        ({"command": "/Weekly"}, "must be a slash"),
        ({"deciders": ()}, "Nobody may decide"),
        ({"title": {"en": "Weekly"}}, "both en and zh"),
        ({"steps": {"report": {"zh": "报告"}}}, "both en and zh"),
    ],
)
def test_each_mistake_is_refused_in_one_sentence(change: dict[str, Any], says: str) -> None:
    with pytest.raises(RegistryError) as caught:
        check(replace(weekly_report, **change))
    assert says in str(caught.value)
    assert str(caught.value).count(". ") == 0


EN_ZH: Words = {"en": "x", "zh": "x"}
TEXT = FormField(key="points", label=EN_ZH, hint=EN_ZH)
FILE = FormField(key="file", label=EN_ZH, hint=EN_ZH, kind="file", fills="points")
SHORTCUT = Shortcut(callback_id="weekly", name="Report on this", fills="points")


def test_files_and_shortcuts_that_fill_a_text_are_fit() -> None:
    check(replace(weekly_report, form=(TEXT, FILE), shortcuts=(SHORTCUT,)))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"form": (TEXT, replace(FILE, fills=""))}, "fills no text field"),
        ({"form": (TEXT, replace(FILE, fills="file"))}, "fills no text field"),
        ({"form": (TEXT, FILE, replace(FILE, key="more"))}, "fills no text field"),
        ({"shortcuts": (replace(SHORTCUT, fills="file"),)}, "fills no text field"),
        ({"shortcuts": (replace(SHORTCUT, name=" "),)}, "1 to 24 letters"),
        ({"shortcuts": (replace(SHORTCUT, name="x" * 25),)}, "1 to 24 letters"),
        ({"shortcuts": (replace(SHORTCUT, callback_id=""),)}, "up to 255 of"),
        ({"shortcuts": (replace(SHORTCUT, callback_id="a b"),)}, "up to 255 of"),
    ],
)
def test_files_and_shortcuts_that_fill_nothing_or_break_slacks_limits_are_refused(
    change: dict[str, Any], says: str
) -> None:
    with pytest.raises(RegistryError, match=says):
        check(replace(weekly_report, **change))


def test_the_shortcuts_of_all_workflows_have_to_fit_one_app() -> None:
    one = replace(weekly_report, shortcuts=(SHORTCUT,))
    check_shortcuts([one])
    with pytest.raises(RegistryError, match='Two shortcuts have the callback id "weekly"'):
        check_shortcuts([one, one])
    many = tuple(replace(SHORTCUT, callback_id=f"s{n}") for n in range(11))
    with pytest.raises(RegistryError, match="11 shortcuts; Slack takes 10"):
        check_shortcuts([replace(weekly_report, shortcuts=many)])


def test_a_built_in_name_that_is_no_workflow_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_BUILT_IN", ("graphs.contract:LANGUAGES",))
    with pytest.raises(RegistryError, match=r"graphs\.contract:LANGUAGES is not a Workflow"):
        workflows()
