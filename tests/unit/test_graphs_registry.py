"""What may be offered to people, and the one sentence for what may not."""

from dataclasses import replace
from typing import Any

import pytest

from graphs import registry
from graphs.registry import RegistryError, check, workflows
from graphs.weekly_report import weekly_report


def test_the_built_in_workflows_are_fit_to_be_offered() -> None:
    assert workflows() == {"weekly-report": weekly_report}
    check(weekly_report)
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


def test_a_built_in_name_that_is_no_workflow_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_BUILT_IN", ("graphs.contract:LANGUAGES",))
    with pytest.raises(RegistryError, match=r"graphs\.contract:LANGUAGES is not a Workflow"):
        workflows()
