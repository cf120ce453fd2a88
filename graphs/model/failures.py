"""From the client library's errors to our own family."""

import json
from typing import NoReturn

import openai

from graphs.model.dialect import Refusal
from graphs.model.errors import (
    MalformedReplyError,
    ModelBusyError,
    ModelError,
    ModelRefusedError,
    ModelRequestError,
    ModelUnavailableError,
    PromptTooLongError,
)

_SERVER_FAULT = 500


def refusal(error: openai.APIStatusError) -> Refusal:
    """What a refused request says, to find out what was disliked."""
    body = json.dumps(error.body, ensure_ascii=False, default=str)
    return Refusal(code=str(error.code or ""), text=f"{error.message} {body}")


def raise_named(error: openai.OpenAIError | ValueError) -> NoReturn:
    """Raise the member of our family that stands for a failure of the client library.

    ValueError is JSON that cannot be read: the client lets it through as it is.
    """
    # Without the cause: a server's text may quote the prompt or the key, and tracebacks are logged.
    raise _named(error) from None


def _named(error: openai.OpenAIError | ValueError) -> ModelError:
    match error:
        case openai.RateLimitError():
            return _busy(error)
        case openai.APIStatusError():
            return _status(error)
        case openai.APIConnectionError():
            return ModelUnavailableError("The model's endpoint is not reachable.")
        case openai.APIError():
            return ModelUnavailableError("The model's endpoint failed in the middle of an answer.")
        case _:
            return MalformedReplyError("The endpoint's answer cannot be read.")


def _status(error: openai.APIStatusError) -> ModelError:
    match error.status_code:
        case 401:
            return ModelRefusedError("The model's endpoint refuses the API key (401).")
        case 403:
            return ModelRefusedError("The API key may not use this model (403).")
        case 404:
            return ModelRequestError("The endpoint does not know this model or this path (404).")
        case status if status >= _SERVER_FAULT:
            return ModelUnavailableError(f"The model's endpoint failed ({status}).")
        case _ if refusal(error).too_long:
            return PromptTooLongError("The prompt is longer than the model's context.")
        case status:
            return ModelRequestError(f"The model's endpoint refused the request ({status}).")


def _busy(error: openai.RateLimitError) -> ModelBusyError:
    if error.code == "insufficient_quota":
        return ModelBusyError("The account's quota at the model's endpoint is used up.")
    try:
        wait = float(error.response.headers.get("retry-after", ""))
    except ValueError:  # absent, or a date
        wait = None
    return ModelBusyError("The model's endpoint has too many requests (429).", retry_after=wait)
