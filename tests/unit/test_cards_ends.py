"""How a run ends on its cards: the result, or the failure."""

from dataclasses import replace

import pytest
from inline_snapshot import snapshot as expect

from bot.cards.render import render
from bot.core.model import Failure, FailureKind
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
(Weekly report · week 48 is ready · offline model)
# Weekly report · week 48
# This week

- **Login** shipped, see the plan (`https://example.org/p`)

- [ ] audit
~ offline model\
""")
    assert slot(
        snapshot(chinese(replace(DONE, result="已上线。", offline=False))), "result"
    ) == expect("""\
(周报 · 第 48 周已完成)
# 周报 · 第 48 周
已上线。\
""")


def test_a_result_without_text_says_so() -> None:
    assert slot(snapshot(replace(DONE, result=None)), "result") == expect("""\
(Weekly report · week 48 is ready · offline model)
# Weekly report · week 48
The run ended without a text.
~ offline model\
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


def test_each_kind_of_failure_has_a_sentence() -> None:
    for kind in FailureKind:
        failed = replace(RUN, failure=Failure(kind=kind, ref="k7f3", at=AT))
        shown = slot(snapshot(failed), "failure")
        assert ("[Retry]" in shown) == kind.can_retry
        assert shown.splitlines()[1].endswith(".")
    assert "A step could not be finished." in slot(
        snapshot(replace(RUN, failure=replace(FAILURE, nodes=("internal",)))), "failure"
    )


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
