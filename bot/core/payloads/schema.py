"""`interrupt(..., response_schema=...)`: the form comes from the schema, and so does the answer."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.core.payloads import anything, contract
from bot.core.question import Action, Question, Shape
from bot.core.schemas import from_schema


def question(said: object, response_schema: Mapping[str, Any], *, node: str) -> Question:
    """Show the payload as it would be shown without a schema, and ask for what the schema says."""
    asked = contract.question(said) or anything.question(said, node=node)
    return replace(
        asked,
        shape=Shape.SCHEMA,
        actions=(Action.ANSWER,),
        fields=from_schema(response_schema),
        items=(),
    )
