"""Any value has one JSON text, the same in every process."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from bot.core.plain import MAX_DEPTH, canonical, digest, gate_key, readable
from tests.unit.any_json import payloads, scalars

unhurried = settings(deadline=None)


@unhurried
@given(payloads)
def test_any_value_can_be_read(payload: object) -> None:
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
        "from bot.core.plain import digest;"
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


class Plan(BaseModel):
    title: str
    due: date


def test_models_are_read_by_their_fields() -> None:
    plan = {"p": Plan(title="Plan", due=date(2026, 11, 30))}
    assert canonical(plan) == '{"p":{"due":"2026-11-30","title":"Plan"}}'


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
        (Plan, "\"<class 'tests.unit.test_core_plain.Plan'>\""),
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
