"""What is odd about answers of a model or of a source: what becomes of it."""

import pytest

from graphs.budget import Limits
from graphs.lines import head
from graphs.model import Ask, MalformedReplyError, PromptTooLongError
from graphs.research.graph import Ways
from graphs.research.passages import best, sentences
from graphs.research.prompts import commented
from graphs.research.quotes import located
from graphs.research.state import digest, numbered
from graphs.research.tasks import to_research
from graphs.research.words import EN
from tests.unit.research_driven import (
    PLAN,
    QUESTIONS,
    SECOND,
    SHELF,
    Driven,
    Shelf,
    Talk,
    of,
    section_of,
)


async def test_passages_that_are_too_long_for_the_model_are_made_shorter() -> None:
    long = SHELF[next(iter(SHELF))] + "\n\n" + "Bees in cities visit flowers now. " * 900

    def narrow(ask: Ask[object]) -> Exception | None:
        return PromptTooLongError("too long") if len(ask.user) > 6_000 else None

    model = Talk(plan=PLAN, claims=narrow)
    report = await Driven(model, shelf=Shelf({"https://a.example/long": long})).done()
    assert all("[1]" in section_of(report, question) for question in QUESTIONS)
    assert EN.note_failed.format(failed=1, all=3) not in report


async def test_a_prompt_that_is_too_long_whatever_is_left_out_is_a_failed_question() -> None:
    model = Talk(plan=PLAN, claims=of(SECOND, PromptTooLongError("too long")))
    run = Driven(model)
    await run.start()
    asked = await run.answer("approve")
    assert [section["value"] for section in asked["sections"]] == [EN.model_failed]


async def test_a_page_without_text_is_one_that_could_not_be_opened() -> None:
    shelf = Shelf({**SHELF, "https://empty.example/": " \n "})
    report = await Driven(Talk(plan=PLAN), shelf=shelf).done()
    assert EN.note_unread.format(count=3) in report


async def test_an_empty_section_is_put_together_by_code() -> None:
    model = Talk(plan=PLAN, section=of(SECOND, "## Only a heading"))
    report = await Driven(model).done()
    assert EN.by_code in section_of(report, SECOND)


async def test_a_number_that_a_claim_spells_out_may_be_written_in_digits() -> None:
    statement = {
        "text": "More than seven hives are a risk.",
        "source": "S2.1",
        "quote": "Honey bees compete with wild bees in cities: more than 7 hives",
    }
    model = Talk(
        plan=PLAN,
        claims=of(SECOND, {"statements": [statement]}),
        section=of(SECOND, "More than 7 hives are a risk [S2.1]."),
    )
    report = await Driven(model).done()
    assert "More than 7 hives are a risk [" in section_of(report, SECOND)


async def test_the_first_answer_stays_where_the_correction_does_not_come() -> None:
    replies = [PLAN["questions"][:2], None]
    model = Talk(plan=[{"questions": replies[0]}, MalformedReplyError("no JSON")])
    asked = await Driven(model).start()
    assert [item["text"] for item in asked["items"]] == QUESTIONS[:2]


def test_a_plan_that_nobody_approved_is_not_researched() -> None:
    plan = numbered(QUESTIONS)
    other = digest(numbered(QUESTIONS[:2]))
    assert to_research({"topic": "x", "plan": plan, "approved": other, "pending": [1]}) == []
    sent = to_research({"topic": "x", "plan": plan, "approved": digest(plan), "pending": [1, 3]})
    assert [send.arg["question"]["id"] for send in sent] == [1, 3]
    assert set(sent[0].arg) == {"topic", "question", "language", "comments", "attempt"}


def test_a_fan_out_of_nothing_asks_about_the_plan_instead_of_ending_in_silence() -> None:
    ways = Ways(Limits())
    assert ways.on({"topic": "x", "plan": [], "pending": [], "next": "research"}) == "review"


@pytest.mark.parametrize("edited", [[f"Question number {n}" for n in range(25)], ["x " * 300]])
async def test_a_plan_that_was_edited_past_its_bounds_cannot_be_approved(
    edited: list[str],
) -> None:
    model = Talk(plan=[PLAN])
    run = Driven(model)
    await run.start()
    again = await run.answer("edit", items=[{"id": "", "text": text} for text in edited])
    after = await run.answer("approve")
    assert (after["items"], after["round"]) == (again["items"], again["round"])
    assert (model.count("plan"), len(model.asked)) == (1, 1)


def test_the_digest_of_a_plan_changes_with_its_words_and_its_order() -> None:
    digests = {digest(numbered(q)) for q in (QUESTIONS, QUESTIONS[::-1], [*QUESTIONS, "x"])}
    assert len(digests) == 3


def test_of_too_many_long_comments_the_oldest_are_cut_from_a_prompt() -> None:
    told = commented("en", [f"comment {n} {'x' * 900}" for n in range(9)])[0]
    assert "comment 8" in told
    assert "comment 0" not in told
    assert len(told) < 5_500


def test_the_passages_that_answer_are_picked_in_the_order_of_the_text() -> None:
    blocks = [f"Block {n} is about trains and rails." for n in range(30)]
    blocks[7], blocks[21] = "Bees nest in cities.", "Cities feed bees, which nest there."
    picked = best("\n\n".join(blocks), "bees nest in cities", most=2, chars=80)
    assert [text[:4] for text in picked] == ["Bees", "Citi"]
    assert sum(map(len, picked)) <= 80


@pytest.mark.parametrize("chars", [30, 200])
def test_a_block_that_is_too_long_is_cut_where_sentences_end(chars: int) -> None:
    text = "Bees fly far. They come home. " * 40
    picked = best(text, "bees fly home", most=2, chars=chars)
    assert all(part.endswith((".", "far")) for part in picked)


def test_headings_tables_and_rules_are_no_sentences() -> None:
    table = "| a | table of some length |\n---\n"
    text = f"# A heading of some length\n{table}Bees fly far away from home."
    assert list(sentences(text + " Very few come home again.")) == [
        "Bees fly far away from home.",
        "Very few come home again.",
    ]


def test_a_letter_that_becomes_two_in_lower_case_moves_no_quote() -> None:
    text = "İstanbul counts many bees. The survey counted 110 species."
    assert located("the survey counted 110 species", text) == "The survey counted 110 species"
    assert head(text, 8) == "İstanbul"
