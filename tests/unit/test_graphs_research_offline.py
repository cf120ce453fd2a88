"""Research by plain code: answers to the very question, comments, sentences that stand alone."""

import re

import pytest

from graphs.contract import Language
from graphs.library import FOLDER
from graphs.research import offline
from graphs.research.angles import ANGLES
from graphs.research.dealing import dealt
from graphs.research.leaning import leans, standing
from graphs.research.state import Claim, Finding, digest, numbered
from graphs.research.words import EN, ZH
from graphs.sources.library import open_library
from tests.unit.research_driven import Driven, Shelf, section_of, shown

HEAT, HEAT_ZH = "heat pumps in old houses", "老房子里的热泵"
USUAL = [angle.question for angle in ANGLES["en"]]
USUAL_ZH = [angle.question for angle in ANGLES["zh"]]


def edited(*texts: str) -> list[dict[str, str]]:
    return [{"id": str(n), "text": text} for n, text in enumerate(texts, 1)]


async def test_questions_that_people_write_are_answered_by_what_is_said_on_them() -> None:
    async with open_library(FOLDER) as library:
        run = Driven(search=library)
        await run.start(HEAT_ZH, "zh")
        mine = edited("噪音大吗？", "噪音大吗？", "要多少钱？", "- 北欧用得多吗", " ")
        assert await run.answer("edit", items=mine) == {}
        report = await run.report()
    asked = [line for line in report.splitlines() if line.startswith("## ")]
    assert asked[:3] == ["## 噪音大吗？", "## 要多少钱？", "## 北欧用得多吗"]
    noise, price, north = (section_of(report, line.removeprefix("## ")) for line in asked[:3])
    assert "分贝" in noise
    assert "欧元" not in noise
    assert "欧元" in price
    assert "分贝" not in price
    assert north.strip() == ZH.nothing_said.format(count=3)


async def test_what_an_edit_repeats_is_merged_and_the_progress_says_so() -> None:
    run = Driven()
    await run.start()
    mine = edited("1. What harms bees?", "What harms bees?", "• Who keeps bees?", "")
    await run.answer("edit", items=mine)
    plan = (await run.state())["plan"]
    assert [question["question"] for question in plan] == ["What harms bees?", "Who keeps bees?"]
    said = EN.approved_line.format(digest=digest(plan), count=2) + EN.merged.format(count=1)
    assert run.shown["review"] == said


async def test_after_an_edit_the_progress_names_the_plan_that_runs_and_the_card_the_proposal() -> (
    None
):
    run = Driven()
    asked = await run.start()
    assert f"{digest(numbered(USUAL))} as proposed" in asked["summary"]
    await run.answer("edit", items=edited(*USUAL[:2]))
    assert digest(numbered(USUAL[:2])) in run.shown["review"]
    assert "merged" not in run.shown["review"]


async def test_what_the_progress_shows_of_a_step_that_is_done_is_its_result() -> None:
    run = Driven()
    await run.start()
    assert run.shown["plan"].startswith(USUAL[0])
    await run.answer("revise", comment="Please add the price of hives")
    assert run.shown["plan"] == "What is known about price of hives?"
    await run.answer("approve")
    assert " is researched: statements " in run.shown["research"]
    assert " is written, statements used: " in run.shown["write"]


async def test_a_document_on_the_question_is_found_beside_many_on_the_topic() -> None:
    async with open_library(FOLDER) as library:
        run = Driven(search=library)
        await run.start(HEAT, "en")
        await run.answer("edit", items=edited("How loud is it?", "Is it used in Norway?"))
        report = await run.report()
    assert "decibels" in section_of(report, "How loud is it?")
    assert section_of(report, "Is it used in Norway?").strip().startswith("None of the sources")
    assert EN.notes not in report


async def test_a_question_is_searched_for_by_its_own_words_first() -> None:
    run = Driven()
    await run.start("Bees " * 40)
    await run.answer("edit", items=edited("What harms them?"))
    assert run.shelf.queries[0].startswith("What harms them? Bees")


@pytest.mark.parametrize(
    ("question", "line", "answers"),
    [
        ("How noisy are they?", "A unit is heard with 40 decibels at 3 metres from it.", True),
        ("How noisy are they?", "Heat pumps in old houses need water of 55 degrees.", False),
        ("Which nesting places are there?", "Most bees nest in sandy ground near houses.", True),
        ("What about permits?", "Heat pumps in old houses reach a factor of 3.", False),
        ("Heat pumps in old houses?", "Heat pumps in old houses reach a factor of 3.", True),
    ],
)
def test_a_sentence_answers_only_with_words_of_the_question(
    question: str, line: str, *, answers: bool
) -> None:
    texts = {"S1.1": [f"Houses: old ones. Pumps: of heat.\n\n{line}"]}
    found = offline.claims(texts, topic=HEAT, question=question, language="en")
    assert any(claim["text"] == line for claim in found) == answers


@pytest.mark.parametrize(
    ("comment", "language", "left"),
    [
        ("No question about benefits, and nothing about costs", "en", [0, 1, 4]),
        ("Please leave out the examples", "en", [0, 1, 2, 3]),
        ("Can you skip how it works?", "en", [0, 2, 3, 4]),
        ("without any risks", "en", [0, 1, 2, 4]),
        ("nothing about noise", "en", [0, 1, 2, 3, 4]),
        ("不要讲好处", "zh", [0, 1, 3, 4]),
        ("去掉费用", "zh", [0, 1, 2, 4]),
        ("别写案例", "zh", [0, 1, 2, 3]),
        ("原理不用了", "zh", [0, 2, 3, 4]),
    ],
)
def test_a_comment_that_takes_something_out_removes_what_it_names_and_adds_nothing(
    comment: str, language: Language, left: list[int]
) -> None:
    usual = {"en": USUAL, "zh": USUAL_ZH}[language]
    topic = {"en": HEAT, "zh": HEAT_ZH}[language]
    assert offline.plan(topic, [comment], language) == [usual[n] for n in left]


@pytest.mark.parametrize(
    "comment",
    [
        "not enough on novel methods",
        "More on noise, Norway and notaries",
        "Do not forget the law",
        "Why do heat pumps not freeze?",
        "特别要写级别和区别",
        "不要忘了邻居",
        "噪音写得不够",
    ],
)
def test_a_comment_that_wants_more_adds_a_question_whatever_letters_it_has(comment: str) -> None:
    assert not offline.takes_out(comment)
    assert len(set(offline.plan(HEAT, [comment], "en")) - set(USUAL)) == 1


async def test_the_card_says_what_comments_do_where_no_model_reads_them() -> None:
    run = Driven()
    assert EN.by_rules in (await run.start())["summary"]
    again = await run.answer("revise", comment="nothing about trains")
    assert EN.unchanged in again["summary"]
    again = await run.answer("revise", comment="No benefits, please")
    assert shown(again) == [USUAL[n] for n in (0, 1, 3, 4)]
    assert EN.unchanged not in again["summary"]


@pytest.mark.parametrize(
    "sentence",
    [
        "It costs a few hundred euros and pays in a year.",
        "For these, a bee hotel helps.",
        "For a single city they say little.",
        "If it costs 6,400 euros more than the boiler, it has paid after 10 years.",
        "Both can be heard by the neighbours.",
        "Some of them fly in winter.",
        "它一年只承担百分之三的热量。",
        "性能系数为2.2时，两者费用相同。",
        "在这个例子里热泵每年省640欧元。",
        "其中最常见的是空气源热泵。",
    ],
)
def test_a_sentence_that_leans_is_left_out_or_takes_the_one_before_along(sentence: str) -> None:
    before = "单户住宅的热泵有风扇和压缩机。" if sentence[-1] == "。" else "A pump has a new fan."
    assert leans(sentence)
    joined = before + ("" if sentence[-1] == "。" else " ") + sentence
    assert list(standing(sentence, longest=300)) == []
    assert joined in list(standing(joined, longest=300))
    assert list(standing(joined, longest=len(joined) - 1)) in ([], [before])


@pytest.mark.parametrize(
    "sentence",
    [
        "There are 110 species of bees in one city.",
        "A hood lowers the noise, but it must not choke the air.",
        "Items of iron stand on the roof of the house.",
        "热泵从室外的空气取热，把它提升到更高的温度。",
    ],
)
def test_a_sentence_that_says_what_it_speaks_of_stands_alone(sentence: str) -> None:
    assert list(standing(sentence, longest=300)) == [sentence]


async def test_nothing_that_fits_is_said_as_such() -> None:
    run = Driven(shelf=Shelf({"library:a.md": "Bees and pollination in cities are studied."}))
    await run.start()
    await run.answer("edit", items=edited("Which laws forbid hives?"))
    assert EN.no_answers in await run.report()


@pytest.mark.parametrize(("topic", "language"), [(HEAT, "en"), (HEAT_ZH, "zh")])
async def test_no_sentence_stands_twice_in_a_report_by_plain_code(
    topic: str, language: Language
) -> None:
    async with open_library(FOLDER) as library:
        report = await Driven(search=library).done(topic, language)
    body = "\n".join(line for line in report.splitlines() if not line.startswith("#"))
    said = [part.strip() for part in re.split(r"\[\d+\][.。!?]?", body) if len(part.strip()) > 12]
    assert len(said) > 6
    assert not [a for n, a in enumerate(said) for b in said[n + 1 :] if a in b or b in a]


def finding(number: int, *texts: str) -> Finding:
    claims = [Claim(text=text, source=f"S{number}.1", quote=text) for text in texts]
    return Finding(
        id=number, claims=claims, found=1, unread=0, dropped=0, foreign=False, cause="", error=""
    )


def test_a_claim_goes_to_the_question_that_it_answers_best_and_none_is_left_without() -> None:
    noise, price, both = "Fans are noisy.", "Fans cost 90 euros.", "Noisy fans cost 90 euros."
    plan = numbered(["How noisy are they?", "What do they cost?", "Anything on fans?"])
    findings = [finding(1, noise, price), finding(2, price, noise, both), finding(3, noise)]
    held = dealt({"topic": "Machines", "language": "en", "plan": plan, "findings": findings})
    assert [[claim["text"] for claim in each["claims"]] for each in held] == [
        [noise],
        [price, both],
        [noise],
    ]
    again = dealt({"topic": "Machines", "language": "en", "plan": plan, "findings": held})
    assert again == held
