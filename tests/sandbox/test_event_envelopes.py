"""What stands around an event, and which events carry more than what happened."""

import base64
import json

import pytest

from bot.sandbox import Sandbox, Workspace
from tests.sandbox.blocks import section
from tests.sandbox.bolt import declared
from tests.sandbox.test_events import ANA, BOT, TEAM, events_of, life_in, told
from tests.sandbox.test_transports import EVENTS


async def test_nothing_is_told_to_an_app_that_subscribed_to_nothing() -> None:
    async with Sandbox(declared()) as sandbox:
        life = await life_in(sandbox)
        await life.says("@small x")
        life.mischief.revoke()
        assert len(sandbox.deliveries) == 0


async def test_a_changed_message_comes_with_what_it_was() -> None:
    async with Sandbox(declared(*EVENTS)) as sandbox:
        life = await life_in(sandbox)
        ts = await life.app_posts()
        await life.client.chat_update(channel=TEAM, ts=ts, text="new", blocks=[section("new")])
        event = (await told(sandbox))[-1]
    assert (event["message"]["text"], event["previous_message"]["text"]) == ("new", "from the app")
    assert event["message"]["ts"] == event["previous_message"]["ts"] == ts
    assert event["ts"] != ts


async def test_the_envelope_of_an_event_has_slacks_fields() -> None:
    async with Sandbox(declared(*EVENTS)) as sandbox:
        life = await life_in(sandbox)
        await life.says("x")
        await told(sandbox)
        payload = events_of(sandbox)[-2].payload
    assert payload["team_id"] == payload["context_team_id"] == sandbox.team_id
    assert payload["is_ext_shared_channel"] is False
    assert payload["event_id"].startswith("Ev")
    (authorization,) = payload["authorizations"]
    assert (authorization["user_id"], authorization["is_bot"]) == (BOT, True)
    context = json.loads(base64.b64decode(payload["event_context"].removeprefix("4-")))
    assert (context["et"], context["cid"]) == ("message", TEAM)


@pytest.mark.parametrize("published", [True, False])
@pytest.mark.parametrize("tab", ["home", "messages"])
async def test_an_opened_home_comes_with_what_was_published(tab: str, *, published: bool) -> None:
    manifest = declared("app_home_opened")
    manifest["features"]["app_home"]["home_tab_enabled"] = tab == "home"
    async with Sandbox(manifest) as sandbox:
        if published:
            sandbox.hub.homes.publish(ANA, {"type": "home", "blocks": [section()]})
        view = await sandbox.interactions.home.open(Workspace(sandbox).person("ana"))
        await sandbox.world.changes.until(
            lambda: True if events_of(sandbox) else None, within=5, kinds={"delivery"}
        )
        (delivery,) = events_of(sandbox)
        event = delivery.payload["event"]
        assert event["channel"] == Workspace(sandbox).dm("ana")
    assert (event["type"], event["tab"], event["user"]) == ("app_home_opened", tab, ANA)
    assert ("view" in event) == (published and tab == "home")
    assert (view is not None) == published
