"""An interrupt's payload becomes a question. Any payload gives one: nothing raises here.

The payload is somebody else's data. Each vocabulary that graphs speak has a file; what none of
them knows is shown as it is, with a plain approval.
"""

from collections.abc import Mapping
from typing import Any

from bot.core.payloads import anything, contract, inbox, langchain, schema
from bot.core.plain import plain
from bot.core.question import Question


def question(
    payload: object, *, node: str, response_schema: Mapping[str, Any] | None = None
) -> Question:
    """Parse a payload into what the card shows. `node` names it when nothing else does.

    `response_schema` is the JSON Schema of the answer, for an interrupt that carries one.
    """
    said = plain(payload)
    calls = langchain.question(said, response_schema) or inbox.question(said)
    if calls or response_schema is None:
        return calls or contract.question(said) or anything.question(said, node=node)
    return schema.question(said, response_schema, node=node)
