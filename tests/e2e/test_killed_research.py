"""Research whose process is killed: what was found, written or asked by then is not done again."""

import signal

import pytest

from graphs.research import offline
from tests.e2e import research_kills
from tests.e2e.research_kills import (
    BAD,
    FIRST,
    GOOD,
    OTHERS,
    OWN_TOPIC,
    QUERIES,
    QUESTIONS,
    Seen,
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Seen | BaseException]:
    """How all the stories ended."""
    return research_kills.tell_all(tmp_path_factory.mktemp("research_kills"))


@pytest.fixture
def seen(told: dict[str, Seen | BaseException], stage: str) -> Seen:
    """How one of them ended: the process was killed, and the run is done all the same."""
    seen = told[stage]
    if isinstance(seen, BaseException):
        raise seen
    assert seen.exit_code == -signal.SIGKILL
    assert "✓ Done" in seen.root
    assert set(seen.messages.values()) == {1}, seen.messages
    return seen


@pytest.mark.parametrize("stage", ["two of five questions answered"])
def test_questions_that_were_answered_before_a_kill_are_not_searched_again(seen: Seen) -> None:
    assert {query: seen.at_kill[query] for query in QUERIES} == dict.fromkeys(QUERIES, 1)
    assert {query: seen.asked[query] for query in FIRST} == dict.fromkeys(FIRST, 1)
    assert {query: seen.asked[query] for query in OTHERS} == dict.fromkeys(OTHERS, 2)
    assert all(f"## {question}" in seen.result for question in QUESTIONS)
    assert "could not be researched" not in seen.result


@pytest.mark.parametrize("stage", ["one section written"])
def test_a_kill_between_two_sections_leaves_the_research_as_it_was(seen: Seen) -> None:
    assert seen.asked == seen.at_kill
    assert {query: seen.asked[query] for query in QUERIES} == dict.fromkeys(QUERIES, 1)
    assert all(f"## {question}" in seen.result for question in QUESTIONS)


@pytest.mark.parametrize("stage", ["asked about a question that failed"])
def test_after_a_kill_at_the_gaps_only_the_question_that_failed_is_tried_again(
    seen: Seen,
) -> None:
    good = dict.fromkeys(offline.queries(OWN_TOPIC, GOOD)[:-1], 1)
    bad = dict.fromkeys(offline.queries(OWN_TOPIC, BAD)[:-1], 2)
    assert seen.asked == {**good, **bad, OWN_TOPIC: 3}
    assert "could not be researched" not in seen.result
