"""What a workflow's `build` gets as `sources` without a bot: in scripts, checks and tests."""

from collections.abc import Mapping

from graphs.budget import Limits
from graphs.sources.combined import Nothing
from graphs.texts import TextsInMemory


def sources() -> Mapping[str, object]:
    """Nothing to search, texts that are gone with the process, and the usual limits."""
    return {"search": Nothing(), "texts": TextsInMemory(), "limits": Limits()}
