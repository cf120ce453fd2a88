"""The weekly report as people meet it: notes, a review, rounds, a report."""

import pytest

from graphs.model import ModelTimeoutError, OfflineModel, PromptTooLongError
from graphs.weekly_report.words import EN, ZH
from tests.unit.graphs_scripted import NOTES, NOTES_ZH, Driven, ScriptedModel, lines


async def test_what_was_approved_is_what_the_report_is_made_from() -> None:
    model = ScriptedModel()
    run = Driven(model)
    shown = await run.start(NOTES)
    asked_before = len(model.asked)
    assert await run.answer("approve") == {}
    assert model.tasks()[asked_before:] == ["report"]
    told = model.last("report").user
    assert all(line in told for key in ("highlights", "risks") for line in lines(shown, key))
    assert not await run.waits()


async def test_a_waiting_run_has_asked_for_highlights_and_risks_and_nothing_else() -> None:
    model = ScriptedModel()
    run = Driven(model)
    await run.start(NOTES)
    assert model.tasks() == ["highlights", "risks"]
    assert await run.waits()


async def test_picking_is_asked_for_at_temperature_zero_and_writing_at_more() -> None:
    model = ScriptedModel()
    run = Driven(model)
    await run.start(NOTES)
    await run.answer("approve")
    assert [ask.temperature for ask in model.asked] == [0.0, 0.0, 0.7]


async def test_the_question_says_what_it_is_about() -> None:
    shown = await Driven(OfflineModel()).start(NOTES)
    assert shown["type"] == "report_review"
    assert (shown["round"], shown["max_rounds"]) == (1, 3)
    assert shown["actions"] == ["approve", "revise", "edit"]
    assert [part["label"] for part in shown["sections"]] == ["Highlights", "Risks"]
    assert all(line.startswith("• ") for line in lines(shown, "highlights"))
    assert lines(shown, "risks")[0] == "• Security audit blocked for two weeks"
    assert "warning" not in shown["sections"][0]


async def test_every_comment_reaches_every_later_prompt_the_newest_first() -> None:
    model = ScriptedModel()
    run = Driven(model)
    await run.start(NOTES)
    await run.answer("revise", comment="Name the customers")
    await run.answer("revise", comment="Mention the hiring freeze")
    await run.answer("approve", comment="Keep it short")
    for task, newest in (("highlights", "Mention"), ("risks", "Mention"), ("report", "Keep")):
        told = model.last(task).user
        assert told.rindex(newest) < told.rindex("Name the customers")
    assert (await run.state())["feedback"][0] == "Name the customers"


async def test_a_revision_shows_the_model_what_was_sent_back() -> None:
    model = ScriptedModel(highlights=[["Login v2 shipped", "Hired Mei", "Checkout errors fell"]])
    run = Driven(model)
    await run.start(NOTES)
    await run.answer("revise", comment="Shorter")
    assert "sent back:\n• Login v2 shipped" in model.last("highlights").user


async def test_the_third_round_is_the_last_and_offers_no_revision() -> None:
    run = Driven(OfflineModel())
    await run.start(NOTES)
    await run.answer("revise", comment="one")
    last = await run.answer("revise", comment="two")
    assert (last["round"], last["actions"]) == (3, ["approve", "edit"])
    assert "summary" not in last


async def test_what_failed_in_the_last_round_can_still_be_filled_in() -> None:
    model = ScriptedModel()
    run = Driven(model)
    await run.start(NOTES)
    await run.answer("revise", comment="one")
    model.fail("highlights", ModelTimeoutError(5))
    last = await run.answer("revise", comment="two")
    assert last["sections"][0]["warning"] == EN.step_failed
    assert await run.answer("edit", values={"highlights": "Login v2 shipped"}) == {}
    assert (await run.state())["highlights"] == ["Login v2 shipped"]
    assert (await run.state())["warnings"] == {}


async def test_a_revision_sent_in_the_last_round_approves_nothing_and_loses_nothing() -> None:
    model = ScriptedModel()
    run = Driven(model)
    await run.start(NOTES)
    await run.answer("revise", comment="one")
    third = await run.answer("revise", comment="two")
    again = await run.answer("revise", comment="Mention Ana")
    assert again["sections"] == third["sections"]
    assert (again["round"], again["summary"]) == (3, EN.no_round_left)
    assert "report" not in model.tasks()
    await run.answer("approve")
    assert "Mention Ana" in model.last("report").user


@pytest.mark.parametrize(
    "answer", ["yes", {"action": "skip"}, {"action": "edit"}, {"verdict": "approve"}]
)
async def test_an_answer_that_makes_no_sense_costs_no_round(
    answer: str | dict[str, object],
) -> None:
    run = Driven(OfflineModel())
    first = await run.start(NOTES)
    again = await run.reply(answer)
    assert again["sections"] == first["sections"]
    assert (again["round"], again["summary"]) == (1, EN.not_understood)
    assert "summary" not in await run.answer("revise", comment="ok then")


async def test_an_edit_is_an_approval_of_the_text_it_carries() -> None:
    model = ScriptedModel()
    run = Driven(model)
    await run.start(NOTES)
    edited = {"highlights": "• We won the 42 days race\n\n- Mei joined", "risks": ""}
    assert await run.answer("edit", values=edited) == {}
    state = await run.state()
    assert state["highlights"] == ["We won the 42 days race", "Mei joined"]
    assert state["risks"] == [EN.no_risk]
    assert model.tasks() == ["highlights", "risks", "report"]
    assert "42 days" in model.last("report").user


async def test_an_edit_of_one_part_leaves_the_other() -> None:
    run = Driven(OfflineModel())
    await run.start(NOTES)
    before = (await run.state())["highlights"]
    await run.answer("edit", values={"risks": "Only this"})
    assert (await run.state())["highlights"] == before
    assert "- Only this" in (await run.state())["report"]


async def test_a_step_that_fails_is_marked_and_the_run_goes_on() -> None:
    model = ScriptedModel(highlights=[ModelTimeoutError(5)], risks=[ModelTimeoutError(5)])
    run = Driven(model)
    shown = await run.start(NOTES)
    assert lines(shown, "highlights") == [f"• {EN.highlights_failed}"]
    assert [part["warning"] for part in shown["sections"]] == [EN.step_failed, EN.step_failed]
    await run.answer("edit", values={"highlights": "Login v2 shipped", "risks": "Audit blocked"})
    state = await run.state()
    assert state["warnings"] == {}
    assert state["report"].startswith("# Weekly report\n")


async def test_a_failed_step_gets_another_chance_by_a_revision() -> None:
    run = Driven(ScriptedModel(highlights=[ModelTimeoutError(5)]))
    await run.start(NOTES)
    shown = await run.answer("revise", comment="try again")
    assert "warning" not in shown["sections"][0]
    assert "• Login v2 shipped to all 1,200 customers" in lines(shown, "highlights")


async def test_a_chinese_run_is_chinese_from_question_to_report() -> None:
    run = Driven(OfflineModel())
    shown = await run.start(NOTES_ZH, "zh")
    assert shown["title"] == ZH.review
    assert lines(shown, "risks") == [
        "• 安全评审被阻塞两周，供应商没有回复",
        "• 数据迁移完成3/5，其余延期到下周",
    ]
    shown = await run.answer("revise", comment="提一下办公室搬家")
    assert "• 办公室搬家（审阅意见）" in lines(shown, "highlights")
    await run.answer("approve")
    assert (await run.state())["report"].startswith("# 周报\n\n## 本周亮点\n\n- 登录二期")


async def test_a_comment_about_trouble_joins_the_risks_and_says_where_it_is_from() -> None:
    run = Driven(OfflineModel())
    await run.start(NOTES)
    shown = await run.answer("revise", comment="Mention the hiring freeze.")
    assert "• Hiring freeze (reviewer's comment)" in lines(shown, "risks")
    await run.answer("approve")
    assert "- Mention the hiring freeze." in (await run.state())["report"]


@pytest.mark.parametrize("said", [[], ["No risks this week."], ["None"], [EN.no_risk]])
async def test_no_risk_is_always_the_same_sentence(said: list[str]) -> None:
    run = Driven(ScriptedModel(risks=[said]))
    shown = await run.start("Login v2 shipped\nMei joined the team\nDocs are done")
    assert lines(shown, "risks") == ["No evident risk this week."]


async def test_notes_of_nothing_but_trouble_have_no_highlight() -> None:
    run = Driven(OfflineModel())
    shown = await run.start("审批延期\n服务器故障", "zh")
    assert lines(shown, "highlights") == [ZH.no_highlight]
    await run.answer("approve")
    assert ZH.no_highlight in (await run.state())["report"]


async def test_very_long_notes_are_cut_at_a_line_and_people_are_told() -> None:
    model = ScriptedModel(input_chars=1_000)
    run = Driven(model)
    shown = await run.start(NOTES * 20)
    told = model.last("highlights").user
    read = told.partition("<notes>\n")[2].partition("\n</notes>")[0]
    assert len(read) <= 1_000
    assert read.splitlines()[-1] in NOTES.splitlines()
    assert shown["sections"][0]["warning"] == EN.only_part.format(
        read=len(read), all=len(NOTES * 20)
    )


async def test_a_model_that_finds_the_notes_too_long_gets_half_of_them() -> None:
    too_long = PromptTooLongError("too long")
    model = ScriptedModel(highlights=[too_long, too_long])
    run = Driven(model)
    shown = await run.start(NOTES * 40)
    asked = [len(ask.user) for ask in model.asked if ask.task == "highlights"]
    assert asked[0] > 1.8 * asked[1] > 3 * asked[2]
    assert "Only the first" in shown["sections"][0]["warning"]


async def test_a_model_that_takes_nothing_at_all_fails_the_step_in_the_end() -> None:
    model = ScriptedModel(highlights=[PromptTooLongError("too long")] * 20)
    shown = await Driven(model).start(NOTES * 40)
    assert shown["sections"][0]["warning"] == EN.step_failed


async def test_the_notes_decide_the_language_when_nobody_else_does() -> None:
    shown = await Driven(OfflineModel()).start(NOTES_ZH, None)
    assert shown["title"] == ZH.review
