"""What people read, in English: short sentences, active verbs, names and times."""

from bot.cards.words import (
    ButtonWords,
    FormWords,
    GateWords,
    PeopleWords,
    ReplyWords,
    RunWords,
    UnitWords,
    Words,
)
from bot.core.model import Action, FailureKind
from bot.core.standing import Phase

_UNITS = UnitWords(
    seconds="{number} s",
    minutes="{number} min",
    hours="{number} h {rest} min",
    days="{number} d {rest} h",
    tokens="{count} tokens",
    week="week {number}",
    version="version {number}",
    step="step {number} of {total}",
    round="round {number} of {total}",
    round_unbounded="round {number}",
    comma=", ",
    either=" or ",
    between_sentences=" ",
    quoted="“{text}”",
)

_PEOPLE = PeopleWords(
    anyone="anyone in this channel",
    nobody="someone who may decide (no one may, right now)",
    several="one of {count} people",
)

_RUN = RunWords(
    started_by="started by {who}",
    offline="offline model",
    running="▶ Running",
    waiting="⏸ Waiting for {who}",
    failed="✕ Failed, {who} can retry",
    failed_for_good="✕ Failed",
    done="✓ Done in {took}",
    cancelled="⊘ Cancelled by {who}",
    cancelled_by_nobody="⊘ Cancelled",
    dead="✕ Stopped for good",
    progress={
        Phase.RUNNING: "{title}: running",
        Phase.WAITING: "{title}: waiting for a decision",
        Phase.FAILED: "{title}: a step failed",
        Phase.FAILED_AND_WAITING: "{title}: a step failed, another waits for a decision",
        Phase.DONE: "{title}: done",
        Phase.CANCELLED: "{title}: cancelled",
        Phase.DEAD: "{title}: stopped for good",
    },
    since="waiting since {when}",
    warned="needs a closer look",
    part_warned="⚠ one part needs a closer look",
    more_steps="and {count} more steps",
    ready="{title} is ready",
    empty_result="The run ended without a text.",
    result_in_file="This is the beginning. The whole text is in the file below.",
    failures={
        FailureKind.STEP: "{steps} could not be finished.",
        FailureKind.GAVE_UP: "The run broke off several times at the same place.",
        FailureKind.LOST: "The saved state of this run is gone, so it cannot go on.",
        FailureKind.CHANGED: "The workflow was changed: the step that was due is gone.",
        FailureKind.UNKNOWN_WORKFLOW: "This workflow is not installed any more.",
    },
    kept={
        FailureKind.STEP: "What was finished before is kept; Retry runs only what failed.",
        FailureKind.GAVE_UP: "What was finished before is kept; Retry goes on from there.",
        FailureKind.LOST: "What is posted in this thread stays. Start again with the command.",
        FailureKind.CHANGED: "What is posted in this thread stays. Start again with the command.",
        FailureKind.UNKNOWN_WORKFLOW: "All is kept; Retry goes on once it is installed again.",
    },
    a_step="A step",
    who_can_retry="{who} can retry",
    reference="reference {ref}",
    also_waiting="⏸ Another part of this run still waits for a decision.",
    retried="↻ {who} asked to run it again",
    recovered="✓ It was run again",
)

_GATE = GateWords(
    needs="{who}, this needs your decision",
    needs_anyone="Anyone in this channel can decide this",
    needs_several="One of {count} people can decide this",
    needs_nobody="No one may decide this right now; the run can only be cancelled",
    last_round="This was the last round of changes. Approve what is here, or cancel the run.",
    last_round_revise="This is the last round of changes.",
    last_round_edit=(
        "This was the last round of changes. Approve what is here, change it yourself with Edit, "
        "or cancel the run."
    ),
    cut="… all of it in the file below",
    more_parts="{count} more parts are in the file below.",
    edited="edited",
    empty_part="(empty)",
    warning_edit="Correct it with Edit, or approve it as it is.",
    warning_edit_revise="Correct it with Edit, send it back, or approve it as it is.",
    warning_revise="Send it back with what is missing, or approve it as it is.",
    warning_approve="Approve takes it as it is.",
    too_long_to_edit="Too long to edit in Slack.",
    too_long_so_revise="Too long to edit in Slack. Use Revise to say what should change.",
    problem="The last answer could not be used: {problem}",
    also_failed="✕ Another step of this run failed; {who} can retry it below.",
    also_failed_for_good="✕ Another step of this run failed and cannot be retried.",
    decided={
        Action.APPROVE: "✓ Approved by {who} · {when}",
        Action.REVISE: "↩ Sent back by {who} · {when}",
        Action.EDIT: "✎ Edited and approved by {who} · {when}",
        Action.ANSWER: "✓ Answered by {who} · {when}",
        Action.SKIP: "⤼ Skipped by {who} · {when}",
        Action.REJECT: "✕ Rejected by {who} · {when}",
    },
    no_effect="It had no effect: the run ended first.",
    superseded="↻ Replaced by a newer question below",
    unused="The answer of {who} was not used.",
    closed_cancelled="⊘ Cancelled by {who} · {when}",
    closed_dead="✕ Closed: the run stopped for good",
    closed_ended="⊘ Closed: the run ended",
)

_BUTTONS = ButtonWords(
    approve="Approve",
    revise="Revise…",
    edit="Edit…",
    cancel="Cancel",
    retry="Retry",
    start="Start",
    open="Open it",
    new_version="New version",
    confirm_title="Cancel this run?",
    confirm_text="It stops within seconds and cannot be taken up again. What is posted stays.",
    confirm_yes="Cancel the run",
    confirm_no="Keep it",
)

_FORMS = FormWords(
    close="Close",
    start_submit="Start",
    new_version_submit="Start new version",
    new_version_line="Send this form to start a new version.",
    more="{label} (continued, {number})",
    long_hint="A field takes {field} characters. Go on below, or type {command} and the text.",
    revise_title="Revise",
    revise_line="You are sending back *{title}*.",
    revise_parts="You are sending back *{title}*: {parts}.",
    revise_label="What should change?",
    revise_hint="Name what is wrong and what you expect. The next version comes as a new card.",
    revise_submit="Send back",
    edit_title="Edit",
    edit_line=(
        "What stands here when you press Approve is what the run goes on with. "
        "Empty a field to say that there is nothing in that part."
    ),
    edit_label="{label} (part {number})",
    edit_submit="Approve",
    error_title="Nothing changed",
    closed_title="Not sent",
    kept="This is what you typed, for copying:",
    empty="Write at least a few words.",
    too_long="At most {bound} characters. This has {count}.",
)

_REPLIES = ReplyWords(
    nothing_changed="Nothing changed.",
    already={
        Action.APPROVE: "Already approved by {who}, {when}.",
        Action.REVISE: "Already sent back by {who}, {when}.",
        Action.EDIT: "Already edited and approved by {who}, {when}.",
        Action.ANSWER: "Already answered by {who}, {when}.",
        Action.SKIP: "Already skipped by {who}, {when}.",
        Action.REJECT: "Already rejected by {who}, {when}.",
    },
    superseded="This card belongs to an earlier round; a newer one is below it.",
    superseded_at="This card belongs to an earlier round; {link}.",
    only="Only {who} can decide this.",
    only_anyone="Only members of this channel can decide this.",
    nobody_may="No one may decide this right now.",
    not_owner="Only {who} can do this.",
    ended_done="This run ended {when}.",
    ended_cancelled="This run was cancelled by {who}, {when}.",
    ended_cancelled_by_nobody="This run was cancelled {when}.",
    ended_dead="This run stopped for good {when}.",
    not_in_channel=(
        "I am not in this channel yet. Type `/invite @{bot}` here, then run the command again."
    ),
    not_in_direct=("I cannot take part in this direct message. Run the command in a channel."),
    nothing_recorded=(
        "Nothing was recorded: the store is not reachable right now. Try again in a minute."
    ),
    slack_silent="Slack did not answer; nothing was recorded. Try again.",
    exists="You already have “{title}” in this channel; it {state}: {link}.",
    state={
        Phase.RUNNING: "is running",
        Phase.WAITING: "is waiting for {who}",
        Phase.FAILED: "has a step that failed",
        Phase.FAILED_AND_WAITING: "has a step that failed and is waiting for {who}",
        Phase.DONE: "is done",
        Phase.CANCELLED: "was cancelled by {who}",
        Phase.DEAD: "stopped for good",
    },
    state_cancelled_by_nobody="was cancelled",
    unknown_workflow="There is no workflow “{name}”. These exist:",
    workflows="What you can start:",
    no_workflows="No workflow is installed yet.",
    outdated="This card belongs to an older version. Start the run again with its command.",
    nothing_to_retry="There is nothing to retry: the run goes on already.",
    went_wrong="That did not work. Reference {ref}: whoever runs this bot can look it up.",
    cannot_speak="I cannot write in {channel} any more, so “{title}” is not shown there.",
    cannot_speak_next="Invite me again, or unarchive the channel. Then it is brought up to date.",
    the_current_one="the current one is here",
    the_run="open it",
)

ENGLISH = Words(
    units=_UNITS,
    people=_PEOPLE,
    run=_RUN,
    gate=_GATE,
    buttons=_BUTTONS,
    forms=_FORMS,
    replies=_REPLIES,
)
