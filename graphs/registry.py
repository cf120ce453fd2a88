"""The workflows that people can start, and what is refused at start-up, in one sentence each."""

import importlib
from collections.abc import Iterable, Mapping
from typing import Any

import regex
from langgraph.graph import StateGraph
from langgraph.pregel import Pregel

from graphs.contract import LANGUAGES, Words, Workflow
from graphs.model import OfflineModel

_BUILT_IN = ("graphs.weekly_report:weekly_report",)
_NAME = regex.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
# Slack: lower case, no spaces, 32 characters with the slash.
_COMMAND = regex.compile(r"/[a-z0-9_-]{1,31}")


class RegistryError(Exception):
    """A workflow cannot be offered. The text is one sentence for its author."""


def workflows() -> Mapping[str, Workflow]:
    """The built-in workflows by name. They are imported now, not with this module."""
    found = (_load(place) for place in _BUILT_IN)
    return {workflow.name: workflow for workflow in found}


def checked(offered: Iterable[Workflow]) -> Mapping[str, Workflow]:
    """All of them by name, each checked, no name and no command twice. RegistryError."""
    names: dict[str, Workflow] = {}
    commands: dict[str, str] = {}
    for workflow in offered:
        check(workflow)
        if workflow.name in names:
            raise RegistryError(f'Two workflows are called "{workflow.name}".')
        other = commands.setdefault(workflow.command, workflow.name)
        if other != workflow.name:
            raise RegistryError(
                f'"{other}" and "{workflow.name}" both use the command {workflow.command}.'
            )
        names[workflow.name] = workflow
    return names


def check(workflow: Workflow) -> None:
    """Whether it can be offered: its names, its words, its graph. RegistryError."""
    _check_names(workflow)
    _check_words(workflow)
    _check_graph(workflow, _built(workflow))


def _load(place: str) -> Workflow:
    module, _, name = place.partition(":")
    found = getattr(importlib.import_module(module), name)
    if not isinstance(found, Workflow):
        raise RegistryError(f"{place} is not a Workflow.")
    return found


def _check_names(workflow: Workflow) -> None:
    if not _NAME.fullmatch(workflow.name):
        raise RegistryError(
            f'The workflow name "{workflow.name}" may have a-z, 0-9 and - only, 40 at most, '
            "with no - at its ends."
        )
    if not _COMMAND.fullmatch(workflow.command):
        raise RegistryError(
            f'The command "{workflow.command}" of "{workflow.name}" must be a slash and up to '
            "31 of a-z, 0-9, - and _."
        )
    if not workflow.deciders:
        raise RegistryError(f'Nobody may decide in "{workflow.name}": its deciders are empty.')


def _check_words(workflow: Workflow) -> None:
    fields = [words for field in workflow.form for words in (field.label, field.hint)]
    words: list[Words] = [workflow.title, workflow.description, *workflow.steps.values(), *fields]
    if any(set(LANGUAGES) - words_in.keys() for words_in in words):
        raise RegistryError(f'"{workflow.name}" has a text that is not there in both en and zh.')


def _built(workflow: Workflow) -> StateGraph[Any]:
    graph = workflow.build(model=OfflineModel(), sources={})
    if isinstance(graph, Pregel) and _has_breakpoints(graph):
        raise RegistryError(
            f'"{workflow.name}" has static breakpoints; ask with interrupt() inside a node instead.'
        )
    if not isinstance(graph, StateGraph):
        raise RegistryError(
            f'build() of "{workflow.name}" must return a StateGraph that is not compiled, '
            f"not {type(graph).__name__}."
        )
    return graph


def _has_breakpoints(graph: Pregel[Any, Any, Any, Any]) -> bool:
    return bool(graph.interrupt_before_nodes or graph.interrupt_after_nodes)


def _check_graph(workflow: Workflow, graph: StateGraph[Any]) -> None:
    for name, node in graph.nodes.items():
        if isinstance(node.runnable, Pregel) and _has_breakpoints(node.runnable):
            raise RegistryError(
                f'The subgraph "{name}" of "{workflow.name}" has static breakpoints; ask with '
                "interrupt() inside a node instead."
            )
    if missing := [step for step in workflow.steps if step not in graph.nodes]:
        raise RegistryError(f'"{workflow.name}" labels a step that is no node: {missing[0]}.')
    needed = [workflow.result, *(field.key for field in workflow.form)]
    if missing := [key for key in needed if key not in graph.channels]:
        raise RegistryError(f'"{workflow.name}" needs "{missing[0]}", which is not in its state.')
