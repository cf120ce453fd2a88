"""What may be offered to people, and the one sentence for what may not."""

from dataclasses import replace
from typing import Any

import pytest
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from graphs.contract import Workflow
from graphs.registry import RegistryError, check, checked, workflows
from graphs.weekly_report import weekly_report


class State(TypedDict, total=False):
    points: str
    report: str
    highlights: str


def small(**unused: object) -> StateGraph[State]:
    del unused
    graph = StateGraph(State)
    for name in ("highlights", "risks", "review", "report"):
        graph.add_node(name, lambda state: state)
    graph.add_edge(START, "highlights")
    graph.add_edge("highlights", END)
    return graph


def outer(**unused: object) -> StateGraph[State]:
    graph = small(**unused)
    graph.add_node("inner", small().compile(interrupt_after=["risks"]))
    return graph


def test_the_built_in_workflows_are_fit_to_be_offered() -> None:
    assert checked(workflows().values()) == {"weekly-report": weekly_report}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"name": "Weekly"}, "a-z, 0-9 and -"),
        ({"name": "weekly:report"}, "a-z, 0-9 and -"),
        ({"name": ""}, "a-z, 0-9 and -"),
        ({"command": "weekly"}, "must be a slash"),
        ({"command": "/Weekly"}, "must be a slash"),
        ({"deciders": ()}, "Nobody may decide"),
        ({"title": {"en": "Weekly"}}, "both en and zh"),
        ({"result": "reports"}, '"reports", which is not in its state'),
        ({"steps": {"publish": {"en": "Publish", "zh": "发布"}}}, "no node: publish"),
        ({"form": (replace(weekly_report.form[0], key="notes"),)}, '"notes", which is not in'),
        ({"build": lambda **_: small().compile()}, "not compiled"),
        ({"build": lambda **_: small().compile(interrupt_before=["risks"])}, "static breakpoints"),
        ({"build": outer}, 'subgraph "inner"'),
        ({"build": lambda **_: None}, "not NoneType"),
    ],
)
def test_each_mistake_is_refused_in_one_sentence(change: dict[str, Any], says: str) -> None:
    workflow = replace(weekly_report, build=small)
    check(workflow)
    with pytest.raises(RegistryError) as caught:
        check(replace(workflow, **change))
    assert says in str(caught.value)
    assert str(caught.value).count(". ") == 0


def test_no_name_and_no_command_is_taken_twice() -> None:
    twin: Workflow = replace(weekly_report, name="twin")
    with pytest.raises(RegistryError, match="both use the command /weekly-report"):
        checked([weekly_report, twin])
    with pytest.raises(RegistryError, match='Two workflows are called "weekly-report"'):
        checked([weekly_report, weekly_report])
