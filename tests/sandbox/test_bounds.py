"""A long session stays small: what has ended is forgotten, and what grows is bounded."""

import asyncio

import pytest

from bot.sandbox.errors import SlackError
from bot.sandbox.state.calls import ApiCall, Calls
from bot.sandbox.state.changes import WAITING_MOST, Change, Changes
from bot.sandbox.state.tokens import CODE_SECONDS, Codes
from bot.sandbox.state.triggers import (
    REMEMBERED_SECONDS,
    RESPONSE_URL_SECONDS,
    TICKETS_MOST,
    TRIGGER_SECONDS,
    Hooks,
    Tickets,
    Triggers,
)


def code_of(error: pytest.ExceptionInfo[SlackError]) -> str:
    return error.value.code


def test_trigger_ids_are_remembered_for_a_while_after_their_end() -> None:
    clock = [0.0]
    triggers = Triggers(lambda: clock[0])
    first = triggers.new("U1")
    clock[0] = TRIGGER_SECONDS + 1
    triggers.new("U1")
    with pytest.raises(SlackError) as error:
        triggers.exchange(first)
    assert code_of(error) == "expired_trigger_id"
    clock[0] = REMEMBERED_SECONDS + 1
    latest = triggers.new("U1")
    with pytest.raises(SlackError) as error:
        triggers.exchange(first)
    assert code_of(error) == "invalid_trigger_id"
    triggers.exchange(latest)
    assert len(triggers._known) == 2


def test_response_urls_are_remembered_for_a_while_after_their_end() -> None:
    clock = [0.0]
    hooks = Hooks(lambda: clock[0])
    first = hooks.new("U1", "C1")
    clock[0] = RESPONSE_URL_SECONDS + 1
    hooks.new("U1", "C1")
    with pytest.raises(SlackError) as error:
        hooks.use(first)
    assert code_of(error) == "expired_url"
    clock[0] = REMEMBERED_SECONDS + 1
    hooks.use(hooks.new("U1", "C1"))
    assert len(hooks._known) == 2


def test_the_newest_tickets_work() -> None:
    tickets = Tickets()
    first, second, *others = [tickets.new() for _ in range(TICKETS_MOST + 1)]
    assert not tickets.use(first)
    assert tickets.use(second)
    assert tickets.use(others[-1])
    assert not tickets.use(others[-1])


def test_codes_that_have_ended_are_forgotten() -> None:
    clock = [0.0]
    codes = Codes(lambda: clock[0])
    for _ in range(3):
        codes.new()
    clock[0] = CODE_SECONDS + 1
    codes.use(codes.new())
    assert codes._open == {}


def test_methods_that_are_not_here_are_not_counted_one_by_one() -> None:
    calls = Calls(Changes())
    for number in range(5_000):
        answer = {"ok": False, "error": "unknown_method"}
        calls.add(ApiCall(method=f"x.{number}", args={}, status=200, answer=answer, at=0))
    assert calls.count("x.4999") == 1
    assert (calls.total, len(calls._counts)) == (5_000, 0)


async def test_a_stream_ends_where_its_reader_fell_behind() -> None:
    changes, seen = Changes(), list[str]()
    asyncio.get_running_loop().call_soon(changes.tell, Change("message", ts="first"))
    async for change in changes.stream():
        if change.ts == "first":
            for number in range(WAITING_MOST + 5):
                changes.tell(Change("message", ts=str(number)))
        seen.append(change.ts)
    assert seen[0] == "first"
    assert len(seen) <= WAITING_MOST + 1
