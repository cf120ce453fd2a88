"""What Slack shows: one writer a slot, and a trace of a message that may exist."""

import asyncio
from datetime import timedelta

from bot.core.model import Slot
from bot.core.ports.store import SlotClaim, Store
from tests.contract.conftest import World
from tests.contract.samples import BASE, claim, show, start


async def test_a_first_claim_leaves_its_intent(store: Store) -> None:
    run = await start(store)
    claimed = await claim(store, run, nonce="n1")
    assert claimed == SlotClaim("root", "n1", ts=None, intent="n1", stale=False)
    assert (await store.load(BASE)).slots["root"] == Slot("root", intent="n1")


async def test_a_filled_slot_says_what_is_shown_and_from_when(store: Store) -> None:
    run = await start(store)
    began = await store.now()
    slot = await show(store, run, ts="111.1")
    assert (slot.ts, slot.intent, slot.digest, slot.rev) == ("111.1", None, "d1", run.rev)
    assert began <= slot.shown_at <= await store.now()
    again = await claim(store, run, nonce="n2")
    assert again == SlotClaim(
        "root", "n2", ts="111.1", intent="n2", stale=False, digest="d1", rev=run.rev
    )


async def test_filling_gives_the_newest_rev_and_raises_none(store: Store) -> None:
    run = await start(store)
    claimed = await claim(store, run)
    assert await store.fill_slot(BASE, claimed, ts="1.1", digest="d", rev=0) == run.rev
    assert (await store.load(BASE)).run == run


async def test_one_writes_a_slot_at_a_time(store: Store) -> None:
    run = await start(store)
    await claim(store, run, nonce="n1")
    assert await store.claim_slot(BASE, "root", nonce="n2", ttl_ms=1000) is None
    await claim(store, run, "progress", nonce="n2")


async def test_of_fifty_writers_at_once_one_gets_the_slot(store: Store) -> None:
    await start(store)
    claims = await asyncio.gather(
        *(store.claim_slot(BASE, "root", nonce=f"n{nth}", ttl_ms=10_000) for nth in range(50))
    )
    assert sum(claimed is not None for claimed in claims) == 1


async def test_the_writer_of_a_slot_may_claim_it_again(store: Store) -> None:
    run = await start(store)
    first = await claim(store, run, nonce="n1")
    assert await claim(store, run, nonce="n1") == first


async def test_after_a_crash_the_next_writer_learns_which_message_to_look_for(
    world: World,
) -> None:
    store = world.open()
    run = await start(store)
    await store.claim_slot(BASE, "root", nonce="crashed", ttl_ms=10)
    await world.wait_ms(11)
    second = await claim(store, run, nonce="n2")
    assert (second.ts, second.intent, second.stale) == (None, "crashed", True)
    await store.drop_slot(BASE, second)
    third = await claim(store, run, nonce="n3")
    assert (third.intent, third.stale) == ("crashed", True)


async def test_a_dropped_slot_is_free_and_keeps_what_it_showed(store: Store) -> None:
    run = await start(store)
    shown = await show(store, run)
    await store.drop_slot(BASE, await claim(store, run, nonce="n2"))
    assert (await store.load(BASE)).slots["root"] == shown
    await claim(store, run, nonce="n3")


async def test_a_forgotten_message_leaves_a_fresh_slot(store: Store) -> None:
    run = await start(store)
    await show(store, run, ts="111.1")
    gone = await show(store, run, ts=None)
    assert (gone.ts, gone.intent) == (None, None)
    fresh = await claim(store, run, nonce="n3")
    assert (fresh.intent, fresh.stale) == ("n3", False)


async def test_a_writer_whose_claim_was_taken_over_changes_nothing(world: World) -> None:
    store = world.open()
    run = await start(store)
    lost = await store.claim_slot(BASE, "root", nonce="slow", ttl_ms=10)
    assert lost is not None
    await world.wait_ms(11)
    await claim(store, run, nonce="n2")
    assert await store.fill_slot(BASE, lost, ts="1.1", digest="d", rev=1) == run.rev
    await store.drop_slot(BASE, lost)
    assert (await store.load(BASE)).slots["root"] == Slot("root", intent="slow")
    assert await store.claim_slot(BASE, "root", nonce="n3", ttl_ms=10) is None


async def test_a_slow_writer_whom_nobody_overtook_still_counts(world: World) -> None:
    store = world.open()
    await start(store)
    slow = await store.claim_slot(BASE, "root", nonce="slow", ttl_ms=10)
    assert slow is not None
    await world.wait_ms(11)
    await store.fill_slot(BASE, slow, ts="1.1", digest="d", rev=1)
    assert (await store.load(BASE)).slots["root"].ts == "1.1"


async def test_slots_with_colons_in_their_names_stay_apart(store: Store) -> None:
    run = await start(store)
    await show(store, run, "gate:aa:bb", ts="1.1")
    await show(store, run, "gate:aa:cc", ts="1.2")
    slots = (await store.load(BASE)).slots
    assert {name: slot.ts for name, slot in slots.items()} == {
        "gate:aa:bb": "1.1",
        "gate:aa:cc": "1.2",
    }


async def test_a_new_root_message_leads_to_the_run_as_the_old_one_does(store: Store) -> None:
    run = await start(store)
    await show(store, run, ts="111.1")
    await show(store, run, ts="222.2")
    assert await store.run_at("C1", "222.2") == BASE
    assert await store.run_at("C1", "111.1") == BASE


async def test_only_the_root_leads_to_the_run(store: Store) -> None:
    await show(store, await start(store), "result", ts="111.1")
    assert await store.run_at("C1", "111.1") is None


async def test_a_muted_run_says_until_when_and_that_is_no_news(store: Store) -> None:
    run = await start(store)
    await store.mute(BASE, until=99, told=True)
    seen = await store.load(BASE)
    assert (seen.muted_until, seen.told, seen.run) == (99, True, run)
    await store.mute(BASE, until=0, told=False)
    seen = await store.load(BASE)
    assert (seen.muted_until, seen.told) == (0, False)


async def test_a_draft_is_kept_for_a_while_and_for_its_writer(world: World) -> None:
    store = world.open()
    typed = {"points": "Login v2 shipped"}
    await store.keep_draft(BASE, user="UANA", inputs=typed, ttl=timedelta(milliseconds=50))
    assert await store.draft(BASE, user="UANA") == typed
    assert await store.draft(f"{BASE}.2", user="UANA") == typed
    assert await store.draft(BASE, user="UBEN") is None
    await world.wait_ms(51)
    assert await store.draft(BASE, user="UANA") is None
