"""The report that a model writes from the approved parts: true to them, in their language."""

import pytest

from graphs.model import ModelTimeoutError
from graphs.weekly_report.words import EN, ZH
from tests.unit.graphs_scripted import NOTES, NOTES_ZH, Driven, ScriptedModel


async def test_a_report_that_fails_is_put_together_from_the_approved_parts() -> None:
    run = Driven(ScriptedModel(report=[ModelTimeoutError(5)]))
    await run.start(NOTES)
    await run.answer("approve")
    report = (await run.state())["report"]
    assert EN.report_failed in report
    assert "- Login v2 shipped to all 1,200 customers" in report


GOOD = """\
## Highlights

1. All 1,200 customers have Login v2.
2. Fewer checkout errors, and Mei joined.

## Risks

- The audit is blocked, the migration slips."""


async def test_a_report_that_is_true_to_the_approved_parts_gets_our_title() -> None:
    model = ScriptedModel(report=[GOOD])
    run = Driven(model)
    await run.start(NOTES)
    await run.answer("approve")
    assert (await run.state())["report"] == f"# Weekly report\n\n{GOOD}"
    assert model.tasks().count("report") == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (f"{GOOD}\n\nWe made 99 deals.", "99"),
        (GOOD.partition("## Risks")[0], "Left out: Security audit blocked"),
        ("# Only a title", "Left out: Login"),
    ],
)
async def test_a_report_that_adds_or_leaves_out_is_corrected_or_not_used(
    wrong: str, told: str
) -> None:
    model = ScriptedModel(report=[wrong, GOOD])
    run = Driven(model)
    await run.start(NOTES)
    await run.answer("approve")
    assert told in model.last("report").earlier[-1].text
    assert (await run.state())["report"] == f"# Weekly report\n\n{GOOD}"
    run = Driven(ScriptedModel(report=[wrong, wrong]))
    await run.start(NOTES)
    await run.answer("approve")
    assert EN.report_failed in (await run.state())["report"]


FOREIGN = "Login done, 上线 and 支付 are fine, 组织 too; still open this week: 安全 and 数据."


async def test_a_report_in_the_wrong_language_is_asked_for_again_and_then_marked() -> None:
    model = ScriptedModel(report=[FOREIGN, FOREIGN])
    run = Driven(model)
    await run.start(NOTES_ZH, "zh")
    await run.answer("approve")
    assert model.tasks().count("report") == 2
    report = (await run.state())["report"]
    assert report == f"# 周报\n\n{ZH.other_language}\n\n{FOREIGN}"


async def test_a_correction_that_fails_leaves_the_first_report_to_the_checks() -> None:
    run = Driven(ScriptedModel(report=[FOREIGN, ModelTimeoutError(5)]))
    await run.start(NOTES_ZH, "zh")
    await run.answer("approve")
    assert ZH.other_language in (await run.state())["report"]


async def test_a_title_or_a_fence_of_the_models_own_is_taken_off() -> None:
    run = Driven(ScriptedModel(report=[f"```markdown\n# My week\n\n{GOOD}\n```"]))
    await run.start(NOTES)
    await run.answer("approve")
    assert (await run.state())["report"] == f"# Weekly report\n\n{GOOD}"
