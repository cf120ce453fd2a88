"""A process that is killed at any stage of a run: the run ends by itself, each message once."""

import pytest

from tests.e2e import kills
from tests.e2e.killing import Outcome


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Outcome]:
    """How all the stories ended."""
    return kills.tell_all(tmp_path_factory.mktemp("kills"))


@pytest.mark.parametrize("stage", kills.STORIES)
def test_a_run_outlives_a_kill(outcomes: dict[str, Outcome], stage: str) -> None:
    outcome = outcomes[stage]
    if outcome.failed:
        raise outcome.failed
    assert outcome.exit_code == -9
    assert outcome.once, outcome.messages
    end = "⊘ Cancelled by @ana" if kills.STORIES[stage].act is kills.cancelling else "✓ Done"
    assert end in outcome.root
    assert outcome.private == []
    assert outcome.for_ever == []
    assert outcome.seconds < 20
