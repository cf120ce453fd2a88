"""Any payload of an interrupt becomes a question, the same one in every process."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from bot.core.gates import (
    MAX_DEPTH,
    MAX_SECTIONS,
    canonical,
    digest,
    gate_key,
    question,
    readable,
)
from bot.core.model import Action, Section

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary(max_size=8)
    | st.decimals(allow_nan=False)
    | st.dates()
)
payloads = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.sets(scalars, max_size=4)
        | st.dictionaries(st.text() | st.integers() | st.none(), inner, max_size=4)
    ),
    max_leaves=20,
)
unhurried = settings(deadline=None)
OPTIONAL = ("type", "summary", "sections", "actions", "round", "max_rounds", "approvers")
gate_like = st.fixed_dictionaries(
    {"title": st.text(min_size=1) | payloads},
    optional=dict.fromkeys(
        ("type", "summary", "sections", "actions", "round", "max_rounds", "approvers"), payloads
    ),
)


@unhurried
@given(payloads | gate_like)
def test_any_payload_gives_a_question_that_offers_something(payload: object) -> None:
    asked = question(payload, node="review")
    assert asked.title.strip()
    assert asked.actions
    assert len(asked.sections) <= MAX_SECTIONS
    assert len({s.key for s in asked.sections}) == len(asked.sections)
    readable(payload).encode()


@unhurried
@given(payloads)
def test_any_payload_has_a_digest_and_a_key(payload: object) -> None:
    assert gate_key("f00", payload) == f"f00.{digest(payload)[:8]}"


@unhurried
@given(st.dictionaries(st.text(), scalars, max_size=6))
def test_the_order_of_keys_makes_no_other_question(payload: dict[str, Any]) -> None:
    assert digest(payload) == digest(dict(reversed(payload.items())))


def test_the_digest_is_the_same_under_another_hash_seed() -> None:
    source = (
        "from bot.core.gates import digest;"
        "print(digest({'tags': {'a', 'b', 'c', 'd', 'e'}, 's': frozenset({(1, 'x'), (2, 'y')})}))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", source],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(seen) == 1


def test_another_payload_is_another_question() -> None:
    assert digest({"title": "draft 2"}) != digest({"title": "draft 4"})


def test_a_full_payload_becomes_its_fields() -> None:
    asked = question(
        {
            "type": "report_review",
            "title": "Week 48",
            "summary": "Two things",
            "sections": [{"key": "risks", "label": "Risks", "value": "none", "warning": "failed"}],
            "actions": ["revise", "approve"],
            "round": 2,
            "max_rounds": 3,
            "approvers": ["U1", 7],
        },
        node="review",
    )
    assert (asked.kind, asked.title, asked.summary) == ("report_review", "Week 48", "Two things")
    assert asked.sections == (Section("risks", "Risks", "none", "failed"),)
    assert asked.actions == (Action.REVISE, Action.APPROVE)
    assert (asked.round, asked.max_rounds, asked.approvers) == (2, 3, ("U1",))


def test_a_bare_title_can_be_approved_or_revised_by_whoever_the_workflow_says() -> None:
    asked = question({"title": "Go?"}, node="review")
    assert asked.kind == "review"
    assert asked.actions == (Action.APPROVE, Action.REVISE)
    assert (asked.sections, asked.round, asked.max_rounds, asked.approvers) == ((), 1, 0, None)


@pytest.mark.parametrize(
    ("payload", "shown"),
    [
        ("Deploy to production?", "Deploy to production?"),
        ({"title": "  ", "n": 1}, '{\n  "title": "  ",\n  "n": 1\n}'),
        ([1, "two"], '[\n  1,\n  "two"\n]'),
        (7, "7"),
        (False, "false"),
    ],
)
def test_a_payload_without_a_title_is_shown_for_approval(payload: object, shown: str) -> None:
    asked = question(payload, node="review")
    assert asked.title == "review"
    assert asked.sections == (Section("payload", "review", shown),)
    assert asked.actions == (Action.APPROVE,)


@pytest.mark.parametrize("payload", [None, ""])
def test_an_empty_payload_still_asks(payload: object) -> None:
    assert question(payload, node="review").sections == ()


def test_sections_need_neither_keys_nor_labels() -> None:
    asked = question({"title": "t", "sections": ["text", {"value": {"n": 1}}, {}, 5]}, node="r")
    assert asked.sections == (
        Section("0", "1", "text"),
        Section("1", "2", '{\n  "n": 1\n}'),
        Section("2", "3", ""),
        Section("3", "4", "5"),
    )


def test_sections_with_the_same_key_are_kept_apart() -> None:
    listed = [{"key": k, "value": str(i)} for i, k in enumerate(["a", "a-2", "a", "a"])]
    asked = question({"title": "t", "sections": listed}, node="r")
    assert [s.key for s in asked.sections] == ["a", "a-2", "a-3", "a-4"]
    assert [s.value for s in asked.sections] == ["0", "1", "2", "3"]


def test_sections_beyond_what_a_card_holds_are_joined_not_dropped() -> None:
    listed = [
        {"key": f"k{i}", "label": f"L{i}", "value": f"v{i}", "warning": f"w{i}"} for i in range(50)
    ]
    asked = question({"title": "t", "sections": listed}, node="r")
    assert len(asked.sections) == MAX_SECTIONS
    last = asked.sections[-1]
    assert last.key == "rest"
    for i in range(MAX_SECTIONS - 1, 50):
        assert f"L{i}\nw{i}\nv{i}" in last.value


@pytest.mark.parametrize("listed", [[], ["dance"], ["answer", 3, None]])
def test_actions_that_no_card_has_leave_the_approval(listed: list[Any]) -> None:
    assert question({"title": "t", "actions": listed}, node="r").actions == (Action.APPROVE,)


@pytest.mark.parametrize("wrong", ["U1", 7, {"U1": True}, None])
def test_malformed_approvers_refuse_everybody(wrong: object) -> None:
    assert question({"title": "t", "approvers": wrong}, node="r").approvers == ()


def test_a_set_of_approvers_is_a_list_of_them() -> None:
    assert question({"title": "t", "approvers": {"U2", "U1"}}, node="r").approvers == ("U1", "U2")


@pytest.mark.parametrize("wrong", [0, -1, True, "2", 10**9, 1.5, None])
def test_a_round_that_is_no_round_is_the_first(wrong: object) -> None:
    assert question({"title": "t", "round": wrong}, node="r").round == 1


class Plan(BaseModel):
    title: str
    due: date


@dataclass
class Draft:
    title: str
    sections: list[dict[str, str]]


def test_models_and_dataclasses_are_read_by_their_fields() -> None:
    due = date(2026, 11, 30)
    assert question(Plan(title="Plan", due=due), node="r").title == "Plan"
    assert (
        canonical({"p": Plan(title="Plan", due=due)}) == '{"p":{"due":"2026-11-30","title":"Plan"}}'
    )
    drafted = question(Draft("Draft", [{"key": "a", "value": "x"}]), node="r")
    assert drafted.sections == (Section("a", "a", "x"),)


class Colour(Enum):
    RED = 1


class Broken:
    def __str__(self) -> str:
        raise ValueError("no text")


class BrokenMap(Mapping[str, int]):
    def __getitem__(self, key: str) -> int:
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(("a",))

    def __len__(self) -> int:
        return 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (datetime(2026, 1, 2, tzinfo=UTC), '"2026-01-02 00:00:00+00:00"'),
        (Decimal("1.20"), '"1.20"'),
        (b"ab", "\"b'ab'\""),
        (float("nan"), '"nan"'),
        (float("-inf"), '"-inf"'),
        (Colour.RED, '"Colour.RED"'),
        (Broken(), '"Broken"'),
        (BrokenMap(), '"BrokenMap"'),
        (Plan, "\"<class 'tests.unit.test_core_gates.Plan'>\""),
        ((1, (2,)), "[1,[2]]"),
        ({1: "a", "1": "b"}, '{"1":"b","1 (int)":"a"}'),
        ("\ud800x", '"?x"'),
    ],
)
def test_values_that_json_lacks_become_text(value: object, text: str) -> None:
    assert canonical(value) == text


def test_a_number_of_thousands_of_digits_has_a_text() -> None:
    assert canonical(10**5000) == f'"{hex(10**5000)}"'


def test_an_address_in_memory_is_no_part_of_a_question() -> None:
    assert canonical(object()) == '"<object object>"'


def test_a_value_that_holds_itself_ends() -> None:
    loop: list[Any] = [1]
    loop.append(loop)
    assert canonical(loop) == '[1,"list"]'


def test_very_deep_values_end() -> None:
    deep: Any = "x"
    for _ in range(MAX_DEPTH * 3):
        deep = [deep]
    assert canonical(deep).count("[") == MAX_DEPTH
