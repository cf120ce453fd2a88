"""How calls are spread over time. No real time passes here."""

import asyncio
import heapq
from collections.abc import Coroutine
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.adapters.slack_pacing import (
    BUDGETS,
    IN_CHANNEL,
    TIER_3,
    Bucket,
    Budget,
    Clock,
    Lane,
    Pacer,
    Priority,
)
from bot.sandbox.state.rates import Rates, Tier

UPDATE, POST = "chat.update", "chat.postMessage"


class VirtualClock:
    """Time that moves on only when everybody sleeps, and then at once."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self._order = count()
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    @property
    def clock(self) -> Clock:
        return Clock(monotonic=lambda: self.now, wall=lambda: self.now, sleep=self._sleep)

    async def _sleep(self, seconds: float) -> None:
        woken = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.now + seconds, next(self._order), woken))
        await woken

    async def run(self, *work: Coroutine[Any, Any, Any]) -> list[Any]:
        """Run all of it to the end; gives results and errors, in order."""
        tasks = [asyncio.ensure_future(w) for w in work]
        while not all(task.done() for task in tasks):
            await self.idle()
            self._wake_next()
        return await asyncio.gather(*tasks, return_exceptions=True)

    async def idle(self) -> None:
        """Let everybody go on who can."""
        for _ in range(8):
            await asyncio.sleep(0)

    def _wake_next(self) -> None:
        if self._sleepers:
            self.now, _, woken = heapq.heappop(self._sleepers)
            if not woken.done():
                woken.set_result(None)


@pytest.fixture
def time() -> VirtualClock:
    return VirtualClock()


async def stamp(
    time: VirtualClock, lane: Lane, seen: list[str], name: str, priority: Priority
) -> float:
    began = time.now
    await lane.turn(priority)
    seen.append(name)
    return time.now - began


def test_a_burst_goes_at_once_and_the_rest_at_the_rate() -> None:
    bucket = Bucket(Budget(per_minute=60, burst=3))
    delays = []
    for _ in range(5):
        delays.append(bucket.delay(0))
        bucket.take(0 + delays[-1])
    assert delays == [0, 0, 0, 1, 2]


@settings(max_examples=50)
@given(
    budget=st.builds(
        Budget, per_minute=st.floats(1, 300), burst=st.integers(1, 30), reserve=st.just(0)
    ),
    pauses=st.lists(st.floats(0, 30), min_size=1, max_size=100),
)
def test_no_minute_has_more_calls_than_burst_and_rate_allow(
    budget: Budget, pauses: list[float]
) -> None:
    bucket, now, calls = Bucket(budget), 0.0, list[float]()
    for pause in pauses:
        now += pause
        now += bucket.delay(now)
        bucket.take(now)
        calls.append(now)
    for start in calls:
        within = sum(start <= call < start + 59.999 for call in calls)
        assert within <= budget.burst + budget.per_minute + 1e-6


def test_the_budgets_keep_below_what_slack_promises() -> None:
    assert TIER_3.burst + TIER_3.per_minute <= 50
    assert BUDGETS[UPDATE].burst + BUDGETS[UPDATE].per_minute <= 50
    assert BUDGETS["users.info"].burst + BUDGETS["users.info"].per_minute <= 100


async def test_the_last_updates_are_kept_for_cards(time: VirtualClock) -> None:
    pacer = Pacer(time.clock)
    dropped = [pacer.try_turn(UPDATE, channel="C1") for _ in range(20)]
    assert dropped.count(True) == BUDGETS[UPDATE].burst - BUDGETS[UPDATE].reserve
    for _ in range(BUDGETS[UPDATE].reserve):
        await pacer.turn(UPDATE, channel="C1", priority=Priority.FIRST)
    assert time.now == 1_000, "none of them waited"


async def test_progress_gets_nothing_while_a_card_waits(time: VirtualClock) -> None:
    pacer = Pacer(time.clock)
    for _ in range(BUDGETS[UPDATE].burst):
        await pacer.turn(UPDATE, channel="C1", priority=Priority.FIRST)
    card = asyncio.ensure_future(pacer.turn(UPDATE, channel="C1", priority=Priority.FIRST))
    await time.idle()
    time.now += 3_600
    assert not pacer.try_turn(UPDATE, channel="C1")
    card.cancel()
    await time.idle()
    assert pacer.try_turn(UPDATE, channel="C1")


async def test_posts_in_one_channel_do_not_hold_up_another(time: VirtualClock) -> None:
    pacer = Pacer(time.clock)
    for _ in range(IN_CHANNEL.burst):
        await pacer.turn(POST, channel="C1", priority=Priority.FIRST)
    assert not pacer.try_turn(POST, channel="C1")
    assert pacer.try_turn(POST, channel="C2")


async def test_thirty_posts_in_one_channel_take_about_a_second_each(time: VirtualClock) -> None:
    pacer = Pacer(time.clock)
    await time.run(*(pacer.turn(POST, channel="C1", priority=Priority.FIRST) for _ in range(30)))
    assert time.now - 1_000 == pytest.approx(30 - IN_CHANNEL.burst)


async def test_a_burst_of_runs_never_meets_a_429(time: VirtualClock) -> None:
    pacer, rates = Pacer(time.clock), Rates(lambda: time.now, enabled=True)

    async def one_run(number: int) -> None:
        channel = f"C{number % 3}"
        for _ in range(4):
            await pacer.turn(POST, channel=channel, priority=Priority.FIRST)
            rates.take(POST, Tier.POSTING, channel)
            for _ in range(3):
                if pacer.try_turn(UPDATE, channel=channel):
                    rates.take(UPDATE, Tier.THREE, channel)
            await pacer.turn(UPDATE, channel=channel, priority=Priority.FIRST)
            rates.take(UPDATE, Tier.THREE, channel)

    assert await time.run(*(one_run(number) for number in range(12))) == [None] * 12
    assert time.now - 1_000 < 90


async def test_cards_overtake_progress_that_came_before_them(time: VirtualClock) -> None:
    lane, seen = Lane(Budget(per_minute=60, burst=1), time.clock), list[str]()
    await lane.turn(Priority.FIRST)
    await time.run(
        stamp(time, lane, seen, "progress 1", Priority.LAST),
        stamp(time, lane, seen, "progress 2", Priority.LAST),
        stamp(time, lane, seen, "card 1", Priority.FIRST),
        stamp(time, lane, seen, "card 2", Priority.FIRST),
    )
    assert seen == ["card 1", "card 2", "progress 1", "progress 2"]


async def test_a_429_holds_back_everybody_also_those_who_wait_already(time: VirtualClock) -> None:
    pacer = Pacer(time.clock)
    for _ in range(IN_CHANNEL.burst):
        await pacer.turn(POST, channel="C1", priority=Priority.FIRST)
    waiting = asyncio.ensure_future(
        time.run(pacer.turn(POST, channel="C1", priority=Priority.FIRST))
    )
    pacer.pause(POST, 30)
    await waiting
    assert time.now == pytest.approx(1_030)
    assert not pacer.try_turn(POST, channel="C2"), "no burst after the pause"


async def test_a_429_blocks_only_its_own_method(time: VirtualClock) -> None:
    pacer = Pacer(time.clock)
    pacer.pause(UPDATE, 30)
    assert not pacer.try_turn(UPDATE, channel="C1")
    assert pacer.try_turn(POST, channel="C1")


async def test_a_shorter_pause_does_not_end_a_longer_one(time: VirtualClock) -> None:
    pacer = Pacer(time.clock)
    pacer.pause(UPDATE, 30)
    pacer.pause(UPDATE, 1)
    await time.run(pacer.turn(UPDATE, channel="C1", priority=Priority.FIRST))
    assert time.now == pytest.approx(1_030)


async def test_a_caller_that_is_cancelled_leaves_the_queue_to_the_others(
    time: VirtualClock,
) -> None:
    lane, seen = Lane(Budget(per_minute=60, burst=1), time.clock), list[str]()
    await lane.turn(Priority.FIRST)
    gone = asyncio.ensure_future(stamp(time, lane, seen, "gone", Priority.FIRST))
    await time.idle()
    gone.cancel()
    waited = await time.run(stamp(time, lane, seen, "next", Priority.FIRST))
    assert seen == ["next"]
    assert waited == [pytest.approx(1)]


async def test_lanes_of_quiet_channels_are_forgotten(time: VirtualClock) -> None:
    pacer = Pacer(time.clock)
    for number in range(3_000):
        time.now += 1
        assert pacer.try_turn(POST, channel=f"C{number}")
    assert len(pacer._lanes) <= 1_001
