"""Every workflow on a small language model: what it says is poor, and the run ends all the same.

What is tested is the way to the end, not how good a result is.
"""

from collections.abc import Iterator

import pytest

from bot.cli.walks import WALKS
from graphs.budget import Limits
from graphs.library import FOLDER
from graphs.model import OpenAIModel
from graphs.registry import workflows
from graphs.sources.library import open_library
from tests.contract.small_model import RETRIES, Brief, approved_to_the_end, lacking, serving

pytestmark = [
    pytest.mark.small_model,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(lacking()), reason=f"not installed: {', '.join(lacking())}"),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the model is."""
    with serving() as it:
        yield it


@pytest.mark.parametrize("name", workflows())
async def test_a_run_ends_or_can_be_tried_again_whatever_a_small_model_says(
    name: str, address: str
) -> None:
    async with (
        OpenAIModel(
            base_url=address, model="smol", api_key="x", time_limit_s=300, input_chars=6_000
        ) as smol,
        open_library(FOLDER) as library,
    ):
        model = Brief(smol)
        outcome = await approved_to_the_end(
            workflows()[name], WALKS[name].sample, model=model, library=library
        )
    assert outcome.result.startswith("# ") or len(outcome.failures) > RETRIES
    assert 0 < model.spent()["calls"] <= (Limits().calls or 0)
