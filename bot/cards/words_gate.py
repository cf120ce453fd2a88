"""What the card of a question says, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.question import Action


@dataclass(frozen=True, slots=True)
class GateWords:
    """The card of a question."""

    needs: str
    needs_anyone: str
    needs_several: str
    needs_nobody: str
    names: Mapping[Action, str]
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
    labelled: str
    retried: str
    retry: str
    more_retries: str
    no_effect: str
    superseded: str
    unused: str
    closed_cancelled: str
    closed_dead: str
    closed_ended: str
    entries: str
    before: str
    after: str
    passed: Mapping[Action, str]
    changed: str
    nothing_offered: str


ENGLISH = GateWords(
    needs="{who}, this needs your decision",
    needs_anyone="Anyone in this channel can decide this",
    needs_several="One of {count} people can decide this",
    needs_nobody="No one may decide this right now; the run can only be cancelled",
    names={Action.APPROVE: "Approve", Action.EDIT: "Edit", Action.REVISE: "Revise"},
    last_round="This was the last round of changes. Approve what is here, or cancel the run.",
    last_round_revise="This is the last round of changes.",
    last_round_edit=(
        "This was the last round of changes. Approve what is here, change it yourself with {edit}, "
        "or cancel the run."
    ),
    cut="… all of it in the file below",
    more_parts="{count} more parts are in the file below.",
    edited="edited",
    empty_part="(empty)",
    warning_edit="Correct it with {edit}, or approve it as it is.",
    warning_edit_revise="Correct it with {edit}, send it back, or approve it as it is.",
    warning_revise="Send it back with what is missing, or approve it as it is.",
    warning_approve="{approve} takes it as it is.",
    too_long_to_edit="Too long to edit in Slack.",
    too_long_so_revise="Too long to edit in Slack. Use {revise} to say what should change.",
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
    labelled="{mark} “{label}” · {who} · {when}",
    retried="↻ “{label}” is tried again · {who} · {when}",
    retry="Retry: {label}",
    more_retries="{count} more failed. They can be retried once these are done.",
    no_effect="It had no effect: the run ended first.",
    superseded="↻ Replaced by a newer question below",
    unused="The answer of {who} was not used.",
    closed_cancelled="⊘ Cancelled by {who} · {when}",
    closed_dead="✕ Closed: the run stopped for good",
    closed_ended="⊘ Closed: the run ended",
    entries="Entries",
    before="About to run {nodes}",
    after="{nodes} has run",
    passed={
        Action.APPROVE: "▶ Continued by {who} · {when}",
        Action.EDIT: "✎ State edited, then continued by {who} · {when}",
    },
    changed="↻ The workflow was changed, so this question does not stand any more",
    nothing_offered="It takes no answer that can be given here; the run can only be cancelled.",
)

CHINESE = GateWords(
    needs="{who}，请你来决定",
    needs_anyone="频道里的任何人都可以决定",
    needs_several="有 {count} 人可以决定",
    needs_nobody="目前没有人有权决定，只能取消这次运行",
    names={Action.APPROVE: "“批准”", Action.EDIT: "“编辑”", Action.REVISE: "“退回修改”"},
    last_round="退回次数已用完。请批准现有内容，或取消这次运行。",
    last_round_revise="这是最后一次修改机会。",
    last_round_edit="退回次数已用完。请批准现有内容，或点{edit}自己改，也可以取消这次运行。",
    cut="…… 全文见下方文件",
    more_parts="另有 {count} 项，见下方文件。",
    edited="已修改",
    empty_part="（空）",
    warning_edit="可以点{edit}改正，也可以直接批准。",
    warning_edit_revise="可以点{edit}改正，可以退回，也可以直接批准。",
    warning_revise="可以退回并说明缺什么，也可以直接批准。",
    warning_approve="点{approve}即按现状采用。",
    too_long_to_edit="内容太长，无法在 Slack 里编辑。",
    too_long_so_revise="内容太长，无法在 Slack 里编辑。请用{revise}说明要改什么。",
    problem="上一次的答复没能采用：{problem}",
    also_failed="✕ 这次运行另有一步出错，{who} 可以在下方重试。",
    also_failed_for_good="✕ 这次运行另有一步出错，无法重试。",
    decided={
        Action.APPROVE: "✓ {who} 已批准 · {when}",
        Action.REVISE: "↩ {who} 已退回 · {when}",
        Action.EDIT: "✎ {who} 修改后批准 · {when}",
        Action.ANSWER: "✓ {who} 已答复 · {when}",
        Action.SKIP: "⤼ {who} 已跳过 · {when}",
        Action.REJECT: "✕ {who} 已否决 · {when}",
    },
    labelled="{mark} {who} 选了“{label}” · {when}",
    retried="↻ {who} 要求重试“{label}” · {when}",
    retry="重试：{label}",
    more_retries="另有 {count} 项没有成功，处理完这些之后可以重试。",
    no_effect="但没有生效：流程在此之前已经结束。",
    superseded="↻ 已被下方的新问题取代",
    unused="{who} 的答复没有采用。",
    closed_cancelled="⊘ {who} 已取消 · {when}",
    closed_dead="✕ 已关闭：流程已终止",
    closed_ended="⊘ 已关闭：流程已结束",
    entries="条目",
    before="即将执行 {nodes}",
    after="{nodes} 已执行",
    passed={
        Action.APPROVE: "▶ {who} 已放行 · {when}",
        Action.EDIT: "✎ {who} 修改状态后放行 · {when}",
    },
    changed="↻ 流程已被修改，这个问题不再有效",
    nothing_offered="没有可以在这里给出的答复，只能取消这次运行。",
)
