"""The shape of the message catalogue: every text that people see, in one place.

A field holds one text; names in braces are filled in with `str.format`. Whoever
fills them in passes values that are escaped already. A language is a `Words`
(see `catalogue`), so a missing translation is a type error.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.model import Action, FailureKind
from bot.core.standing import Phase


@dataclass(frozen=True, slots=True)
class UnitWords:
    """Durations, counts and lists."""

    seconds: str
    minutes: str
    hours: str
    days: str
    tokens: str
    week: str
    version: str
    step: str
    round: str
    round_unbounded: str
    comma: str
    either: str
    between_sentences: str
    quoted: str


@dataclass(frozen=True, slots=True)
class PeopleWords:
    """Names for a circle of people."""

    anyone: str
    nobody: str
    several: str


@dataclass(frozen=True, slots=True)
class RunWords:
    """Root, progress, result and failure."""

    started_by: str
    offline: str
    running: str
    waiting: str
    failed: str
    failed_for_good: str
    done: str
    cancelled: str
    cancelled_by_nobody: str
    dead: str
    progress: Mapping[Phase, str]
    since: str
    warned: str
    part_warned: str
    more_steps: str
    ready: str
    empty_result: str
    result_in_file: str
    failures: Mapping[FailureKind, str]
    kept: Mapping[FailureKind, str]
    a_step: str
    who_can_retry: str
    reference: str
    also_waiting: str
    retried: str
    recovered: str


@dataclass(frozen=True, slots=True)
class GateWords:
    """The card of a question."""

    needs: str
    needs_anyone: str
    needs_several: str
    needs_nobody: str
    last_round: str
    last_round_revise: str
    last_round_edit: str
    cut: str
    more_parts: str
    edited: str
    empty_part: str
    warning_edit: str
    warning_edit_revise: str
    warning_revise: str
    warning_approve: str
    too_long_to_edit: str
    too_long_so_revise: str
    problem: str
    also_failed: str
    also_failed_for_good: str
    decided: Mapping[Action, str]
    no_effect: str
    superseded: str
    unused: str
    closed_cancelled: str
    closed_dead: str
    closed_ended: str


@dataclass(frozen=True, slots=True)
class ButtonWords:
    """Buttons and the question behind the dangerous one."""

    approve: str
    revise: str
    edit: str
    cancel: str
    retry: str
    start: str
    open: str
    new_version: str
    confirm_title: str
    confirm_text: str
    confirm_yes: str
    confirm_no: str


@dataclass(frozen=True, slots=True)
class FormWords:
    """Modals. Titles and buttons have 24 characters."""

    close: str
    start_submit: str
    new_version_submit: str
    new_version_line: str
    more: str
    long_hint: str
    revise_title: str
    revise_line: str
    revise_parts: str
    revise_label: str
    revise_hint: str
    revise_submit: str
    edit_title: str
    edit_line: str
    edit_label: str
    edit_submit: str
    error_title: str
    closed_title: str
    kept: str
    empty: str
    too_long: str


@dataclass(frozen=True, slots=True)
class ReplyWords:
    """Private lines."""

    nothing_changed: str
    already: Mapping[Action, str]
    superseded: str
    superseded_at: str
    only: str
    only_anyone: str
    nobody_may: str
    not_owner: str
    ended_done: str
    ended_cancelled: str
    ended_cancelled_by_nobody: str
    ended_dead: str
    not_in_channel: str
    not_in_direct: str
    nothing_recorded: str
    slack_silent: str
    exists: str
    state: Mapping[Phase, str]
    state_cancelled_by_nobody: str
    unknown_workflow: str
    workflows: str
    no_workflows: str
    outdated: str
    nothing_to_retry: str
    went_wrong: str
    cannot_speak: str
    cannot_speak_next: str
    the_current_one: str
    the_run: str


@dataclass(frozen=True, slots=True)
class Words:
    """One language."""

    units: UnitWords
    people: PeopleWords
    run: RunWords
    gate: GateWords
    buttons: ButtonWords
    forms: FormWords
    replies: ReplyWords
