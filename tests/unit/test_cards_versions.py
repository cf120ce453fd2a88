"""What people see of going on from an older version: its root message, its form, its failure."""

# ruff: noqa: E501 - what people read stands on one line here as it does there

from dataclasses import replace
from typing import Any

import pytest
from inline_snapshot import snapshot as expect

from bot.cards import history, limits, replies, start_forms
from bot.cards.forms import Origin as Opened
from bot.core.model import FailureKind, Origin, Run
from bot.core.ports.engine import Moment
from graphs.contract import Language, Workflow
from tests.unit.cards_forms import inputs
from tests.unit.cards_limits_check import buttons, check_view, texts
from tests.unit.cards_samples import (
    AT,
    BEN,
    CANCELLED,
    DEAD,
    DONE,
    GATE,
    MINUTE,
    RUN,
    WEEKLY,
    chinese,
    slot,
    snapshot,
)

ASKED = replace(GATE, checkpoint="c3", question=replace(GATE.question, round=2))
MOMENTS = [
    Moment("c4", AT + 9 * MINUTE, ("report",)),
    Moment("c3", AT + 3 * MINUTE, ("review",)),
    Moment("c1", AT, ("highlights", "risks")),
]


def driven(run: Run) -> Run:
    """A run whose graph was driven, so that it has steps."""
    return replace(run, fingerprint="v1")


def options(view: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - a view is JSON
    [field] = inputs(view)
    return [dict(option) for option in field["element"]["options"]]


def said(view: Any) -> list[str]:  # noqa: ANN401 - as above
    return [f"{o['text']['text']} ({o['description']['text']})" for o in options(view)]


def form(*moments: Moment, language: Language = "en", zone: str = "Asia/Shanghai") -> Any:  # noqa: ANN401
    record = snapshot(driven(DONE), ASKED)
    view = history.history_form(record, moments, WEEKLY, language=language, timezone=zone)
    check_view(view)
    return view


@pytest.mark.parametrize("run", [DONE, CANCELLED], ids=["done", "cancelled"])
def test_a_run_that_ended_can_be_run_again_from_a_step(run: Run) -> None:
    root = slot(snapshot(driven(run)), "root")
    assert "[Run again from…]" in root
    assert "[从某一步重跑…]" in slot(snapshot(chinese(driven(run))), "root")


@pytest.mark.parametrize(
    ("run", "about"),
    [(DONE, WEEKLY), (driven(DEAD), WEEKLY), (driven(DONE), None)],
    ids=["it never took a step", "its steps are gone", "its workflow is gone"],
)
def test_where_there_is_nothing_to_run_again_no_button_says_so(
    run: Run, about: Workflow | None
) -> None:
    assert "[" not in slot(snapshot(run), "root", about)


def test_a_version_says_from_where_it_goes_on_and_on_whose_word() -> None:
    origin = Origin("r", 1, "c3", BEN, nodes=("review", "unheard_of"))
    run = replace(RUN, version=2, origin=origin)
    assert slot(snapshot(run), "root").splitlines()[1:4] == expect(
        [
            "*Weekly report · week 48 · version 2* · started by @ana",
            "[Cancel]",
            "~ ↻ again from *Review, unheard_of* of version 1, on @ben's word",
        ]
    )
    plain = replace(run, origin=replace(origin, nodes=()))
    assert "~ ↻ goes on where version 1 ended, on @ben's word" in slot(snapshot(plain), "root")
    assert slot(snapshot(chinese(run)), "root").splitlines()[3] == expect(
        "~ ↻ 从第 1 版的 *审核、unheard_of* 重跑，由 @ben 提出"
    )
    assert slot(snapshot(chinese(plain)), "root").splitlines()[3] == expect(
        "~ ↻ 接着第 1 版继续，由 @ben 提出"
    )


def test_the_form_lists_what_comes_next_and_when_newest_first() -> None:
    view = form(*MOMENTS)
    assert said(view) == expect(
        [
            "Report · 2026-11-29 22:09 (c4)",
            "Review · round 2 · 2026-11-29 22:03 (c3)",
            "Highlights, Risks · 2026-11-29 22:00 (c1)",
        ]
    )
    assert [text for text in texts(view) if DONE.run_id in text] == [f"`{DONE.run_id}`"]
    assert said(form(*MOMENTS[1:2], language="zh", zone="nowhere")) == expect(
        ["审核 · 第 2 轮 · 2026-11-29 14:03 (c3)"]
    )


def test_steps_that_people_have_no_name_for_are_left_out_unless_there_are_no_others() -> None:
    inner = [Moment("c5", AT, ("summary",)), Moment("c6", AT, ("collect",))]
    beside = Moment("c2", AT + MINUTE, ("split", "risks"))
    assert said(form(*MOMENTS[:1], beside, *inner)) == expect(
        ["Report · 2026-11-29 22:09 (c4)", "Risks · 2026-11-29 22:01 (c2)"]
    )
    assert said(form(*inner[:1])) == ["summary · 2026-11-29 22:00 (c5)"]


def test_steps_of_the_same_minute_are_told_apart_by_the_second() -> None:
    quick = [Moment("c4", AT + 9_000, ("report",)), Moment("c3", AT + 7_000, ("review",))]
    assert said(form(*quick)) == expect(
        [
            "Report · 2026-11-29 22:00:09 (c4)",
            "Review · round 2 · 2026-11-29 22:00:07 (c3)",
        ]
    )


def test_a_question_of_the_first_round_needs_no_number() -> None:
    first = replace(ASKED, question=replace(ASKED.question, round=1))
    view = history.history_form(
        snapshot(DONE, first), MOMENTS[1:2], WEEKLY, language="en", timezone="UTC"
    )
    assert said(view) == ["Review · 2026-11-29 14:03 (c3)"]


def test_many_steps_are_a_menu_and_long_names_leave_the_time() -> None:
    many = [Moment(f"c{n}", AT, ("n" * 200, "x" * 200)) for n in range(120)]
    view = form(*many)
    [field] = inputs(view)
    assert field["element"]["type"] == "static_select"
    assert len(options(view)) == limits.SELECT_OPTIONS
    assert said(view)[0].endswith("… · 2026-11-29 22:00:00 (c0)")
    assert inputs(form(*many[:10]))[0]["element"]["type"] == "radio_buttons"


def test_what_was_chosen_is_read_from_the_form_and_nothing_from_anything_else() -> None:
    picked = {"selected_option": {"value": "c3"}}
    assert history.chosen({"values": {"moment": {"field": picked}}}) == "c3"
    others: list[object] = [None, {}, {"values": []}, {"values": {"moment": {"field": {}}}}]
    assert [history.chosen(other) for other in others] == [""] * 4


def test_steps_that_are_gone_leave_a_sentence() -> None:
    view = form()
    assert "submit" not in view
    assert list(texts(view)) == expect(
        [
            "Run again",
            "Close",
            "The saved steps of this run are gone, so nothing can go on from them. Start again with the command.",
        ]
    )


def test_a_version_whose_beginning_is_gone_says_so_for_good() -> None:
    gone = replace(DEAD.failure, kind=FailureKind.ORIGIN_GONE) if DEAD.failure else None
    run = driven(replace(DEAD, failure=gone))
    assert slot(snapshot(run), "failure") == expect("""\
(The saved state of the older version is gone, so nothing can go on from it.)
✕ The saved state of the older version is gone, so nothing can go on from it.
What the older version posted stays. Start again with the command.
~ reference k7f3\
""")
    assert "上一版的存档找不到了" in slot(snapshot(chinese(run)), "failure")


def test_a_form_that_found_a_run_that_broke_off_offers_to_continue_it() -> None:
    view = start_forms.start_again(
        WEEKLY,
        "There is one.",
        origin=Opened("weekly-report", "C0TEAM"),
        language="en",
        state=None,
        button=replies.way_on(snapshot(CANCELLED), "en"),
    )
    check_view(view)
    assert buttons(view["blocks"]) == [("run.go_on", CANCELLED.run_id)]
