"""Why a model gave nothing usable. One family, named for what the caller does next.

The messages are single sentences for operators. They carry no prompt, no reply,
no key and no text of the server (which may quote any of them).
"""


class ModelError(Exception):
    """The model gave nothing usable."""


class ModelTimeoutError(ModelError):
    """No complete answer within the time limit, retries included."""

    def __init__(self, limit_s: float) -> None:
        super().__init__(f"The model did not finish its answer within {limit_s:g} s.")
        self.limit_s = limit_s


class ModelRefusedError(ModelError):
    """The endpoint refuses the key (401), or the key may not use this model (403)."""


class ModelBusyError(ModelError):
    """Too many requests, or the account's quota is used up (429).

    `retry_after` is in seconds, None where the endpoint does not say.
    """

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelUnavailableError(ModelError):
    """Nobody answers at the address, the connection broke, or the endpoint failed (5xx)."""


class ModelRequestError(ModelError):
    """The endpoint does not know the model or the path, or refuses the request (4xx)."""


class PromptTooLongError(ModelRequestError):
    """The prompt does not fit into the model's context. A shorter one may."""


class TruncatedError(ModelError):
    """The answer ends in the middle."""


class MalformedReplyError(ModelError):
    """An answer arrived, but it is not what was asked for."""


class DeclinedError(ModelError):
    """The model, or a filter in front of it, declined to answer."""
