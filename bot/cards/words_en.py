"""What people read, in English: short sentences, active verbs, names and times."""

from bot.cards.words import (
    ButtonWords,
    FormWords,
    PeopleWords,
    ReplyWords,
    RunWords,
    UnitWords,
    Words,
)
from bot.cards.words_fields import ENGLISH as ENGLISH_FIELDS
from bot.cards.words_gate import ENGLISH as ENGLISH_GATE
from bot.cards.words_given import ENGLISH as ENGLISH_GIVEN
from bot.cards.words_rows import ENGLISH as ENGLISH_ROWS
from bot.cards.words_versions import ENGLISH as ENGLISH_VERSIONS
from bot.core.model import FailureKind
from bot.core.question import Action
from bot.core.standing import Phase

_UNITS = UnitWords(
    seconds="{number} s",
    minutes="{number} min",
    hours="{number} h {rest} min",
    days="{number} d {rest} h",
    tokens="{count} tokens",
    week="week {number}",
    version="version {number}",
    titled="{title}: {subject}",
    step="step {number} of {total}",
    so_many="{count} of {total}",
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
    changed="✕ The workflow was changed, {who} can have it ask again",
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
    progress_changed="{title}: the workflow was changed",
    since="waiting since {when}",
    warned="needs a closer look",
    part_warned="⚠ one part needs a closer look",
    more_steps="and {count} more steps",
    ready="{title} · ready",
    took="took {time}",
    cell="{name}: {value}",
    empty_result="The run ended without a text.",
    result_in_file="This is the beginning. The whole text is in the file below.",
    failures={
        FailureKind.STEP: "{steps} could not be finished.",
        FailureKind.GAVE_UP: "The run broke off several times at the same place.",
        FailureKind.LOST: "The saved state of this run is gone, so it cannot go on.",
        FailureKind.CHANGED: "The workflow was changed: the step that was due is gone.",
        FailureKind.STRANDED: (
            "The workflow was changed: the step that was due is gone, and so is the one before it."
        ),
        FailureKind.ORIGIN_GONE: (
            "The saved state of the older version is gone, so nothing can go on from it."
        ),
        FailureKind.UNKNOWN_WORKFLOW: "This workflow is not installed any more.",
    },
    unstorable="{steps} asked for or returned something that cannot be stored (a `{detail}`).",
    kept={
        FailureKind.STEP: "What was finished before is kept; Retry runs only what failed.",
        FailureKind.GAVE_UP: "What was finished before is kept; Retry goes on from there.",
        FailureKind.LOST: "What is posted in this thread stays. Start again with the command.",
        FailureKind.CHANGED: (
            "What was finished before is kept; Ask again goes on from the step before."
        ),
        FailureKind.STRANDED: "What is posted in this thread stays. Start again with the command.",
        FailureKind.ORIGIN_GONE: (
            "What the older version posted stays. Start again with the command."
        ),
        FailureKind.UNKNOWN_WORKFLOW: "All is kept; Retry goes on once it is installed again.",
    },
    a_step="A step",
    who_can_retry="{who} can retry",
    who_can_ask_again="{who} can have it ask again",
    reference="reference {ref}",
    also_waiting="⏸ Another part of this run still waits for a decision.",
    retried="↻ {who} asked to run it again",
    recovered="✓ It was run again",
)

_BUTTONS = ButtonWords(
    approve="Approve",
    revise="Revise…",
    edit="Edit…",
    answer="Answer…",
    skip="Skip",
    reject="Reject…",
    respond="Respond…",
    ignore="Ignore",
    submit="Submit",
    go_on="Continue",
    edit_state="Edit state…",
    approve_rest="Approve the rest",
    reject_rest="Reject the rest",
    cancel="Cancel",
    retry="Retry",
    ask_again="Ask again",
    start="Start",
    open="Open it",
    new_version="New version",
    confirm_title="Cancel this run?",
    confirm_text=(
        "It stops within seconds. What is finished is kept; a new version can go on from there."
    ),
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
    edit_submit="Approve",
    state_title="Edit state",
    state_line="The run goes on with what stands here when you press Continue.",
    state_submit="Continue",
    row_line="*{name}* runs with what stands here when you press Approve.",
    row_line_several="*{name}* runs with what stands here once all are submitted.",
    row_submit_several="Keep",
    answer_title="Answer",
    answer_line="Your answer to *{title}*.",
    answer_submit="Send",
    reject_title="Reject",
    reject_line="You are rejecting *{title}*.",
    reject_label="Why?",
    reject_hint="The run gets to know it. You can leave it empty.",
    reject_submit="Reject",
    respond_title="Respond",
    respond_line="*{name}* does not run; the run gets your words in its place.",
    respond_label="Your response",
    respond_submit="Send",
    as_json="A form has no room for all of it, so it is one field of JSON.",
    refused="The last answer could not be used: {problem}",
    wrong="{label}: {problem}",
    misplaced="There is no field for this: {text}",
    error_title="Nothing changed",
    closed_title="Not sent",
    kept="This is what you typed, for copying:",
    empty="Write at least one word.",
    keep_one="Keep at least one line, or cancel the run.",
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
        Action.RETRY: "{who} already asked to try it again, {when}.",
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
    uninstalled=(
        "Signoff's access to this workspace was taken away; an admin has to install it again."
    ),
    exists="There is already “{title}” in this channel, started by {who}; it {state}: {link}.",
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
    unknown_key="“{title}” has no field {unknown}. It has: {known}.",
    no_keys="“{title}” has no field {unknown}.",
    unfinished="{count} of {total} are still to decide.",
    moved="Somebody changed a choice just now; look at the card again.",
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
    gate=ENGLISH_GATE,
    rows=ENGLISH_ROWS,
    versions=ENGLISH_VERSIONS,
    buttons=_BUTTONS,
    forms=_FORMS,
    fields=ENGLISH_FIELDS,
    given=ENGLISH_GIVEN,
    replies=_REPLIES,
)
