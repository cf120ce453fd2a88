"""What a run is about, in its titles: runs of one workflow can be told apart."""

from dataclasses import replace

import pytest

from bot.cards import replies
from bot.core.model import Run
from graphs.contract import Workflow
from tests.unit.cards_samples import DONE, RUN, WEEKLY, chinese, read, slot, snapshot

LONG = "Find out how many hours a year counting bees takes in a city and then work it out"
CUT = "Find out how many hours a year counting bees takes in a…"
RESEARCH = replace(
    WEEKLY,
    name="research",
    title={"en": "Research", "zh": "研究"},
    period="",
    business_key="topic",
)
PLAN = replace(RESEARCH, title={"en": "Plan", "zh": "计划执行"}, business_key="", subject="topic")


def about(topic: object, run: Run = RUN) -> Run:
    return replace(run, workflow="research", period="", offline=False, inputs={"topic": topic})


def first_lines(run: Run, workflow: Workflow = RESEARCH) -> list[str]:
    """Notification and first line of the root message."""
    return slot(snapshot(run), "root", workflow).splitlines()[:2]


def test_a_root_message_says_what_the_run_is_about() -> None:
    assert first_lines(about("Bees in cities")) == [
        "(Research: Bees in cities · ▶ Running)",
        "*Research: Bees in cities* · started by @ana",
    ]
    assert first_lines(chinese(about("城市里的蜜蜂"))) == [
        "(研究：城市里的蜜蜂 · ▶ 进行中)",
        "*研究：城市里的蜜蜂* · @ana 发起",
    ]
    assert first_lines(replace(about("Bees"), version=2))[1].startswith("*Research: Bees · version")


@pytest.mark.parametrize(
    ("topic", "shown"),
    [
        (LONG, CUT),
        ("Bees\n\n in \tcities", "Bees in cities"),
        ("蜜" * 80, "蜜" * 60 + "…"),
        ("👩‍👩‍👧" * 30, "👩‍👩‍👧" * 7 + "…"),
        ("<!channel> & <@U0BEN>", "&lt;!channel&gt; &amp; &lt;@U0BEN&gt;"),
        ("\u202eevil", "[U+202E]evil"),
    ],
    ids=["words", "lines", "letters", "graphemes", "markup", "direction"],
)
def test_a_subject_is_the_beginning_on_one_line_and_only_text(topic: str, shown: str) -> None:
    assert first_lines(about(topic), PLAN)[1] == f"*Plan: {shown}* · started by @ana"


@pytest.mark.parametrize("topic", [None, "", " \n", 12, ["a"]])
def test_without_a_text_the_title_stands_alone(topic: object) -> None:
    assert first_lines(about(topic))[1] == "*Research* · started by @ana"


def test_a_workflow_without_a_subject_shows_nothing_of_its_texts() -> None:
    assert first_lines(RUN, WEEKLY)[1] == "*Weekly report · week 48* · started by @ana"


def test_an_existing_run_is_named_with_what_it_is_about_and_whose_it_is() -> None:
    there = replies.exists_line(snapshot(about("Bees in cities")), RESEARCH, "en", url="")
    assert read(there).startswith(
        "There is already “Research: Bees in cities” in this channel, started by @ana; it is"
    )


def test_the_result_has_it_in_its_header_and_notification() -> None:
    shown = slot(snapshot(about("Bees in cities", DONE)), "result", RESEARCH).splitlines()
    assert shown[:3] == [
        "(Research: Bees in cities · ready)",
        "# Research: Bees in cities",
        "All shipped.",
    ]


@pytest.mark.parametrize(
    ("workflow", "topic", "heading"),
    [
        (RESEARCH, "Bees in cities", "Bees in cities"),
        (RESEARCH, "Bees (wild ones)", r"Bees \(wild ones\)"),
        (RESEARCH, "Bees in cities", "Research"),
        (PLAN, LONG, f"Plan: {LONG}"),
        (PLAN, "算一下热泵", "计划：算一下热泵"),
    ],
)
def test_a_heading_that_the_header_says_already_is_left_out(
    workflow: Workflow, topic: str, heading: str
) -> None:
    run = replace(about(topic, DONE), result=f"# {heading}\n\nThey count.")
    assert slot(snapshot(run), "result", workflow).splitlines()[2] == "They count."


@pytest.mark.parametrize(
    ("topic", "heading"),
    [("Bees", "Bees and what they cost"), ("Bees", "A report on Bees"), ("", "Bees")],
)
def test_a_heading_that_says_more_stays(topic: str, heading: str) -> None:
    run = replace(about(topic, DONE), result=f"# {heading}\n\nThey count.")
    assert slot(snapshot(run), "result", RESEARCH).splitlines()[2] == f"# {heading}"
