"""Faults on demand: what Slack and the network do to an app on a bad day."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

Dropped = Literal["before", "after"]
EnvelopeFault = Literal["drop", "duplicate", "lose_ack"]
ENVELOPE_FAULTS: Final[tuple[EnvelopeFault, ...]] = ("drop", "duplicate", "lose_ack")
ANY_METHOD: Final = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiFault:
    """What happens to one call instead of, or around, the real answer.

    `status` with `retry_after` (seconds) or `error` (Slack's code) replaces the answer; `delay`
    holds it back for some seconds; `drop` cuts the connection before or after the call took
    effect.
    """

    status: int | None = None
    retry_after: int | None = None
    error: str | None = None
    delay: float = 0
    drop: Dropped | None = None


class Faults:
    """The faults still to come; those of one method are used up in the order they came."""

    def __init__(self) -> None:
        self._api: dict[str, list[ApiFault]] = {}
        self._envelopes: Counter[EnvelopeFault] = Counter()

    def answer(self, method: str, *, times: int = 1, **fault: object) -> None:
        """Treat the next calls of a method ("*": of any) like this; see ApiFault for the fields."""
        # The fields are checked by the value they make: an unknown one raises TypeError.
        made = ApiFault(**fault)  # type: ignore[arg-type]  # passed on as they came
        self._api.setdefault(method, []).extend([made] * times)

    def take(self, method: str) -> ApiFault | None:
        """The fault for a call that just came, used up by it."""
        for name in (method, ANY_METHOD):
            if self._api.get(name):
                return self._api[name].pop(0)
        return None

    def envelope(self, kind: EnvelopeFault, *, times: int = 1) -> None:
        """Treat the next deliveries like this.

        "drop": not sent the first time; "duplicate": sent twice; "lose_ack": the app's
        acknowledgement is lost on its way.
        """
        self._envelopes[kind] += times

    def take_envelope(self, kind: EnvelopeFault) -> bool:
        """Whether this delivery is hit by a fault, which is used up by it."""
        if self._envelopes[kind] <= 0:
            return False
        self._envelopes[kind] -= 1
        return True

    def clear(self) -> None:
        """No more faults."""
        self._api.clear()
        self._envelopes.clear()
