"""What the app did, for tests and for the page."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from bot.sandbox.ids import next_number
from bot.sandbox.state.changes import Changes
from bot.sandbox.state.log import Log
from bot.sandbox.wire import Json

CONNECTION_DROPPED: Final = "connection_dropped"
"""Our own code, for a call whose connection was cut before it took effect."""
UNKNOWN_METHOD: Final = "unknown_method"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiCall:
    """One call of the Web API. `at` is in seconds since the epoch; the token is not kept.

    `duration` is in seconds; `principal` is the kind of token, "" where none was known; `dropped`
    says that a fault cut the connection, so that the app never saw the answer.
    """

    method: str
    args: Json
    status: int
    answer: Json
    at: float
    duration: float = 0.0
    principal: str = ""
    dropped: bool = False
    number: int = field(default_factory=next_number)

    @property
    def ok(self) -> bool:
        """Whether Slack did it."""
        return bool(self.answer.get("ok"))

    @property
    def error(self) -> str:
        """Slack's code for a refusal, or ""."""
        return str(self.answer.get("error", ""))


def dropped(method: str, *, at: float) -> ApiCall:
    """A call whose connection was cut before anybody read its arguments."""
    answer = {"ok": False, "error": CONNECTION_DROPPED}
    return ApiCall(method=method, args={}, status=0, answer=answer, at=at, dropped=True)


class Calls(Log[ApiCall]):
    """The last calls, in order; `count` knows the forgotten ones, too."""

    def __init__(self, changes: Changes) -> None:
        super().__init__(changes, "call")
        self._counts: Counter[str] = Counter()

    def add(self, record: ApiCall) -> None:
        """Note a call that was answered. Only methods that are here are counted for long."""
        if record.error != UNKNOWN_METHOD:
            self._counts[record.method] += 1
        super().add(record)

    def of(self, method: str) -> list[ApiCall]:
        """The calls of one method."""
        return [call for call in self if call.method == method]

    def count(self, method: str) -> int:
        """How many calls of one method there were."""
        return self._counts[method] or len(self.of(method))

    @property
    def unknown(self) -> list[ApiCall]:
        """Calls of methods that are not here."""
        return [call for call in self if call.error == UNKNOWN_METHOD]

    def clear(self) -> None:
        """Forget them, to count anew."""
        self._kept.clear()
        self._counts.clear()
        self.total = 0
