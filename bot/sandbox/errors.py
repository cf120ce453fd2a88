"""What Slack answers instead of doing something, and what a test is told when it waited in vain."""

from collections.abc import Sequence

from bot.sandbox.wire import Json


class SlackError(Exception):
    """An answer with `ok: false`.

    `code` is Slack's own error code; `messages` go into `response_metadata`; `extra` are
    further fields of the answer (`needed` and `provided` of `missing_scope`).
    """

    def __init__(self, code: str, *, messages: Sequence[str] = (), **extra: object) -> None:
        super().__init__(code)
        self.code = code
        self.messages = tuple(messages)
        self.extra = extra

    def answer(self) -> Json:
        """The body of the answer."""
        body: Json = {"ok": False, "error": self.code, **self.extra}
        if self.messages:
            body["response_metadata"] = {"messages": list(self.messages)}
        return body


class RateLimitedError(Exception):
    """The answer 429. `retry_after` is in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"retry after {retry_after} s")
        self.retry_after = retry_after


class ManifestError(ValueError):
    """A manifest that Slack would not take. `problems` lists all that is wrong, with the place."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("The app manifest is not valid:\n" + "\n".join(f"- {p}" for p in problems))
        self.problems = tuple(problems)


class CannotListenError(OSError):
    """The server cannot listen where it was told to. The text says why and what to do."""


class NotSeenError(AssertionError):
    """A script waited for something that people never saw. The text shows the channel."""


class NotPossibleError(AssertionError):
    """A script asked for something that a person could not do on the screen."""
