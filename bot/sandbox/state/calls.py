"""What the app did and what it was sent, for tests and for the page."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.sandbox.state.changes import Change, Changes
from bot.sandbox.wire import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiCall:
    """One call of the Web API. `at` is in seconds since the epoch; the token is not kept."""

    method: str
    args: Json
    status: int
    answer: Json
    at: float

    @property
    def ok(self) -> bool:
        """Whether Slack did it."""
        return bool(self.answer.get("ok"))

    @property
    def error(self) -> str:
        """Slack's code for a refusal, or ""."""
        return str(self.answer.get("error", ""))


class Calls:
    """All calls since the start, in order."""

    def __init__(self, changes: Changes) -> None:
        self._calls: list[ApiCall] = []
        self._changes = changes

    def add(self, call: ApiCall) -> None:
        """Note a call that was answered."""
        self._calls.append(call)
        self._changes.tell(Change("call"))

    def __iter__(self) -> Iterator[ApiCall]:
        return iter(tuple(self._calls))

    def __len__(self) -> int:
        return len(self._calls)

    def of(self, method: str) -> list[ApiCall]:
        """The calls of one method."""
        return [call for call in self._calls if call.method == method]

    def count(self, method: str) -> int:
        """How many calls of one method there were."""
        return len(self.of(method))

    @property
    def unknown(self) -> list[ApiCall]:
        """Calls of methods that are not here."""
        return [call for call in self._calls if call.error == "unknown_method"]

    def clear(self) -> None:
        """Forget them, to count anew."""
        self._calls.clear()
