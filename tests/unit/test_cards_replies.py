"""Private lines: what happened, by whom, when, and that nothing changed."""

# ruff: noqa: E501 - what people read stands on one line here as it does there

from dataclasses import replace

import pytest
from inline_snapshot import snapshot as expect

from bot.cards import replies
from bot.core.model import FailureKind, Run, RunState
from bot.core.policy import Circle
from bot.core.question import Action
from graphs.contract import LANGUAGES, Language
from tests.unit.cards_limits_check import buttons, check_reply
from tests.unit.cards_rows import chosen, gate_of, sent, tools
from tests.unit.cards_samples import (
    ANA,
    AT,
    BEN,
    CANCELLED,
    CAT,
    DEAD,
    DONE,
    FAILURE,
    GATE,
    LOST,
    RUN,
    WEEKLY,
    decided,
    read,
    snapshot,
)

PAIR = tools(("send", {"to": "zoe"}), ("search", {"q": "weather"}))
URL = "https://team.example/archives/C0TEAM/p1"


def say(reply: replies.Reply) -> str:
    check_reply(reply.text, reply.blocks)
    return read(reply.text)


def already(action: Action, language: Language) -> str:
    decision = decided(action).decision
    assert decision is not None
    return say(replies.already_decided(decision, language))


def test_a_second_answer_is_told_who_was_first() -> None:
    assert already(Action.APPROVE, "en") == expect(
        "Already approved by @ben, 14:05. Nothing changed."
    )
    assert already(Action.REVISE, "zh") == expect("@ben 已经退回了（14:05）。未作任何更改。")
    assert len({already(action, "en") for action in Action}) == len(Action)


def test_a_second_answer_to_several_actions_is_told_how_they_were_decided() -> None:
    gate = sent(chosen(gate_of(PAIR), Action.APPROVE, Action.REJECT))
    assert gate.decision is not None
    assert say(replies.already_decided(gate.decision, "en")) == expect(
        "Already sent by @ben, 14:05: 1 approved, 1 rejected. Nothing changed."
    )
    assert say(replies.already_decided(gate.decision, "zh")) == expect(
        "@ben 已经提交了（14:05）：批准 1 个、否决 1 个。未作任何更改。"
    )


def test_what_was_not_sent_says_why() -> None:
    half = chosen(gate_of(PAIR), Action.APPROVE)
    assert [say(replies.unfinished(half, language)) for language in ("en", "zh")] == expect(
        [
            "1 of 2 are still to decide. Nothing changed.",
            "共 2 个，还有 1 个没有决定。未作任何更改。",
        ]
    )
    assert [say(replies.moved(language)) for language in ("en", "zh")] == expect(
        [
            "Somebody changed a choice just now; look at the card again. Nothing changed.",
            "刚刚有人改了选择，请再看一下卡片。未作任何更改。",
        ]
    )


def test_a_field_that_a_form_does_not_have_is_told_with_those_it_has() -> None:
    assert say(replies.unknown_keys(WEEKLY, ["<x>"], ["points"], "en")) == expect(
        "“Weekly report” has no field `&lt;x&gt;`. It has: `points`. Nothing changed."
    )
    assert say(replies.unknown_keys(WEEKLY, ["x"], [], "zh")) == expect(
        "“周报”里没有 `x` 这一项。未作任何更改。"
    )


def test_an_old_card_points_to_the_current_one() -> None:
    assert say(replies.earlier_round("en")) == expect(
        "This card belongs to an earlier round; a newer one is below it. Nothing changed."
    )
    assert say(replies.earlier_round("en", current_url=URL)) == expect(
        "This card belongs to an earlier round; <https://team.example/archives/C0TEAM/p1|the current one is here>. Nothing changed."
    )
    assert say(replies.earlier_round("zh", current_url=URL)) == expect(
        "这张卡片是之前一轮的，<https://team.example/archives/C0TEAM/p1|最新的在这里>。未作任何更改。"
    )


def test_those_who_may_not_decide_are_told_who_may() -> None:
    assert say(replies.only_deciders(Circle(users=(ANA, BEN)), "en")) == expect(
        "Only @ana or @ben can decide this. Nothing changed."
    )
    assert say(replies.only_deciders(Circle(users=(ANA, BEN)), "zh")) == expect(
        "只有 @ana 或 @ben 可以决定。未作任何更改。"
    )
    assert say(replies.only_deciders(Circle(anyone=True), "en")) == expect(
        "Only members of this channel can decide this. Nothing changed."
    )
    assert say(replies.only_deciders(Circle(), "en")) == expect(
        "No one may decide this right now. Nothing changed."
    )
    assert say(replies.only_owners(Circle(users=(ANA,), anyone=True), "en")) == expect(
        "Only @ana or anyone in this channel can do this. Nothing changed."
    )


def test_a_run_that_ended_says_how() -> None:
    ended = replace(RUN, ended_at=AT)
    cancelled = replace(ended, state=RunState.CANCELLED, ended_by=CAT)
    assert say(replies.run_ended(cancelled, "en")) == expect(
        "This run was cancelled by @cat, 14:00. Nothing changed."
    )
    assert say(replies.run_ended(replace(cancelled, ended_by=None), "en")) == expect(
        "This run was cancelled 14:00. Nothing changed."
    )
    assert say(replies.run_ended(replace(ended, state=RunState.DONE), "zh")) == expect(
        "这次运行已经结束（14:00）。未作任何更改。"
    )
    assert say(replies.run_ended(replace(RUN, state=RunState.DEAD), "en")) == expect(
        "This run stopped for good 14:00. Nothing changed."
    )


def test_an_existing_report_can_be_opened_or_made_anew() -> None:
    reply = replies.report_exists(snapshot(RUN, GATE), WEEKLY, "en", url=URL)
    assert say(reply) == expect(
        "There is already “Weekly report · week 48” in this channel, started by @ana; it is waiting for @ana: <https://team.example/archives/C0TEAM/p1|open it>."
    )
    assert buttons(reply.blocks) == [("run.open", URL), ("run.new_version", RUN.run_id)]
    bare = replies.report_exists(snapshot(replace(RUN, period="")), None, "zh")
    assert say(bare) == expect(
        "这个频道已经有一份“weekly-report”了（@ana 发起，进行中）：weekly-report-ana-0123abcd。"
    )
    assert buttons(bare.blocks) == [("run.new_version", RUN.run_id)]


def test_an_existing_report_says_where_it_stands() -> None:
    failed = replace(RUN, failure=FAILURE)
    nobody = replace(CANCELLED, ended_by=None)
    records = [snapshot(run) for run in (RUN, failed, DONE, CANCELLED, nobody, DEAD)]
    records[1:1] = [snapshot(RUN, GATE), snapshot(failed, GATE)]
    told = {
        language: [
            say(replies.report_exists(record, WEEKLY, language, url=URL)) for record in records
        ]
        for language in LANGUAGES
    }
    assert [line.partition("; it ")[2].partition(":")[0] for line in told["en"]] == expect(
        [
            "is running",
            "is waiting for @ana",
            "has a step that failed and is waiting for @ana",
            "has a step that failed",
            "is done",
            "was cancelled by @ben",
            "was cancelled",
            "stopped for good",
        ]
    )
    assert [line.partition(" 发起，")[2].partition("）：")[0] for line in told["zh"]] == expect(
        [
            "进行中",
            "等待 @ana 决定",
            "有一步出错，另有一步等待 @ana 决定",
            "有一步出错",
            "已完成",
            "已被 @ben 取消",
            "已取消",
            "已终止",
        ]
    )


def test_of_a_report_that_ended_a_new_version_is_offered_before_it() -> None:
    for run in (DONE, CANCELLED, DEAD):
        reply = replies.report_exists(snapshot(run), WEEKLY, "en", url=URL, may_go_on=True)
        offered = [action for action, _ in buttons(reply.blocks) if action != "run.go_on"]
        assert offered == ["run.new_version", "run.open"]


@pytest.mark.parametrize(
    ("run", "offered"),
    [
        (CANCELLED, True),
        (replace(DEAD, failure=replace(LOST, kind=FailureKind.STRANDED)), True),
        (replace(RUN, failure=FAILURE), True),
        (DEAD, False),
        (DONE, False),
        (RUN, False),
        (replace(RUN, failure=replace(FAILURE, kind=FailureKind.LOST)), False),
    ],
    ids=["cancelled", "stopped", "failed", "nothing left", "done", "runs", "failed for good"],
)
def test_continue_is_offered_first_where_a_run_broke_off_and_left_something(
    run: Run, *, offered: bool
) -> None:
    reply = replies.report_exists(snapshot(run), WEEKLY, "en", url=URL, may_go_on=True)
    assert (buttons(reply.blocks)[0] == ("run.go_on", run.run_id)) is offered
    others = replies.report_exists(snapshot(run), WEEKLY, "en", url=URL)
    assert "run.go_on" not in dict(buttons(others.blocks))
    assert bool(replies.way_on(snapshot(run), "en")) is offered


def test_workflows_are_listed_with_their_commands() -> None:
    reply = replies.unknown_workflow("daily <!here>", [WEEKLY], "en")
    assert say(reply) == expect(
        "There is no workflow “daily &lt;!here&gt;”. These exist: `/weekly-report`"
    )
    assert buttons(reply.blocks) == [("run.start", "weekly-report")]
    assert say(replies.workflow_list([WEEKLY], "zh")) == expect("可以发起的流程： `/weekly-report`")
    assert say(replies.workflow_list([], "en")) == expect("No workflow is installed yet.")
    check_reply("x", replies.workflow_list([WEEKLY] * 80, "en").blocks)
    bare = replace(WEEKLY, command="")
    assert say(replies.workflow_list([bare], "en")) == expect(
        "What you can start: `/signoff start weekly-report`"
    )


def test_a_lost_channel_is_told_with_the_state_of_the_run() -> None:
    assert say(replies.cannot_speak(snapshot(RUN, GATE), WEEKLY)) == expect("""\
I cannot write in <#C0TEAM> any more, so “Weekly report · week 48” is not shown there.
⏸ Waiting for @ana
Invite me again, or unarchive the channel. Then it is brought up to date.\
""")


def test_the_short_ones() -> None:
    shown = [
        say(reply)
        for language in ("en", "zh")
        for reply in (
            replies.invite(language),
            replies.invite(language, channel="D0ANA"),
            replies.nothing_recorded(language),
            replies.outdated_card(language),
            replies.slack_silent(language),
            replies.nothing_to_retry(language),
            replies.uninstalled(language),
            replies.too_long(41_000, 40_000, language),
            replies.went_wrong("k7f3", language),
        )
    ]
    assert shown == expect(
        [
            "I am not in this channel yet. Type `/invite @signoff` here, then run the command again.",
            "I cannot take part in this direct message. Run the command in a channel.",
            "Nothing was recorded: the store is not reachable right now. Try again in a minute.",
            "This card belongs to an older version. Start the run again with its command. Nothing changed.",
            "Slack did not answer; nothing was recorded. Try again.",
            "There is nothing to retry: the run goes on already. Nothing changed.",
            "Signoff's access to this workspace was taken away; an admin has to install it again.",
            "At most 40,000 characters. This has 41,000. Nothing changed.",
            "That did not work. Reference k7f3: whoever runs this bot can look it up.",
            "我还不在这个频道里。请先在这里输入 `/invite @signoff`，再执行一次命令。",
            "我没法加入这个私聊。请到频道里执行命令。",
            "没有记录任何内容：存储暂时连不上，请过一分钟再试。",
            "这张卡片来自旧版本。请用命令重新发起。未作任何更改。",
            "Slack 没有响应，没有记录任何内容，请再试一次。",
            "不需要重试：流程已经在继续了。未作任何更改。",
            "Signoff 已失去对这个工作区的访问权限，需要管理员重新安装。",
            "最多 40,000 字，现在有 41,000 字。未作任何更改。",
            "这一步没有成功。编号 k7f3，可以请维护这个机器人的同事查一下。",
        ]
    )
