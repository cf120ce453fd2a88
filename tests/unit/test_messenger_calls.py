"""The one path of calls: what is waited for, what is tried again, and when it ends."""

from collections.abc import Awaitable, Callable

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.adapters.slack_calls import Bounds, SlackCalls, Terms
from bot.adapters.slack_errors import Complaint, SlackTroubleError, Trouble
from bot.core.ports.messenger import DeliveryError, GaveWayError
from tests.unit.test_messenger_pacing import VirtualClock

POST, UPDATE = "chat.postMessage", "chat.update"
LIMITED = Complaint(Trouble.RATE, "ratelimited", retry_after=7)
UNSURE = Complaint(Trouble.UNSURE, "http_503")
UNREACHED = Complaint(Trouble.UNREACHED, "ClientConnectorError")
GONE = Complaint(Trouble.GONE, "message_not_found")

Once = Callable[[], Awaitable[str]]


class Script:
    """Slack's answers to one call, in order; the last one for ever."""

    def __init__(self, *answers: Complaint | str) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def __call__(self) -> str:
        answer = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        if isinstance(answer, Complaint):
            raise SlackTroubleError(answer)
        return answer


@pytest.fixture
def time() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def calls(time: VirtualClock) -> SlackCalls:
    client = AsyncWebClient(token="xoxb-test", retry_handlers=[])  # noqa: S106 - no real token
    return SlackCalls(client, clock=time.clock, jitter=lambda: 1.0)


def test_a_client_that_would_repeat_calls_by_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="retry_handlers"):
        SlackCalls(AsyncWebClient())


async def test_a_429_is_waited_for_as_long_as_slack_says(
    time: VirtualClock, calls: SlackCalls
) -> None:
    once = Script(LIMITED, "ts")
    assert await time.run(calls.attempt(POST, once, Terms())) == ["ts"]
    assert time.now - 1_000 == pytest.approx(7)


async def test_a_429_of_one_call_holds_back_another(time: VirtualClock, calls: SlackCalls) -> None:
    with pytest.raises(GaveWayError):
        await calls.attempt(POST, Script(LIMITED), Terms(may_drop=True))
    assert await time.run(calls.attempt(POST, Script("ts"), Terms(channel="C2"))) == ["ts"]
    assert time.now - 1_000 == pytest.approx(7)


async def test_a_service_that_stays_limited_ends_in_an_error_that_says_so(
    time: VirtualClock, calls: SlackCalls
) -> None:
    (error,) = await time.run(calls.attempt(POST, Script(LIMITED), Terms()))
    assert isinstance(error, DeliveryError)
    assert error.code == "ratelimited"
    assert 170 <= time.now - 1_000 <= calls.bounds.rate_limited


async def test_failures_are_tried_again_with_growing_pauses(
    time: VirtualClock, calls: SlackCalls
) -> None:
    once = Script(UNSURE, UNREACHED, UNSURE, "ts")
    assert await time.run(calls.attempt(POST, once, Terms())) == ["ts"]
    assert time.now - 1_000 == pytest.approx(0.5 + 1 + 2)


async def test_the_number_of_attempts_is_bounded(time: VirtualClock, calls: SlackCalls) -> None:
    once = Script(UNSURE)
    (error,) = await time.run(calls.attempt(POST, once, Terms()))
    assert isinstance(error, DeliveryError)
    assert error.code == "http_503"
    assert once.asked == calls.bounds.attempts


async def test_a_refusal_is_not_tried_again(time: VirtualClock, calls: SlackCalls) -> None:
    once = Script(GONE)
    (error,) = await time.run(calls.attempt(POST, once, Terms()))
    assert isinstance(error, SlackTroubleError)
    assert error.complaint == GONE
    assert once.asked == 1


async def test_after_an_unclear_failure_one_looks_first(
    time: VirtualClock, calls: SlackCalls
) -> None:
    once, landed = Script(UNSURE, "second"), Script("first")
    assert await time.run(calls.attempt(POST, once, Terms(), landed=landed)) == ["first"]
    assert once.asked == 1


async def test_what_is_not_found_is_sent_again(time: VirtualClock, calls: SlackCalls) -> None:
    once, landed = Script(UNSURE, "second"), Script("")
    assert await time.run(calls.attempt(POST, once, Terms(), landed=landed)) == ["second"]


@pytest.mark.parametrize("harmless", [LIMITED, UNREACHED])
async def test_nobody_looks_after_a_call_that_surely_had_no_effect(
    time: VirtualClock, calls: SlackCalls, harmless: Complaint
) -> None:
    once, landed = Script(harmless, "ts"), Script("never")
    assert await time.run(calls.attempt(POST, once, Terms(), landed=landed)) == ["ts"]
    assert landed.asked == 0


async def test_when_the_look_fails_nothing_is_sent_again(
    time: VirtualClock, calls: SlackCalls
) -> None:
    once = Script(UNSURE, "second")

    async def landed() -> str | None:
        raise DeliveryError("http_503")

    (error,) = await time.run(calls.attempt(POST, once, Terms(), landed=landed))
    assert isinstance(error, DeliveryError)
    assert once.asked == 1


@pytest.mark.parametrize("trouble", [LIMITED, UNREACHED, UNSURE])
async def test_a_droppable_call_gives_way_at_once(
    time: VirtualClock, calls: SlackCalls, trouble: Complaint
) -> None:
    once = Script(trouble)
    with pytest.raises(GaveWayError):
        await calls.attempt(UPDATE, once, Terms(may_drop=True))
    assert (once.asked, time.now) == (1, 1_000)


async def test_a_droppable_call_still_tells_that_its_message_is_gone(calls: SlackCalls) -> None:
    with pytest.raises(SlackTroubleError, match="message_not_found"):
        await calls.attempt(UPDATE, Script(GONE), Terms(may_drop=True))


async def test_a_droppable_call_is_not_even_sent_when_no_call_is_left(calls: SlackCalls) -> None:
    once = Script("ok")
    for _ in range(6):
        await calls.attempt(UPDATE, once, Terms(may_drop=True))
    with pytest.raises(GaveWayError):
        await calls.attempt(UPDATE, once, Terms(may_drop=True))
    assert once.asked == 6


async def test_who_may_speak_is_checked_before_each_attempt_and_after_each_wait(
    time: VirtualClock, calls: SlackCalls
) -> None:
    checked = []

    async def ready() -> None:
        checked.append(time.now - 1_000)
        if len(checked) == 3:
            raise PermissionError

    once = Script(LIMITED, UNSURE, "never")
    (error,) = await time.run(calls.attempt(POST, once, Terms(ready=ready)))
    assert isinstance(error, PermissionError)
    assert once.asked == 2
    assert checked == [0, pytest.approx(7), pytest.approx(7.5)]


async def test_an_attempt_that_hangs_counts_as_unclear() -> None:
    client = AsyncWebClient(token="xoxb-test", retry_handlers=[])  # noqa: S106 - no real token
    calls = SlackCalls(client, bounds=Bounds(attempts=1))

    async def hang() -> str:
        await VirtualClock().clock.sleep(1)
        return "never"

    with pytest.raises(DeliveryError, match="TimeoutError"):
        await calls.attempt(POST, hang, Terms(timeout=0.01))
