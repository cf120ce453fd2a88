"""Typed values from a model's text: read the JSON, and say what is wrong with it."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from graphs.model.replies import json_in

M = TypeVar("M", bound=BaseModel)

_FAULTS_SHOWN = 8


def parse(text: str, schema: type[M]) -> M:
    """The value in a reply. Raises pydantic's ValidationError."""
    return schema.model_validate_json(json_in(text))


def complaint(error: ValidationError) -> str:
    """What the model is told about a reply that did not fit, with the validator's words."""
    faults = [
        f"- {'.'.join(map(str, fault['loc'])) or 'the whole reply'}: {fault['msg']}"
        for fault in error.errors(include_url=False, include_context=False)[:_FAULTS_SHOWN]
    ]
    return "\n".join(
        ["That is not the JSON that was asked for:", *faults, "Send the corrected JSON only."]
    )


CUT = "That was cut off. Send the whole JSON again, shorter, and nothing else."
