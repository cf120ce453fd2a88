"""How much minutes hold: one table of bounds for prompts, schemas, checks and repairs."""

from typing import Annotated

from pydantic import Field

from graphs.contract import Language

LONGEST: dict[Language, int] = {"en": 140, "zh": 50}
"""Characters in one line. A Chinese character says as much as three Latin ones."""
MOST_IN_PART = 10
"""Entries of each kind that one part of a transcript gives."""
MOST = 20
"""Entries of each kind in the minutes of a long transcript."""
MOST_PEOPLE = 30

# Wider than the checks: a line that is a little long is repaired, not refused.
Line = Annotated[str, Field(max_length=300)]
Name = Annotated[str, Field(max_length=60)]
Quote = Annotated[str, Field(max_length=400)]
