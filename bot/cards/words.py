"""The shape of the message catalogue: every text that people see, in one place.

A field holds one text; names in braces are filled in with `str.format`. Whoever
fills them in passes values that are escaped already. A language is a `Words`
(see `catalogue`), so a missing translation is a type error.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.cards.words_gate import GateWords
from bot.cards.words_given import GivenWords
from bot.cards.words_rows import RowWords
from bot.cards.words_versions import VersionWords
from bot.core.fields import Kind
from bot.core.model import FailureKind
from bot.core.problems import Fault
from bot.core.question import Action
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
    titled: str
    step: str
    so_many: str
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
    changed: str
    done: str
    cancelled: str
    cancelled_by_nobody: str
    dead: str
    progress: Mapping[Phase, str]
    progress_changed: str
    since: str
    warned: str
    part_warned: str
    more_steps: str
    ready: str
    took: str
    cell: str
    empty_result: str
    result_in_file: str
    failures: Mapping[FailureKind, str]
    unstorable: str
    kept: Mapping[FailureKind, str]
    a_step: str
    who_can_retry: str
    who_can_ask_again: str
    reference: str
    also_waiting: str
    retried: str
    recovered: str


@dataclass(frozen=True, slots=True)
class ButtonWords:
    """Buttons and the question behind the dangerous one."""

    approve: str
    revise: str
    edit: str
    answer: str
    skip: str
    reject: str
    respond: str
    ignore: str
    submit: str
    go_on: str
    edit_state: str
    approve_rest: str
    reject_rest: str
    cancel: str
    retry: str
    ask_again: str
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
    edit_submit: str
    state_title: str
    state_line: str
    state_submit: str
    row_line: str
    row_line_several: str
    row_submit_several: str
    answer_title: str
    answer_line: str
    answer_submit: str
    reject_title: str
    reject_line: str
    reject_label: str
    reject_hint: str
    reject_submit: str
    respond_title: str
    respond_line: str
    respond_label: str
    respond_submit: str
    as_json: str
    refused: str
    wrong: str
    misplaced: str
    error_title: str
    closed_title: str
    kept: str
    empty: str
    keep_one: str
    too_long: str


@dataclass(frozen=True, slots=True)
class FieldWords:
    """Single fields of forms: how they are typed, and what is wrong with them."""

    yes: str
    no: str
    unnamed: str
    answer: str
    as_json: str
    full_stop: str
    from_to: str
    at_least: str
    at_most: str
    more_than: str
    less_than: str
    not_json: str
    kinds: Mapping[Kind, str]
    problems: Mapping[Fault, str]


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
    uninstalled: str
    exists: str
    state: Mapping[Phase, str]
    state_cancelled_by_nobody: str
    unknown_workflow: str
    workflows: str
    no_workflows: str
    unknown_key: str
    no_keys: str
    unfinished: str
    moved: str
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
    rows: RowWords
    versions: VersionWords
    buttons: ButtonWords
    forms: FormWords
    fields: FieldWords
    given: GivenWords
    replies: ReplyWords
