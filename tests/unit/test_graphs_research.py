"""From a topic to a report, in either language, and the state that a run keeps meanwhile."""

import json
import re

from graphs.budget import Spent
from graphs.research.state import MAX_DRAFTS, by_id
from graphs.research.words import EN, ZH
from tests.unit.research_driven import (
    BEES,
    PAGE,
    PLAN,
    QUESTIONS,
    SHELF,
    SHELF_ZH,
    TOPIC,
    TOPIC_ZH,
    Driven,
    Shelf,
    Talk,
    section_of,
)


async def test_a_report_has_a_summary_a_section_for_each_question_and_the_references() -> None:
    report = await Driven(Talk(plan=PLAN)).done()
    headings = [line for line in report.splitlines() if line.startswith("#")]
    assert headings == [f"# {TOPIC}", *(f"## {q}" for q in QUESTIONS), f"## {EN.references}"]
    assert all(re.search(r"\[\d\]", section_of(report, q)) for q in QUESTIONS)
    listed = section_of(report, EN.references).strip().splitlines()
    assert sorted(line.partition(". ")[2] for line in listed) == [
        "Bees in cities (in-cities.md)",
        f"[Pollination by bees improves the harvest of allotments. In a]({PAGE})",
    ]


async def test_the_report_vouches_for_the_addresses_of_its_references_and_no_others() -> None:
    shelf = Shelf({**SHELF, "https://unsaid.example/x": "Nothing here answers any question."})
    run = Driven(Talk(plan=PLAN), shelf=shelf)
    report = await run.done()
    assert (await run.state())["links"] == [PAGE]
    assert f"]({PAGE})" in report
    alone = Driven(Talk(plan=PLAN), shelf=Shelf({"library:bees/in-cities.md": BEES}))
    await alone.done()
    assert (await alone.state())["links"] == []


async def test_every_number_in_brackets_is_in_the_list_of_references() -> None:
    report = await Driven().done()
    text, _, listed = report.partition(f"## {EN.references}")
    cited = {int(n) for n in re.findall(r"\[(\d+)\]", text)}
    assert cited == set(range(1, len(re.findall(r"(?m)^\d+\. ", listed)) + 1))
    assert "[S" not in report


async def test_every_claim_has_a_source_and_its_words_stand_in_that_source() -> None:
    run = Driven(Talk(plan=PLAN))
    await run.done()
    state = await run.state()
    texts = {s["id"]: await run.texts.get("research", s["text"]) for s in state["sources"]}
    claims = [claim for finding in state["findings"] for claim in finding["claims"]]
    assert len(claims) >= 3
    assert all(claim["quote"] in " ".join(texts[claim["source"]].split()) for claim in claims)


async def test_a_branch_gets_its_question_and_nothing_of_the_others() -> None:
    model = Talk(plan=PLAN)
    await Driven(model).done()
    for told in (*model.told("queries"), *model.told("claims"), *model.told("section")):
        assert sum(question in told for question in QUESTIONS) == 1


async def test_writing_begins_once_after_all_questions_are_researched() -> None:
    model = Talk(plan=PLAN)
    await Driven(model).done()
    tasks = [ask.task for ask in model.asked]
    last = len(tasks) - 1 - tasks[::-1].index("claims")
    assert tasks.index("section") > last
    assert (model.count("section"), model.count("summary"), model.count("critique")) == (3, 1, 1)


async def test_the_number_of_model_calls_is_bounded() -> None:
    model = Talk(
        plan=PLAN,
        section="no source here",
        critique=lambda _: {"passed": False, "remarks": [{"section": 1, "change": "Longer"}]},
    )
    await Driven(model).done()
    assert len(model.asked) <= 1 + 3 * 3 + MAX_DRAFTS * (3 * 2 + 2 + 2)


async def test_a_chinese_topic_gets_a_chinese_report_with_all_its_words() -> None:
    run = Driven(shelf=Shelf(SHELF_ZH))
    await run.start(TOPIC_ZH, None)
    await run.answer("approve")
    report = await run.report()
    assert ZH.references in report
    assert "[1]" in report
    marked = report.replace("zh.md", "")
    assert not re.search(r"[A-Za-z]{2,}", marked)


async def test_sections_in_the_wrong_language_are_corrected() -> None:
    said = iter(["Bees are good [S1.1].", "蜜蜂很好[S1.1]。"])
    model = Talk(section=lambda _: next(said, None))
    run = Driven(model, shelf=Shelf(SHELF_ZH))
    await run.start(TOPIC_ZH, None)
    await run.answer("approve")
    assert ZH.other_language not in await run.report()


async def test_english_words_that_stay_in_a_chinese_report_are_marked() -> None:
    model = Talk(summary=lambda _: "Bees are good for all the cities here [S1.1].")
    run = Driven(model, shelf=Shelf(SHELF_ZH))
    await run.start(TOPIC_ZH, None)
    await run.answer("approve")
    assert ZH.other_language in (await run.report()).partition("## ")[0]


def test_findings_are_merged_by_question_in_any_order_and_newer_ones_replace() -> None:
    one, two, newer = ({"id": 1, "v": 1}, {"id": 2, "v": 1}, {"id": 1, "v": 2})
    assert by_id([one], [two]) == by_id([two], [one]) == [one, two]
    assert by_id(by_id([one], [newer]), [newer]) == [newer]


async def test_the_state_is_plain_json() -> None:
    run = Driven(Talk(plan=PLAN))
    await run.done()
    state = await run.state()
    assert json.loads(json.dumps(state)) == state


async def test_what_was_spent_is_counted_by_step() -> None:
    run = Driven(Talk(plan=PLAN))
    await run.done()
    spent: dict[str, Spent] = (await run.state())["spent"]
    assert {"plan:1", "research:1:0", "write:3:1", "summary:1", "critique:1"} <= spent.keys()
    assert sum(s["calls"] for s in spent.values()) == len(run.model.asked)  # type: ignore[attr-defined]  # a Talk
