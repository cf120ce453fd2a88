"""Run ids, and the week that is part of what a run is about."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.identity import MAX_LENGTH, BusinessKey, run_id, same_text, week

KEY = BusinessKey(team="T1", channel="C1", person="UANA", period="2026-W48")


def at(text: str) -> int:
    """A moment in UTC, in ms."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_a_run_id_says_what_it_is_about_and_ends_in_a_hash() -> None:
    assert re.fullmatch(r"weekly-report-2026-w48-[0-9a-f]{8}", run_id("weekly-report", KEY))


def test_the_same_key_gives_the_same_id() -> None:
    assert run_id("weekly-report", KEY) == run_id("weekly-report", replace(KEY))


@pytest.mark.parametrize("field", ["team", "channel", "person", "period", "once"])
def test_every_part_of_the_key_tells_runs_apart(field: str) -> None:
    other = BusinessKey(**{**{f: getattr(KEY, f) for f in KEY.__slots__}, field: "other"})
    assert run_id("weekly-report", other) != run_id("weekly-report", KEY)


def test_the_workflow_tells_runs_apart() -> None:
    assert run_id("plan", KEY)[-8:] != run_id("weekly-report", KEY)[-8:]


def test_parts_do_not_run_into_each_other() -> None:
    one = BusinessKey(team="T1", channel="C", person="1U", period="")
    two = BusinessKey(team="T1", channel="C1", person="U", period="")
    assert run_id("plan", one) != run_id("plan", two)


def test_a_name_without_any_usable_character_gives_an_id_all_the_same() -> None:
    assert re.fullmatch(r"[0-9a-f]{8}", run_id("周报", replace(KEY, period="")))


@settings(max_examples=50)
@given(workflow=st.text(max_size=300), period=st.text(max_size=300), person=st.text(max_size=20))
def test_a_run_id_fits_in_keys_and_leaves_room_for_a_version(
    workflow: str, period: str, person: str
) -> None:
    made = run_id(workflow, replace(KEY, person=person, period=period))
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", made)
    assert len(f"{made}.9999") <= MAX_LENGTH


@pytest.mark.parametrize(
    ("moment", "zone", "expected"),
    [
        ("2026-12-31T15:30:00", "Asia/Shanghai", "2026-W53"),
        ("2027-01-03T15:30:00", "UTC", "2026-W53"),
        ("2027-01-03T15:30:00", "Asia/Shanghai", "2026-W53"),
        ("2027-01-03T16:30:00", "Asia/Shanghai", "2027-W01"),
        ("2027-01-04T07:30:00", "America/Los_Angeles", "2026-W53"),
        ("2027-01-04T08:30:00", "America/Los_Angeles", "2027-W01"),
        ("2024-12-30T00:00:00", "UTC", "2025-W01"),
        ("2026-01-05T12:00:00", "UTC", "2026-W02"),
    ],
)
def test_the_week_is_that_of_the_place_also_around_new_year(
    moment: str, zone: str, expected: str
) -> None:
    assert week(at(moment), zone) == expected


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../etc/passwd", "Asia", "\0"])
def test_an_unknown_time_zone_counts_as_utc(zone: str) -> None:
    assert week(at("2027-01-03T23:30:00"), zone) == "2026-W53"


@pytest.mark.parametrize(
    "typed",
    [
        "BEES IN CITIES",
        "Bees in cities?",
        " bees in  Cities\n",
        "Bees in cities ?！",
        "Ｂees in cities。",
    ],
)
def test_a_text_typed_a_little_differently_is_the_same_text(typed: str) -> None:
    assert same_text(typed) == same_text("Bees in cities")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Bees in cities", "Bees in a city"), ("C", "C#"), ("?", "!"), ("-5", "5"), ("", "?")],
)
def test_other_words_and_marks_inside_a_text_make_another_one(one: str, other: str) -> None:
    assert same_text(one) != same_text(other)
