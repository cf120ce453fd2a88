"""The records of calls and deliveries: bounded, but counted."""

from bot.sandbox.delivery.envelopes import Deliveries, Delivery, Kind
from bot.sandbox.state.calls import ApiCall, Calls
from bot.sandbox.state.changes import Change, Changes
from bot.sandbox.state.log import RECORDS_KEPT


def call(method: str = "auth.test") -> ApiCall:
    return ApiCall(method=method, args={}, status=200, answer={"ok": True}, at=0)


def test_the_oldest_calls_are_forgotten_but_counted() -> None:
    calls = Calls(Changes())
    first, *_ = made = [call() for _ in range(RECORDS_KEPT + 3)]
    for record in made:
        calls.add(record)
    calls.add(call("api.test"))
    assert len(calls) == len(list(calls)) == RECORDS_KEPT
    assert first not in list(calls)
    assert (calls.total, calls.count("auth.test")) == (RECORDS_KEPT + 4, RECORDS_KEPT + 3)
    assert (len(calls.of("auth.test")), len(calls.of("api.test"))) == (RECORDS_KEPT - 1, 1)


def test_calls_can_be_counted_anew() -> None:
    calls = Calls(Changes())
    calls.add(call())
    calls.clear()
    assert (len(calls), calls.total, calls.count("auth.test")) == (0, 0, 0)


def test_the_oldest_deliveries_are_forgotten_but_counted() -> None:
    deliveries = Deliveries(Changes())
    for _ in range(RECORDS_KEPT + 3):
        deliveries.add(Delivery(kind=Kind.SLASH, payload={}, at=0, accepts_reply=True))
    assert (len(deliveries), deliveries.total) == (RECORDS_KEPT, RECORDS_KEPT + 3)


def test_calls_and_deliveries_share_one_order_and_are_told_by_number() -> None:
    changes, told = Changes(), list[Change]()
    with changes.listening(told.append):
        first, second = call(), Delivery(kind=Kind.EVENT, payload={}, at=0, accepts_reply=False)
        Calls(changes).add(first)
        Deliveries(changes).add(second)
    assert second.number > first.number
    assert [(change.kind, change.ts) for change in told] == [
        ("call", str(first.number)),
        ("delivery", str(second.number)),
    ]
