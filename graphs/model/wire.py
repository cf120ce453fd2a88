"""What an endpoint sends, parsed once: replies and pieces of a stream.

The client library checks neither: an HTML page arrives as a `str`, an error body
with status 200 as a completion whose `choices` are None.
"""

from pydantic import BaseModel, ConfigDict, ValidationError

from graphs.model.errors import DeclinedError, MalformedReplyError, TruncatedError
from graphs.model.replies import without_thinking

# What servers say at the end of a reply: OpenAI's two words, and those of a few others.
_PROPER_ENDS = frozenset({"stop", "length", "eos", "eos_token", "end_turn", "stop_sequence"})


class _Part(BaseModel):
    model_config = ConfigDict(from_attributes=True, frozen=True)


class Tokens(_Part):
    """What one call took, by the endpoint's own count."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Said(_Part):
    content: str | None = None
    refusal: str | None = None


class _Choice(_Part):
    message: _Said
    finish_reason: str | None = None


class _PieceChoice(_Part):
    delta: _Said | None = None
    finish_reason: str | None = None


class Completion(_Part):
    """A whole reply. `choices` is never empty."""

    choices: tuple[_Choice, ...]

    @property
    def text(self) -> str:
        """The text without the model's thinking."""
        return without_thinking(self.choices[0].message.content or "")

    def was_cut(self) -> bool:
        """Whether the token bound ended the reply. Raises when anything else cut it short."""
        choice = self.choices[0]
        return ended(choice.finish_reason, refusal=choice.message.refusal)


class Piece(_Part):
    """A piece of a stream. The last one may have usage and no choices."""

    choices: tuple[_PieceChoice, ...] | None = None
    usage: Tokens | None = None

    @property
    def text(self) -> str:
        """What it adds."""
        choice = self.choices[0] if self.choices else None
        return (choice and choice.delta and choice.delta.content) or ""

    @property
    def finish_reason(self) -> str | None:
        """Why the reply ends here, None in the middle of it."""
        return self.choices[0].finish_reason if self.choices else None


def usage(body: object) -> Tokens | None:
    """What a reply took, as far as it says so."""
    try:
        return Tokens.model_validate(getattr(body, "usage", None))
    except ValidationError:
        return None


def completion(body: object) -> Completion:
    """Parse a reply. MalformedReplyError."""
    try:
        parsed = Completion.model_validate(body)
    except ValidationError:
        raise MalformedReplyError("The endpoint sent something else than a completion.") from None
    if not parsed.choices:
        raise MalformedReplyError("The endpoint sent a completion without a choice.")
    return parsed


def piece(body: object) -> Piece:
    """Parse a piece of a stream. MalformedReplyError."""
    try:
        return Piece.model_validate(body)
    except ValidationError:
        raise MalformedReplyError("The endpoint sent a broken piece of a stream.") from None


def ended(finish_reason: str | None, *, refusal: str | None = None) -> bool:
    """Whether the token bound ended the reply; False for a proper end, errors for the rest."""
    if refusal or finish_reason == "content_filter":
        raise DeclinedError("The model declined to answer.")
    if finish_reason is None:
        raise TruncatedError("The answer broke off: the endpoint never said that it was complete.")
    if finish_reason not in _PROPER_ENDS:
        raise MalformedReplyError("The model ended its answer in a way that was not asked for.")
    return finish_reason == "length"
