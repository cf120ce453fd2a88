"""What the card of tool calls says of each of them, in both languages."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.question import Action


@dataclass(frozen=True, slots=True)
class RowWords:
    """Actions that wait for a decision each."""

    one: str
    several: str
    unnamed: str
    no_arguments: str
    nothing_offered: str
    cannot_edit: str
    chosen: Mapping[Action, str]
    counted: Mapping[Action, str]
    open: str
    ready: str
    sent: str
    already_sent: str
    more: str


ENGLISH = RowWords(
    one="Run {name}?",
    several="{count} actions are waiting",
    unnamed="this action",
    no_arguments="(no arguments)",
    nothing_offered="This action takes no answer that can be given here.",
    cannot_edit="Too long to edit in Slack.",
    chosen={
        Action.APPROVE: "✓ Approve",
        Action.EDIT: "✎ Approve with changes",
        Action.REJECT: "✕ Reject",
        Action.ANSWER: "↩ Respond",
        Action.SKIP: "⤼ Ignore",
        Action.REVISE: "↩ Send back",
    },
    counted={
        Action.APPROVE: "{count} approved",
        Action.EDIT: "{count} changed and approved",
        Action.REJECT: "{count} rejected",
        Action.ANSWER: "{count} responded to",
        Action.SKIP: "{count} ignored",
        Action.REVISE: "{count} sent back",
    },
    open="{count} of {total} still to decide. Nothing is sent before all are.",
    ready="All are decided. Submit sends them; until then each can be changed.",
    sent="✓ Sent by {who} · {when}",
    already_sent="Already sent by {who}, {when}: {tally}.",
    more="{count} more are in the file below; they move up as these are decided.",
)

CHINESE = RowWords(
    one="执行 {name}？",
    several="有 {count} 个操作等待决定",
    unnamed="这个操作",
    no_arguments="（没有参数）",
    nothing_offered="这个操作没有可以在这里给出的答复。",
    cannot_edit="内容太长，无法在 Slack 里编辑。",
    chosen={
        Action.APPROVE: "✓ 批准",
        Action.EDIT: "✎ 修改后批准",
        Action.REJECT: "✕ 否决",
        Action.ANSWER: "↩ 回复",
        Action.SKIP: "⤼ 忽略",
        Action.REVISE: "↩ 退回",
    },
    counted={
        Action.APPROVE: "批准 {count} 个",
        Action.EDIT: "修改后批准 {count} 个",
        Action.REJECT: "否决 {count} 个",
        Action.ANSWER: "回复 {count} 个",
        Action.SKIP: "忽略 {count} 个",
        Action.REVISE: "退回 {count} 个",
    },
    open="共 {total} 个，还有 {count} 个没有决定。全部决定后才会提交。",
    ready="已全部决定，点“提交”生效；提交前都可以改。",
    sent="✓ {who} 已提交 · {when}",
    already_sent="{who} 已经提交了（{when}）：{tally}。",
    more="另有 {count} 个在下方文件里，决定掉上面的之后会依次显示。",
)
