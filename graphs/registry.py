"""The workflows that people can start, and what is refused at start-up, in one sentence each."""

import importlib
from collections import Counter
from collections.abc import Iterable, Mapping

import regex

from graphs.contract import LANGUAGES, Words, Workflow

SIGNOFF = "/signoff"
"""The command that lists all workflows; none can have it."""
MOST_SHORTCUTS = 10
"""Of one app, global ones and those of messages together."""
_BUILT_IN = (
    "graphs.weekly_report:weekly_report",
    "graphs.minutes:minutes",
    "graphs.polish:polish",
    "graphs.plan:plan",
    "graphs.research:research",
)
_NAME = regex.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
# Slack: lower case, no spaces, 32 characters with the slash.
_COMMAND = regex.compile(r"/[a-z0-9_-]{1,31}")
_SHORTCUT_NAME = 24
_CALLBACK_ID = regex.compile(r"[a-z0-9_-]{1,255}")


class RegistryError(Exception):
    """A workflow cannot be offered. The text is one sentence for its author."""


def workflows() -> Mapping[str, Workflow]:
    """The built-in workflows by name. They are imported now, not with this module."""
    found = [_load(place) for place in _BUILT_IN]
    check_shortcuts(found)
    return {workflow.name: workflow for workflow in found}


def check(workflow: Workflow) -> None:
    """Whether its names, words and fields can be offered. RegistryError."""
    _check_names(workflow)
    _check_words(workflow)
    _check_files(workflow)
    _check_shortcuts(workflow)


def check_shortcuts(workflows: Iterable[Workflow]) -> None:
    """Whether one app can have all their shortcuts. RegistryError."""
    listed = [shortcut for workflow in workflows for shortcut in workflow.shortcuts]
    if len(listed) > MOST_SHORTCUTS:
        raise RegistryError(
            f"There are {len(listed)} shortcuts; Slack takes {MOST_SHORTCUTS} of an app."
        )
    counted = Counter(shortcut.callback_id for shortcut in listed)
    if twice := [name for name, count in counted.items() if count > 1]:
        raise RegistryError(f'Two shortcuts have the callback id "{twice[0]}".')


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


def _check_files(workflow: Workflow) -> None:
    """Each file must fill one text field of its own. RegistryError."""
    texts = [field.key for field in workflow.form if field.kind == "text"]
    for field in workflow.form:
        if field.kind == "file":
            if field.fills not in texts:
                raise RegistryError(
                    f'The file "{field.key}" of "{workflow.name}" fills no text field that is '
                    "left for it."
                )
            texts.remove(field.fills)


def _check_shortcuts(workflow: Workflow) -> None:
    """Slack's limits for a shortcut, and that it fills a text field. RegistryError."""
    texts = {field.key for field in workflow.form if field.kind == "text"}
    for shortcut in workflow.shortcuts:
        whose = f'shortcut "{shortcut.name}" of "{workflow.name}"'
        if not 1 <= len(shortcut.name.strip()) <= _SHORTCUT_NAME:
            raise RegistryError(f"The name of the {whose} must have 1 to {_SHORTCUT_NAME} letters.")
        if not _CALLBACK_ID.fullmatch(shortcut.callback_id):
            raise RegistryError(
                f"The callback id of the {whose} must have up to 255 of a-z, 0-9, - and _."
            )
        if shortcut.fills not in texts:
            raise RegistryError(f"The {whose} fills no text field of its form.")


def _check_words(workflow: Workflow) -> None:
    fields = [words for field in workflow.form for words in (field.label, field.hint)]
    words: list[Words] = [workflow.title, workflow.description, *workflow.steps.values(), *fields]
    if any(set(LANGUAGES) - words_in.keys() for words_in in words):
        raise RegistryError(f'"{workflow.name}" has a text that is not there in both en and zh.')
