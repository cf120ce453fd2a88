"""Whatever code hands to `interrupt()`, there is a card, and what it offers is an answer."""

import pytest
from hypothesis import given, settings

from bot.cards import gate_card
from bot.cards.render import render
from bot.core import answers
from bot.core.model import Gate
from bot.core.payloads import question
from bot.core.plain import canonical, gate_key
from bot.core.policy import Circle
from bot.core.question import offers
from tests.unit.any_json import payloads
from tests.unit.cards_limits_check import check_message
from tests.unit.cards_samples import RUN, WEEKLY, snapshot
from tests.unit.test_cards_any_input import pressed

MANY = 5
"""Times the examples of other properties: with the thorough profile 10,000."""


@pytest.mark.timeout(1_800)
@settings(max_examples=MANY * settings().max_examples)
@given(payloads)
def test_any_payload_gives_a_card_whose_answers_go_back(payload: object) -> None:
    gate = Gate(
        key=gate_key("i1", payload),
        interrupt_id="i1",
        node="ask",
        checkpoint="c1",
        question=question(payload, node="ask"),
        opened_at=1,
    )
    for message in render(snapshot(RUN, gate), WEEKLY):
        check_message(message)
    for action in gate_card.offered(gate.question, Circle(anyone=True)):
        decision = pressed(gate, action, "en")
        if decision is not None:
            assert offers(gate.question, decision)
            canonical(answers.answer(gate.question, decision))
