"""The buttons of what failed and can be tried again."""

from bot.cards import ids
from bot.core.model import Gate
from bot.core.question import Action, Decision
from bot.listeners.answers import Answer
from bot.listeners.decisions import click_of, gate_of, said
from bot.listeners.front import Front
from bot.listeners.payloads import Pressed


async def try_again(front: Front, pressed: Pressed) -> Answer:
    """Have one thing tried again. Whoever may decide the question may do that."""
    click, gate_key = click_of(pressed)
    gate = gate_of(await front.desk.may_decide(click, gate_key), gate_key)
    decision = Decision(
        Action.RETRY,
        by=click.user,
        at=0,
        delivery=click.delivery,
        retry=_wanted(gate, ids.parse_row(pressed.value)[2]),
    )
    return await said(front, pressed, await front.desk.decide(click, gate_key, decision))


def _wanted(gate: Gate | None, place: str) -> str:
    """The id of what stands at a place of the question; empty, as no id is, without one."""
    listed = enumerate(gate.question.retries if gate else ())
    return next((one.id for number, one in listed if str(number) == place), "")
