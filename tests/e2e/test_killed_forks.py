"""A process that is killed while another version goes on from an older one's thread."""

from collections import Counter

import pytest

from tests.e2e import fork_kills
from tests.e2e.killing import Outcome


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    """How all the stories ended."""
    return fork_kills.tell_all(tmp_path_factory.mktemp("fork_kills"))


@pytest.mark.parametrize("stage", fork_kills.STORIES)
def test_a_version_that_goes_on_outlives_a_kill(outcomes: dict[str, Outcome], stage: str) -> None:
    outcome = outcomes[stage]
    if outcome.failed:
        raise outcome.failed
    assert outcome.exit_code == -9
    assert "version 2" in outcome.root
    assert "✓ Done" in outcome.root
    kinds = Counter(slot.partition(":")[0] for slot in outcome.messages.elements())
    # A version that is cancelled at once may never have shown how it goes.
    assert kinds.pop("progress") in {1, 2}
    assert kinds == {"root": 2, "gate": 2, "result": 1}
    assert len(outcome.private) == 1
    assert outcome.for_ever == []
    assert outcome.seconds < 20
