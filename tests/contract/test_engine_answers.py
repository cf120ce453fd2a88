"""Answers reach the question they were made for, and only that one."""

from typing import Any

import pytest
from langgraph.types import Command as GraphCommand
from langgraph.types import interrupt
from pydantic import BaseModel
from redis.asyncio import Redis

from bot.core.ports.engine import (
    InvalidAnswerError,
    StepEnded,
)
from bot.core.ports.store import ChangedError
from tests.contract.engine_graphs import (
    APPROVE,
    Desk,
    Notes,
    beside,
    chain,
    staged,
)


async def test_answers_go_to_their_own_questions(redis: Redis) -> None:
    """langgraph#4028, #6533, #6626."""
    desk = Desk()
    async with staged(redis, beside(left=desk.gate("left"), right=desk.gate("right"))) as stage:
        seen = await stage.start()
        assert seen.waiting == 2
        ids = {a.node: a.interrupt_id for a in seen.asked}
        done = await stage.answer(
            {ids["right"]: {"action": "reject"}, ids["left"]: {"action": "approve"}}
        )
        assert done.due == 0
        snapshot = await stage.values()
    assert sorted(snapshot["log"]) == ["left:approve", "right:reject"]


async def test_one_answer_of_two_leaves_the_other_question_open(redis: Redis) -> None:
    desk = Desk()
    async with staged(redis, beside(left=desk.gate("left"), right=desk.gate("right"))) as stage:
        seen = await stage.start()
        ids = {a.node: a.interrupt_id for a in seen.asked}
        half = await stage.answer({ids["left"]: APPROVE})
        assert [a.node for a in half.asked] == ["right"]
        assert (half.due, half.waiting) == (1, 1)
        done = await stage.answer({ids["right"]: APPROVE})
    assert done.due == 0


async def test_a_question_that_changed_under_its_id_has_another_key(redis: Redis) -> None:
    drafts = iter(range(1, 9))
    desk = Desk()

    async def drafting(_: Notes) -> dict[str, Any]:
        return {"log": [str(interrupt({"type": "r", "title": f"draft {next(drafts)}"}))]}

    async with staged(redis, beside(drafting=drafting, gate=desk.gate("gate"))) as stage:
        before = {a.node: a for a in (await stage.start()).asked}
        [after] = (await stage.answer({before["gate"].interrupt_id: APPROVE})).asked
    assert after.interrupt_id == before["drafting"].interrupt_id
    assert after.key != before["drafting"].key


@pytest.mark.parametrize("answer", [{"action": "x", "1": 2}, {"0" * 32: "x"}, {"action": None}])
async def test_an_answer_is_never_taken_for_a_map_of_ids(
    redis: Redis, answer: dict[str, Any]
) -> None:
    """langgraph#8693, #7034."""

    async def echo(_: Notes) -> dict[str, Any]:
        return {"report": repr(interrupt({"type": "r", "title": "?"}))}

    async with staged(redis, chain(echo=echo)) as stage:
        [asked] = (await stage.start()).asked
        assert (await stage.answer({asked.interrupt_id: answer})).result == repr(answer)


async def test_an_answer_to_a_question_that_is_not_pending_changes_nothing(redis: Redis) -> None:
    """langgraph#8836."""
    desk = Desk()
    async with staged(redis, chain(one=desk.gate("one"), two=desk.gate("two"))) as stage:
        [first] = (await stage.start()).asked
        seen = await stage.answer({first.interrupt_id: APPROVE})
        with pytest.raises(ChangedError):
            await stage.answer({first.interrupt_id: APPROVE})
        with pytest.raises(ChangedError):
            await stage.answer({})
        assert await stage.seen() == seen
    assert desk.calls == ["one", "one", "two"]


async def test_a_payload_of_a_model_is_asked_by_its_fields(redis: Redis) -> None:
    """The Redis saver gives a pydantic model back as a dict of constructor and arguments."""

    class Payload(BaseModel):
        type: str = "review"
        title: str = "From a model"
        sections: list[dict[str, str]]

    async def ask(_: Notes) -> dict[str, Any]:
        interrupt(Payload(sections=[{"key": "a", "label": "A", "value": "x"}]))
        return {}

    async with staged(redis, chain(ask=ask)) as stage:
        [asked] = (await stage.start()).asked
    assert asked.question.title == "From a model"
    assert [s.value for s in asked.question.sections] == ["x"]


async def test_a_refused_answer_says_why_and_the_question_stays(redis: Redis) -> None:
    class Wanted(BaseModel):
        action: str
        number: int

    async def strict(_: Notes) -> dict[str, Any]:
        answer = interrupt({"type": "r", "title": "n?"}, response_schema=Wanted)
        return {"report": str(answer.number)}

    async with staged(redis, chain(strict=strict)) as stage:
        asked = (await stage.start()).asked
        with pytest.raises(InvalidAnswerError) as refused:
            await stage.answer({asked[0].interrupt_id: {"action": "answer", "number": "many"}})
        assert refused.value.message.startswith("number: Input should be a valid integer")
        assert stage.events[-1] == StepEnded("strict", waits=True)
        seen = await stage.seen()
        assert (seen.asked, seen.failed) == (asked, ())
        done = await stage.answer({asked[0].interrupt_id: {"action": "answer", "number": 3}})
    assert done.result == "3"


async def test_a_loop_of_questions_takes_one_answer_each(redis: Redis) -> None:
    """langgraph#7780."""

    async def number(_: Notes) -> GraphCommand[str]:
        answer = interrupt({"type": "r", "title": "A number?"})
        if answer["values"].isdigit():
            return GraphCommand(update={"report": answer["values"]})
        return GraphCommand(update={"log": ["nonsense"]}, goto="number")

    async with staged(redis, chain(number=number)) as stage:
        seen = await stage.start()
        for nonsense in ("x", "y"):
            before = seen.asked[0].interrupt_id
            seen = await stage.answer({before: {"action": "answer", "values": nonsense}})
            assert seen.asked[0].interrupt_id != before
        done = await stage.answer({seen.asked[0].interrupt_id: {"action": "a", "values": "42"}})
        assert (done.due, done.result) == (0, "42")
        assert (await stage.values())["log"] == ["nonsense", "nonsense"]
