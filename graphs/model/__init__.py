"""The chat model as graphs see it: ask for text, for a typed value, for a stream."""

from graphs.model.chat import OpenAIModel, address
from graphs.model.errors import (
    DeclinedError,
    MalformedReplyError,
    ModelBusyError,
    ModelError,
    ModelRefusedError,
    ModelRequestError,
    ModelTimeoutError,
    ModelUnavailableError,
    PromptTooLongError,
    TruncatedError,
)
from graphs.model.offline import OfflineModel
from graphs.model.prices import Price
from graphs.model.protocol import Ask, Message, Model

__all__ = [
    "Ask",
    "DeclinedError",
    "MalformedReplyError",
    "Message",
    "Model",
    "ModelBusyError",
    "ModelError",
    "ModelRefusedError",
    "ModelRequestError",
    "ModelTimeoutError",
    "ModelUnavailableError",
    "OfflineModel",
    "OpenAIModel",
    "Price",
    "PromptTooLongError",
    "TruncatedError",
    "address",
]
