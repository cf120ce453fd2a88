"""The workflows that people can start, and what is refused at start-up, in one sentence each."""

import importlib
from collections.abc import Mapping

import regex

from graphs.contract import LANGUAGES, Words, Workflow

SIGNOFF = "/signoff"
"""The command that lists all workflows; none can have it."""
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


def check(workflow: Workflow) -> None:
    """Whether its names and words can be offered. RegistryError."""
    _check_names(workflow)
    _check_words(workflow)


def _load(place: str) -> Workflow:
    module, _, name = place.partition(":")
    found = getattr(importlib.import_module(module), name)
    if not isinstance(found, Workflow):
        raise RegistryError(f"{place} is not a Workflow.")
    return found


def _check_names(workflow: Workflow) -> None:
    """Its name, its command if it has one, and that somebody may decide. RegistryError."""
    if not _NAME.fullmatch(workflow.name):
        raise RegistryError(
            f'The workflow name "{workflow.name}" may have a-z, 0-9 and - only, 40 at most, '
            "with no - at its ends."
        )
    if workflow.command and not _COMMAND.fullmatch(workflow.command):
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
