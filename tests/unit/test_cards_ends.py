"""How a run ends on its cards: the result, or the failure."""

from dataclasses import replace

import pytest
from inline_snapshot import snapshot as expect

from bot.cards.render import render
from bot.core.model import Failure, FailureKind, Run, Usage
from tests.unit.cards_limits_check import check_message
from tests.unit.cards_samples import (
    AT,
    BEN,
    CANCELLED,
    DEAD,
    DONE,
    FAILURE,
    GATE,
    RUN,
    WEEKLY,
    chinese,
    slot,
    snapshot,
)


def test_the_result_is_posted_in_full() -> None:
    text = (
        "# This week\n\n• **Login** shipped, see [the plan](https://example.org/p)\n\n- [ ] audit"
    )
    assert slot(snapshot(replace(DONE, result=text)), "result") == expect("""\
(Weekly report · week 48 · ready · offline model)
# Weekly report · week 48
# This week

- **Login** shipped, see the plan (`https://example.org/p`)

- [ ] audit
~ took 2 min · 1,240 tokens · offline model\
""")
    assert slot(
        snapshot(chinese(replace(DONE, result="已上线。", offline=False))), "result"
    ) == expect("""\
(周报 · 第 48 周 · 已完成)
# 周报 · 第 48 周
已上线。
~ 用时 2 分钟 · 1,240 tokens\
""")


def test_the_foot_of_a_result_says_what_is_known_of_its_cost() -> None:
    priced = replace(DONE, offline=False, usage=Usage(3, 1_000, 240, cost=0.5))
    assert last_line(priced) == "~ took 2 min · 1,240 tokens · $0.50"
    assert last_line(replace(priced, usage=Usage())) == "~ took 2 min"
    assert last_line(replace(priced, ended_at=None)) == "~ 1,240 tokens · $0.50"
    assert last_line(replace(priced, ended_at=None, usage=Usage())) == "All shipped."


def last_line(run: Run) -> str:
    return slot(snapshot(run), "result").splitlines()[-1]


def test_a_result_without_text_says_so() -> None:
    assert slot(snapshot(replace(DONE, result=None)), "result") == expect("""\
(Weekly report · week 48 · ready · offline model)
# Weekly report · week 48
The run ended without a text.
~ took 2 min · 1,240 tokens · offline model\
""")
    assert slot(snapshot(replace(DONE, result=" \n")), "result") == slot(
        snapshot(replace(DONE, result=None)), "result"
    )


@pytest.mark.parametrize(
    "text",
    [
        "A sentence of the report. " * 600,
        "# Heading\n" * 41,
        "one\n\n" * 41,
        "```\ncode\n" * 2_000,
        "x" * 20_000,
    ],
    ids=["long", "headings", "paragraphs", "code", "one word"],
)
def test_a_long_result_is_summed_up_and_in_a_file(text: str) -> None:
    [*_, message] = render(snapshot(replace(DONE, result=text)), WEEKLY)
    check_message(message)
    assert message.file is not None
    assert message.file.name == f"{RUN.run_id}.md"
    assert message.file.content == text.strip()
    body = str(message.blocks[1]["text"])
    assert len(body) < 3_000
    assert body.count("```") % 2 == 0


def test_a_failure_says_what_is_kept_and_who_can_do_what() -> None:
    assert slot(snapshot(replace(RUN, failure=FAILURE)), "failure") == expect("""\
(“Risks” could not be finished. · @ana can retry)
✕ “Risks” could not be finished.
What was finished before is kept; Retry runs only what failed.
~ @ana can retry · reference k7f3
[Retry] [Cancel]\
""")
    assert slot(snapshot(chinese(replace(RUN, failure=FAILURE))), "failure") == expect("""\
(“风险”没有完成。 · @ana 可以重试)
✕ “风险”没有完成。
已完成的部分都保留着，重试只会重跑出错的步骤。
~ @ana 可以重试 · 编号 k7f3
[重试] [取消]\
""")
    assert slot(snapshot(replace(RUN, failure=FAILURE), GATE), "failure") == expect("""\
(“Risks” could not be finished. · @ana can retry)
✕ “Risks” could not be finished.
What was finished before is kept; Retry runs only what failed.
⏸ Another part of this run still waits for a decision.
~ @ana can retry · reference k7f3
[Retry] [Cancel]\
""")


def test_a_failure_names_the_type_that_nothing_can_store() -> None:
    failed = replace(RUN, failure=replace(FAILURE, detail="Mod`el <x>"))
    assert slot(snapshot(failed), "failure").splitlines()[1] == expect(
        "✕ “Risks” asked for or returned something that cannot be stored (a `Model &lt;x&gt;`)."
    )
    assert slot(snapshot(chinese(failed)), "failure").splitlines()[1] == expect(
        "✕ “风险”询问或返回的内容无法保存（类型是 `Model &lt;x&gt;`）。"
    )


def test_each_kind_of_failure_has_a_sentence() -> None:
    for kind in FailureKind:
        failed = replace(RUN, failure=Failure(kind=kind, ref="k7f3", at=AT))
        shown = slot(snapshot(failed), "failure")
        again = "[Ask again]" if kind is FailureKind.CHANGED else "[Retry]"
        assert (again in shown) == kind.can_retry
        assert shown.splitlines()[1].endswith(".")
    assert "A step could not be finished." in slot(
        snapshot(replace(RUN, failure=replace(FAILURE, nodes=("internal",)))), "failure"
    )


def test_a_workflow_that_was_changed_can_ask_again() -> None:
    changed = replace(RUN, failure=replace(FAILURE, kind=FailureKind.CHANGED, nodes=()))
    assert slot(snapshot(changed), "failure") == expect("""\
(The workflow was changed: the step that was due is gone. · @ana can have it ask again)
✕ The workflow was changed: the step that was due is gone.
What was finished before is kept; Ask again goes on from the step before.
~ @ana can have it ask again · reference k7f3
[Ask again] [Cancel]\
""")
    assert slot(snapshot(chinese(changed)), "failure") == expect("""\
(流程已被修改，原本要执行的步骤不存在了。 · @ana 可以让它重新提问)
✕ 流程已被修改，原本要执行的步骤不存在了。
已完成的部分都保留着，点“重新提问”会从上一步继续。
~ @ana 可以让它重新提问 · 编号 k7f3
[重新提问] [取消]\
""")
    assert slot(snapshot(replace(changed, offline=False)), "root") == expect("""\
(Weekly report · week 48 · ✕ The workflow was changed, @ana can have it ask again)
*Weekly report · week 48* · started by @ana
[Cancel]
~ ✕ The workflow was changed, @ana can have it ask again · step 3 of 4 · 1,240 tokens\
""")
    assert slot(snapshot(changed), "progress").splitlines()[0] == expect(
        "(Weekly report: the workflow was changed)"
    )
    stranded = replace(DEAD, failure=replace(FAILURE, kind=FailureKind.STRANDED, nodes=()))
    assert slot(snapshot(stranded), "failure") == expect("""\
(The workflow was changed: the step that was due is gone, and so is the one before it.)
✕ The workflow was changed: the step that was due is gone, and so is the one before it.
What is posted in this thread stays. Start again with the command.
~ reference k7f3\
""")
    assert slot(snapshot(chinese(stranded)), "failure") == expect("""\
(流程已被修改，原本要执行的步骤和它的上一步都不存在了。)
✕ 流程已被修改，原本要执行的步骤和它的上一步都不存在了。
本消息列中已发布的内容不受影响。请用命令重新发起。
~ 编号 k7f3\
""")


def test_a_failure_that_is_over_has_no_buttons() -> None:
    assert slot(snapshot(replace(RUN, failure=FAILURE, retry_by=BEN)), "failure") == expect("""\
(“Risks” could not be finished. · ↻ @ben asked to run it again)
✕ “Risks” could not be finished.
~ ↻ @ben asked to run it again · reference k7f3\
""")
    assert slot(snapshot(replace(CANCELLED, failure=FAILURE)), "failure") == expect("""\
(“Risks” could not be finished. · ⊘ Cancelled by @ben)
✕ “Risks” could not be finished.
~ ⊘ Cancelled by @ben · reference k7f3\
""")
    assert slot(snapshot(DEAD), "failure") == expect("""\
(The saved state of this run is gone, so it cannot go on.)
✕ The saved state of this run is gone, so it cannot go on.
What is posted in this thread stays. Start again with the command.
~ reference k7f3\
""")
    assert slot(snapshot(RUN, slots=["failure"]), "failure") == expect("""\
(Weekly report · ✓ It was run again)
~ ✓ It was run again\
""")
    assert slot(snapshot(replace(DONE, failure=FAILURE)), "failure") == ""
