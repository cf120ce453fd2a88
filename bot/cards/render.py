"""A run's record becomes the messages that show it.

The same snapshot always gives the same messages: whether Slack needs an update
is decided by comparing digests, so nothing here depends on the time of day.
"""

from bot.cards.failure_card import failure
from bot.cards.gate_card import gate_card
from bot.cards.progress_card import progress
from bot.cards.result_card import result
from bot.cards.run_cards import root
from bot.core.model import GateState, Snapshot
from bot.core.ports.messenger import Message
from graphs.contract import Workflow


def render(snapshot: Snapshot, about: Workflow | None) -> tuple[Message, ...]:
    """All slots in the order to post them: root, progress, gates, result, failure.

    `about` is None where the run's workflow is not registered any more.
    """
    gates = snapshot.gates_in(*GateState)
    last = (result(snapshot, about), failure(snapshot, about))
    return (
        root(snapshot, about),
        progress(snapshot, about),
        *(gate_card(snapshot, gate, about) for gate in gates),
        *(message for message in last if message is not None),
    )
