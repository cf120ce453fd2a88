"""Writing and criticism: what falls short is corrected once, then marked."""

from graphs.model import MalformedReplyError, TruncatedError
from graphs.research.words import EN
from tests.unit.research_driven import (
    PLAN,
    QUESTIONS,
    SECOND,
    Driven,
    Talk,
    of,
    section_of,
)


async def test_a_section_that_was_cut_is_put_together_by_code_and_marked() -> None:
    model = Talk(plan=PLAN, section=of(SECOND, TruncatedError("too long")))
    report = await Driven(model).done()
    assert section_of(report, SECOND).strip().startswith(EN.by_code)
    assert "25 percent more fruit [" in section_of(report, SECOND)
    assert report.count(EN.by_code) == 1


async def test_numbers_that_no_claim_has_do_not_reach_the_report() -> None:
    model = Talk(plan=PLAN, section=of(SECOND, "Harvests rose by 77 percent [S2.1]."))
    report = await Driven(model).done()
    assert "77" not in report
    assert EN.by_code in section_of(report, SECOND)


async def test_a_paragraph_without_a_source_is_corrected_once_and_then_marked() -> None:
    said = "Bees matter.\n\nThey help allotments [S2.1]."
    passed = {"passed": True, "remarks": []}
    model = Talk(plan=PLAN, section=of(SECOND, said), critique=passed)
    report = await Driven(model).done()
    assert EN.uncited.format(count=1) in section_of(report, SECOND)
    assert sum(SECOND in told for told in model.told("section")) == 2


async def test_a_summary_that_fails_is_put_together_from_the_first_claims() -> None:
    model = Talk(plan=PLAN, summary=MalformedReplyError("x"))
    report = await Driven(model).done()
    assert report.partition("## ")[0].count(EN.by_code) == 1


async def test_an_endless_critic_gets_three_drafts_and_its_remarks_are_shown() -> None:
    remark = {"section": 2, "change": "Say what allotments are"}
    model = Talk(plan=PLAN, critique=lambda _: {"passed": False, "remarks": [remark]})
    run = Driven(model)
    report = await run.done()
    assert model.count("critique") == model.count("summary") == 3
    written = [q for told in model.told("section") for q in QUESTIONS if q in told]
    assert (written.count(QUESTIONS[0]), written.count(SECOND)) == (1, 3)
    assert "Say what allotments are" in model.told("section")[-1]
    assert f"“{SECOND}”: Say what allotments are" in report


async def test_a_critic_that_is_content_in_the_end_leaves_no_remark() -> None:
    remark = {"section": 1, "change": "Name the city"}
    passed = {"passed": True, "remarks": []}
    model = Talk(plan=PLAN, critique=[{"passed": False, "remarks": [remark]}, passed])
    report = await Driven(model).done()
    assert model.count("critique") == 2
    assert EN.notes not in report


async def test_remarks_on_the_summary_rewrite_the_summary_alone() -> None:
    remark = {"section": 0, "change": "Shorter"}
    passed = {"passed": True, "remarks": []}
    model = Talk(plan=PLAN, critique=[{"passed": False, "remarks": [remark]}, passed])
    await Driven(model).done()
    assert (model.count("section"), model.count("summary")) == (3, 2)


async def test_remarks_on_sections_that_are_not_there_change_nothing() -> None:
    said = {"passed": False, "remarks": [{"section": 9, "change": "Longer"}]}
    model = Talk(plan=PLAN, critique=[said, said])
    await Driven(model).done()
    assert (model.count("section"), model.count("critique")) == (3, 2)


async def test_a_critic_that_fails_leaves_the_draft_and_a_note() -> None:
    model = Talk(plan=PLAN, critique=MalformedReplyError("x"))
    assert EN.note_critic_failed in await Driven(model).done()
