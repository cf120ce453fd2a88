"""Faults on demand: what Slack and the network do to an app on a bad day."""

import math
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from http import HTTPStatus
from itertools import groupby
from types import NoneType
from typing import Final, Literal, get_args

from bot.sandbox.wire import Json

Dropped = Literal["before", "after"]
EnvelopeFault = Literal["drop", "delay", "duplicate", "lose_ack"]
ENVELOPE_FAULTS: Final[tuple[EnvelopeFault, ...]] = get_args(EnvelopeFault)
ANY_METHOD: Final = "*"
MOST_TIMES: Final = 1_000
MOST_SECONDS: Final = 600.0
_FAILURES: Final = frozenset(status for status in HTTPStatus if status >= HTTPStatus.BAD_REQUEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiFault:
    """What happens to one call instead of, or around, the real answer.

    `status` with `retry_after` (seconds) or `error` (Slack's code) replaces the answer; `delay`
    holds it back for some seconds; `drop` cuts the connection before or after the call took
    effect. Raises ValueError for what no answer could be.
    """

    status: int | None = None
    retry_after: int | None = None
    error: str | None = None
    delay: float = 0
    drop: Dropped | None = None

    def __post_init__(self) -> None:
        if self.status is not None and self.status not in _FAILURES:
            raise ValueError(f"{self.status!r} is not the HTTP status of a failure")
        if self.retry_after is not None and not _whole(self.retry_after, 0):
            raise ValueError("retry_after must be a whole number of seconds")
        if not isinstance(self.error, (str, NoneType)):
            raise TypeError("error must be one of Slack's codes")
        if self.drop not in {None, *get_args(Dropped)}:
            raise ValueError('drop must be "before" or "after"')
        _check_seconds(self.delay)


class Faults:
    """The faults still to come; those of one method are used up in the order they came."""

    def __init__(self) -> None:
        self._api: dict[str, deque[ApiFault]] = {}
        self._envelopes: Counter[EnvelopeFault] = Counter()
        self._delays: deque[float] = deque()

    def answer(self, method: str, *, times: int = 1, **fault: object) -> None:
        """Treat the next calls of a method ("*": of any) like this; see ApiFault for the fields."""
        # The fields are checked by the value they make: an unknown one raises TypeError.
        made = ApiFault(**fault)  # type: ignore[arg-type]  # passed on as they came
        _check_times(times)
        self._api.setdefault(method, deque()).extend([made] * times)

    def take(self, method: str) -> ApiFault | None:
        """The fault for a call that just came, used up by it."""
        for name in (method, ANY_METHOD):
            if self._api.get(name):
                return self._api[name].popleft()
        return None

    def envelope(self, kind: EnvelopeFault, *, times: int = 1, seconds: float = 1.0) -> None:
        """Treat the next deliveries like this.

        "drop": not sent the first time; "delay": sent `seconds` later; "duplicate": sent twice;
        "lose_ack": the app's acknowledgement is lost on its way.
        """
        if kind not in ENVELOPE_FAULTS:
            raise ValueError(f"the fault must be one of: {', '.join(ENVELOPE_FAULTS)}")
        _check_times(times)
        if kind == "delay":
            _check_seconds(seconds)
            self._delays.extend([seconds] * times)
        else:
            self._envelopes[kind] += times

    def take_envelope(self, kind: EnvelopeFault) -> bool:
        """Whether this delivery is hit by a fault, which is used up by it."""
        if self._envelopes[kind] <= 0:
            return False
        self._envelopes[kind] -= 1
        return True

    def take_delay(self) -> float:
        """The seconds that this delivery is held back; 0 for none."""
        return self._delays.popleft() if self._delays else 0.0

    @property
    def pending(self) -> list[Json]:
        """What is still to come, equal ones in a row together with `times`.

        Each names a `method` with the fields of its fault, or an `envelope` (with `seconds`).
        """
        return [*self._pending_calls(), *self._pending_envelopes()]

    def _pending_calls(self) -> Iterator[Json]:
        for method, faults in self._api.items():
            for fault, same in groupby(faults):
                fields = {name: value for name, value in asdict(fault).items() if value}
                yield {"method": method, "times": len(list(same)), **fields}

    def _pending_envelopes(self) -> Iterator[Json]:
        for kind, times in self._envelopes.items():
            if times:
                yield {"envelope": kind, "times": times}
        for seconds, same in groupby(self._delays):
            yield {"envelope": "delay", "times": len(list(same)), "seconds": seconds}

    def remove(self, entry: Json) -> bool:
        """Take one entry of `pending` back; False if it is not there (any more)."""
        before = self.pending
        if entry not in before:
            return False
        self.clear()
        before.remove(entry)
        for other in before:
            self._put_back(dict(other))
        return True

    def _put_back(self, entry: Json) -> None:
        # An entry of several that were set apart can be more than may be set at once.
        left = entry.pop("times")
        while left:
            times = min(left, MOST_TIMES)
            left -= times
            if "envelope" in entry:
                fields = {name: value for name, value in entry.items() if name != "envelope"}
                self.envelope(entry["envelope"], times=times, **fields)
            else:
                fields = {name: value for name, value in entry.items() if name != "method"}
                self.answer(entry["method"], times=times, **fields)

    def clear(self) -> None:
        """No more faults."""
        self._api.clear()
        self._envelopes.clear()
        self._delays.clear()


def _whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _check_times(times: int) -> None:
    if not _whole(times, 1) or times > MOST_TIMES:
        raise ValueError(f"times must be a whole number from 1 to {MOST_TIMES}")


def _check_seconds(seconds: float) -> None:
    number = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not number or not math.isfinite(seconds) or not 0 <= seconds <= MOST_SECONDS:
        raise ValueError(f"seconds must be a number from 0 to {MOST_SECONDS:.0f}")
