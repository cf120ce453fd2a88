"""What the messages of a run say, in each state, in both languages."""

# ruff: noqa: E501 - what people read stands on one line here as it does there

from dataclasses import replace

import pytest
from inline_snapshot import snapshot as expect

from bot.cards.ids import parse_value
from bot.cards.render import render
from bot.core.model import Failure, FailureKind, GateState, NodeProgress, NodeState, Usage
from bot.core.question import Action, Section
from graphs.contract import Words
from tests.unit.cards_limits_check import buttons, mentions
from tests.unit.cards_samples import (
    ANA,
    AT,
    BEN,
    CANCELLED,
    DEAD,
    DONE,
    FAILURE,
    GATE,
    LOST,
    MINUTE,
    QUESTION,
    RUN,
    WEEKLY,
    chinese,
    decided,
    outline,
    slot,
    snapshot,
)


def test_the_slots_come_in_the_order_to_post_them() -> None:
    older = replace(GATE, key="z.1", opened_at=AT)
    failed = replace(RUN, failure=FAILURE)
    names = [message.slot for message in render(snapshot(failed, GATE, older), WEEKLY)]
    assert names == ["root", "progress", "gate:z.1", f"gate:{GATE.key}", "failure"]
    assert [m.slot for m in render(snapshot(DONE), WEEKLY)] == ["root", "progress", "result"]


def test_a_waiting_run_says_for_whom_and_how_far_it_is() -> None:
    assert slot(snapshot(RUN, GATE), "root") == expect("""\
(Weekly report · week 48 · ⏸ Waiting for @ana)
*Weekly report · week 48* · started by @ana
[Cancel]
~ ⏸ Waiting for @ana · step 3 of 4 · 1,240 tokens · offline model\
""")
    assert slot(snapshot(chinese(RUN), GATE), "root") == expect("""\
(周报 · 第 48 周 · ⏸ 等待 @ana 决定)
*周报 · 第 48 周* · @ana 发起
[取消]
~ ⏸ 等待 @ana 决定 · 第 3/4 步 · 1,240 tokens · 离线模型\
""")


def test_a_running_run_counts_nothing_that_would_be_an_update_each_second() -> None:
    assert slot(snapshot(), "root") == expect("""\
(Weekly report · week 48 · ▶ Running)
*Weekly report · week 48* · started by @ana
[Cancel]
~ ▶ Running · offline model\
""")
    busier = replace(RUN, usage=Usage(9, 9_000, 900), progress=())
    assert slot(snapshot(busier), "root") == slot(snapshot(), "root")


def test_a_failed_run_says_who_can_retry() -> None:
    assert slot(snapshot(replace(RUN, failure=FAILURE)), "root") == expect("""\
(Weekly report · week 48 · ✕ Failed, @ana can retry)
*Weekly report · week 48* · started by @ana
[Cancel]
~ ✕ Failed, @ana can retry · step 2 of 4 · 1,240 tokens · offline model\
""")


def test_a_run_that_failed_and_waits_says_both() -> None:
    assert slot(snapshot(replace(RUN, failure=FAILURE), GATE), "root") == expect("""\
(Weekly report · week 48 · ✕ Failed, @ana can retry · ⏸ Waiting for @ana)
*Weekly report · week 48* · started by @ana
[Cancel]
~ ✕ Failed, @ana can retry · ⏸ Waiting for @ana · step 2 of 4 · 1,240 tokens · offline model\
""")


def test_a_failure_that_no_retry_helps_offers_none() -> None:
    assert slot(snapshot(replace(RUN, failure=LOST)), "root") == expect("""\
(Weekly report · week 48 · ✕ Failed)
*Weekly report · week 48* · started by @ana
[Cancel]
~ ✕ Failed · step 3 of 4 · 1,240 tokens · offline model\
""")


def test_a_retry_under_way_is_a_running_run() -> None:
    retried = replace(RUN, failure=FAILURE, retry_by=BEN)
    assert slot(snapshot(retried), "root") == slot(snapshot(), "root")


def test_a_run_that_ended_says_how_and_has_no_button() -> None:
    assert slot(snapshot(DONE), "root") == expect("""\
(Weekly report · week 48 · ✓ Done in 2 min)
*Weekly report · week 48* · started by @ana
~ ✓ Done in 2 min · 1,240 tokens · offline model\
""")
    assert slot(snapshot(CANCELLED), "root") == expect("""\
(Weekly report · week 48 · ⊘ Cancelled by @ben)
*Weekly report · week 48* · started by @ana
~ ⊘ Cancelled by @ben · 1,240 tokens · offline model\
""")
    assert slot(snapshot(replace(CANCELLED, ended_by=None)), "root") == expect("""\
(Weekly report · week 48 · ⊘ Cancelled)
*Weekly report · week 48* · started by @ana
~ ⊘ Cancelled · 1,240 tokens · offline model\
""")
    assert slot(snapshot(DEAD), "root") == expect("""\
(Weekly report · week 48 · ✕ Stopped for good)
*Weekly report · week 48* · started by @ana
~ ✕ Stopped for good · 1,240 tokens · offline model\
""")
    assert slot(snapshot(replace(DONE, ended_at=None, version=2)), "root") == expect("""\
(Weekly report · week 48 · version 2 · ✓ Done in 0.0 s)
*Weekly report · week 48 · version 2* · started by @ana
~ ✓ Done in 0.0 s · 1,240 tokens · offline model\
""")


def test_cost_is_shown_where_prices_are_known() -> None:
    priced = replace(DONE, usage=Usage(2, 1_000, 240, cost=1.234))
    assert "1,240 tokens · $1.23" in slot(snapshot(priced), "root")
    cheap = replace(DONE, usage=Usage(2, 1_000, 240, cost=0.0004))
    assert "1,240 tokens · &lt; $0.01" in slot(snapshot(cheap), "root")
    assert "tokens" not in slot(snapshot(replace(DONE, usage=Usage())), "root")


def test_a_workflow_that_is_gone_is_named_by_its_name() -> None:
    gone = Failure(kind=FailureKind.UNKNOWN_WORKFLOW, ref="k7f3", at=AT)
    record = snapshot(replace(RUN, failure=gone, period="until May"), GATE)
    assert slot(record, "root", None) == expect("""\
(weekly-report · until May · ✕ Failed, @ana can retry · ⏸ Waiting for someone who may decide (no one may, right now))
*weekly-report · until May* · started by @ana
[Cancel]
~ ✕ Failed, @ana can retry · ⏸ Waiting for someone who may decide (no one may, right now) · 1,240 tokens · offline model\
""")
    assert slot(record, "progress", None) == expect("""\
(weekly-report: a step failed, another waits for a decision)
*weekly-report: a step failed, another waits for a decision*\
""")
    assert slot(record, f"gate:{GATE.key}", None) == expect("""\
(Review the highlights and risks · No one may decide this right now; the run can only be cancelled)
# Review the highlights and risks
~ No one may decide this right now; the run can only be cancelled · round 1 of 3 · offline model
*Highlights*
• Login v2 shipped
• Two customers moved
*Risks*
• Security audit blocked
~ ✕ Another step of this run failed; @ana can retry it below.
[Cancel]\
""")
    assert slot(record, "failure", None) == expect("""\
(This workflow is not installed any more. · @ana can retry)
✕ This workflow is not installed any more.
All is kept; Retry goes on once it is installed again.
⏸ Another part of this run still waits for a decision.
~ @ana can retry · reference k7f3
[Retry] [Cancel]\
""")


def test_progress_shows_each_step_with_time_and_preview() -> None:
    assert slot(snapshot(RUN, GATE), "progress") == expect("""\
(Weekly report: waiting for a decision)
Weekly report: waiting for a decision
  complete: Highlights · 1.2 s • Login v2 shipped to all customers
  complete: Risks · 0.9 s • Security audit blocked for two weeks
  pending: Review waiting since 14:00 UTC
  pending: Report\
""")
    assert slot(snapshot(chinese(RUN), GATE), "progress") == expect("""\
(周报：等待决定)
周报：等待决定
  complete: 亮点 · 1.2 秒 • Login v2 shipped to all customers
  complete: 风险 · 0.9 秒 • Security audit blocked for two weeks
  pending: 审核 14:00 UTC 起等待
  pending: 成稿\
""")


def test_plain_progress_has_the_same_lines() -> None:
    [_, progress, *_] = render(snapshot(RUN, GATE), WEEKLY)
    assert outline(replace(progress, blocks=progress.plain)) == expect("""\
(Weekly report: waiting for a decision)
*Weekly report: waiting for a decision*
✓ Highlights · 1.2 s   • Login v2 shipped to all customers
✓ Risks · 0.9 s   • Security audit blocked for two weeks
⏸ Review · waiting since 14:00
○ Report\
""")


def test_progress_knows_failures_and_gates_before_the_graph_reports_them() -> None:
    quiet = replace(RUN, progress=(NodeProgress("risks", NodeState.RUNNING, AT),))
    assert slot(snapshot(replace(quiet, failure=FAILURE), GATE), "progress") == expect("""\
(Weekly report: a step failed, another waits for a decision)
Weekly report: a step failed, another waits for a decision
  pending: Highlights
  error: Risks
  pending: Review waiting since 14:00 UTC
  pending: Report\
""")


def test_nothing_spins_in_a_run_that_does_not_run() -> None:
    busy = (NodeProgress("risks", NodeState.RUNNING, AT), NodeProgress("review", NodeState.WAITING))
    for run in (DONE, CANCELLED, DEAD, replace(RUN, failure=FAILURE)):
        assert "in_progress" not in slot(snapshot(replace(run, progress=busy)), "progress")
    assert slot(snapshot(replace(RUN, progress=busy)), "progress").count("in_progress") == 2


@pytest.mark.parametrize(
    ("state", "done", "shown", "shown_zh"),
    [
        (NodeState.RUNNING, 3, "in_progress: Risks · 3 of 5 x", "已完成 3/5 x"),
        (NodeState.FAILED, 4, "error: Risks · 4 of 5 · 0.9 s x", "已完成 4/5 · 0.9 秒 x"),
        (NodeState.DONE, 5, "complete: Risks · 0.9 s x", "complete: 风险 · 0.9 秒 x"),
        (NodeState.IDLE, 3, "pending: Risks x", "pending: 风险 x"),
    ],
)
def test_a_fan_out_is_one_line_with_a_count(
    state: NodeState, done: int, shown: str, shown_zh: str
) -> None:
    line = NodeProgress("risks", state, AT, 900, "x", tasks=5, tasks_done=done)
    run = replace(RUN, progress=(line,))
    assert slot(snapshot(run), "progress").splitlines()[3].endswith(shown)
    assert slot(snapshot(chinese(run)), "progress").splitlines()[3].endswith(shown_zh)
    [_, progress] = render(snapshot(run), WEEKLY)
    plain = outline(replace(progress, blocks=progress.plain)).splitlines()[3]
    assert ("of 5" in plain) is ("of 5" in shown)


def test_a_preview_is_eighty_graphemes_on_one_line() -> None:
    family = "👨‍👩‍👧"
    line = NodeProgress("risks", NodeState.DONE, AT, 900, f"a\n{family * 90}")
    shown = slot(snapshot(replace(RUN, progress=(line,))), "progress")
    assert f"a {family * 77}…" in shown
    assert family * 78 not in shown


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("# Weekly report ## Highlights - Login v2 shipped", "Login v2 shipped"),
        ("## 本周亮点 - 登录二期已上线 ## 风险 - 无", "登录二期已上线 无"),
        ("# Weekly report 1. Login v2 shipped", "1. Login v2 shipped"),
        ("# Weekly report ⚠ Not by the model. ## Risks - x", "Weekly report ⚠ Not by the model. x"),
        ("# Weekly report Login v2 shipped", "Weekly report Login v2 shipped"),
        ("# Weekly report", "Weekly report"),
        ("Ticket #12 - done", "Ticket #12 done"),
        ("Work out 2 * (3 - 1)", "Work out 2 * (3 - 1)"),
    ],
)
def test_a_preview_leaves_headings_out_where_it_can_tell_them(note: str, shown: str) -> None:
    line = NodeProgress("report", NodeState.DONE, AT, 10, note)
    said = slot(snapshot(replace(DONE, progress=(line,))), "progress")
    assert said.splitlines()[-1] == f"  complete: Report {shown}"


def test_a_step_whose_part_was_shown_with_a_warning_does_not_look_like_any_other() -> None:
    failed = Section("risks", "Risks", "(none found)", warning="This step failed.")
    question = replace(QUESTION, sections=(QUESTION.sections[0], failed))
    record = snapshot(RUN, replace(GATE, question=question))
    assert slot(record, "root").splitlines()[-1] == expect(
        "~ ⏸ Waiting for @ana · ⚠ one part needs a closer look · step 3 of 4 · 1,240 tokens · offline model"
    )
    assert slot(record, "progress").splitlines()[2:4] == expect(
        [
            "  complete: Highlights · 1.2 s • Login v2 shipped to all customers",
            "  complete: Risks · 0.9 s ⚠ needs a closer look• Security audit blocked for two weeks",
        ]
    )
    [_, progress, *_] = render(record, WEEKLY)
    assert outline(replace(progress, blocks=progress.plain)).splitlines()[2:4] == expect(
        [
            "✓ Highlights · 1.2 s   • Login v2 shipped to all customers",
            "⚠ Risks · 0.9 s · needs a closer look   • Security audit blocked for two weeks",
        ]
    )
    zh = snapshot(chinese(RUN), replace(GATE, question=question))
    assert slot(zh, "root").splitlines()[-1] == expect(
        "~ ⏸ 等待 @ana 决定 · ⚠ 有内容需要留意 · 第 3/4 步 · 1,240 tokens · 离线模型"
    )
    assert slot(zh, "progress").splitlines()[3] == expect(
        "  complete: 风险 · 0.9 秒 ⚠ 需要留意• Security audit blocked for two weeks"
    )


def test_a_warning_goes_with_an_edit_or_a_revision_and_stays_with_an_approval() -> None:
    failed = Section("risks", "Risks", "(none found)", warning="This step failed.")
    question = replace(QUESTION, sections=(failed,))
    for gate, marked in (
        (decided(), True),
        (decided(Action.EDIT, values={"risks": "• None"}), False),
        (decided(Action.EDIT), True),
        (decided(Action.REVISE), False),
    ):
        shown = slot(snapshot(RUN, replace(gate, question=question)), "progress")
        assert ("⚠" in shown) is marked
    again = replace(RUN, progress=(NodeProgress("risks", NodeState.RUNNING, AT),))
    assert "⚠" not in slot(snapshot(again, replace(GATE, question=question)), "progress")


def test_many_steps_are_all_counted_and_fifty_shown() -> None:
    many: dict[str, Words] = {f"n{i}": {"en": f"Step {i} of the long way"} for i in range(53)}
    lines = tuple(NodeProgress(node, NodeState.DONE, AT, 10, "word " * 40) for node in many)
    about = replace(WEEKLY, steps=many)
    shown = slot(snapshot(replace(RUN, progress=lines)), "progress", about)
    assert shown.endswith("~ and 3 more steps")


def test_buttons_carry_the_run_or_the_gate_and_nothing_else() -> None:
    for message in render(snapshot(replace(RUN, failure=FAILURE), GATE), WEEKLY):
        values = {value for _, value in buttons(message.blocks)}
        assert values <= {RUN.run_id, f"{RUN.run_id} {GATE.key}"}
        assert {parse_value(value) for value in values} <= {
            (RUN.run_id, ""),
            (RUN.run_id, GATE.key),
        }


def test_only_those_who_may_decide_are_notified_of_a_card() -> None:
    listed = replace(WEEKLY, deciders=(ANA, BEN))
    [_, _, card] = render(snapshot(RUN, GATE), listed)
    assert mentions(card.blocks) == {ANA, BEN}
    many = replace(WEEKLY, deciders=tuple(f"U0{i}" for i in range(6)))
    [_, _, card] = render(snapshot(RUN, GATE), many)
    assert mentions(card.blocks) == set()
    assert "One of 6 people can decide this" in outline(card)


def test_durations_are_told_in_the_units_that_matter() -> None:
    told = {
        9_940: "9.9 s",
        42_000: "42 s",
        59 * MINUTE: "59 min",
        65 * MINUTE: "1 h 5 min",
        50 * 60 * MINUTE: "2 d 2 h",
    }
    for ms, words in told.items():
        assert f"Done in {words}" in slot(snapshot(replace(DONE, ended_at=AT + ms)), "root")


def test_a_closed_run_leaves_no_gate_open() -> None:
    for run in (DONE, CANCELLED, DEAD):
        for state in GateState:
            gate = replace(decided(Action.APPROVE), state=state)
            [card] = [m for m in render(snapshot(run, gate), WEEKLY) if m.slot.startswith("gate")]
            assert buttons(card.blocks) == []
