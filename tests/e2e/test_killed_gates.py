"""A process that is killed at any stage of somebody's gates: the same end, each message once."""

from collections import Counter

import pytest

from tests.e2e import gate_kills
from tests.e2e.killing import Outcome

PAIR = "Rome and left approve and right approve"
BATCH = "approve and reject"


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    """How all the stories ended."""
    return gate_kills.tell_all(tmp_path_factory.mktemp("kills"))


@pytest.mark.parametrize("stage", gate_kills.STORIES)
def test_gates_outlive_a_kill(outcomes: dict[str, Outcome], stage: str) -> None:
    outcome = outcomes[stage]
    if outcome.failed:
        raise outcome.failed
    rows = gate_kills.STORIES[stage].act is gate_kills.row_by_row
    assert outcome.exit_code == -9
    assert "✓ Done" in outcome.root
    assert (BATCH if rows else PAIR) in outcome.result
    assert outcome.once, outcome.messages
    kinds = Counter(slot.partition(":")[0] for slot in outcome.messages)
    assert kinds == {"root": 1, "progress": 1, "gate": 1 if rows else 3, "result": 1}
    assert outcome.private == []
    assert outcome.for_ever == []
    assert outcome.seconds < 20
