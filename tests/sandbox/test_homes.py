"""App Home and modals: what is published, found again, and kept over a restart."""

from dataclasses import replace
from pathlib import Path

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import Sandbox
from tests.sandbox.blocks import Json, actions, field, modal, section
from tests.sandbox.bolt import refused, web_client

ANA, BEN = "U0000000ANA", "U0000000BEN"


def home(text: str = "x", **more: object) -> Json:
    return {"type": "home", "blocks": [section(text), actions()], **more}


def shown(sandbox: Sandbox, person: str = ANA) -> str:
    view = sandbox.hub.homes.of(person)
    return str(view.payload["blocks"][0]["text"]["text"]) if view else ""


async def test_everybody_has_a_home_of_their_own(sandbox: Sandbox, client: AsyncWebClient) -> None:
    first = (await client.views_publish(user_id=ANA, view=home("one")))["view"]
    assert (first["type"], first["title"], first["bot_id"]) == ("home", None, "B0LOCALBOT1")
    assert (shown(sandbox), shown(sandbox, BEN)) == ("one", "")
    again = (await client.views_publish(user_id=ANA, view=home("two")))["view"]
    assert (again["id"], shown(sandbox)) == (first["id"], "two")
    await client.views_publish(user_id=BEN, view=home("ben's"))
    assert shown(sandbox) == "two"


async def test_a_hash_guards_a_home(sandbox: Sandbox, client: AsyncWebClient) -> None:
    old = (await client.views_publish(user_id=ANA, view=home()))["view"]["hash"]
    new = (await client.views_publish(user_id=ANA, view=home(), hash=old))["view"]["hash"]
    await refused(client.views_publish(user_id=ANA, view=home("late"), hash=old), "hash_conflict")
    await client.views_publish(user_id=ANA, view=home("in time"), hash=new)
    assert shown(sandbox) == "in time"


async def test_a_home_is_updated_by_its_id_or_its_external_id(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    view = home(external_id="mine")
    view_id = (await client.views_publish(user_id=ANA, view=view))["view"]["id"]
    await client.views_update(external_id="mine", view=home("by name", external_id="mine"))
    assert shown(sandbox) == "by name"
    await client.views_update(view_id=view_id, view=home("by id"))
    assert shown(sandbox) == "by id"
    await refused(client.views_update(external_id="mine", view=home()), "not_found")


async def test_a_home_is_not_published_where_the_app_has_none(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    sandbox.hub.app = replace(sandbox.hub.app, home_tab=False)
    await refused(client.views_publish(user_id=ANA, view=home()), "not_enabled")


async def test_views_of_the_wrong_type_are_refused(
    sandbox: Sandbox, client: AsyncWebClient
) -> None:
    trigger = sandbox.hub.triggers.new(ANA)
    open_modal = sandbox.hub.modals.open(ANA, modal(field())).id
    published = (await client.views_publish(user_id=ANA, view=home()))["view"]["id"]
    for call in (
        client.views_publish(user_id=ANA, view=modal(field())),
        client.views_open(trigger_id=trigger, view=home()),
        client.views_push(trigger_id=trigger, view=home()),
        client.views_update(view_id=open_modal, view=home()),
        client.views_update(view_id=published, view=modal(field())),
    ):
        answer = await refused(call, "invalid_arguments")
        assert "/view/type" in answer["response_metadata"]["messages"][0]
    await client.views_open(trigger_id=trigger, view=modal(field()))


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"user_id": "U0NOBODY"}, "invalid_arguments"),
        ({"view": ""}, "invalid_arguments"),
        ({"view": home(submit=None)}, "invalid_arguments"),
        ({"view": home(private_metadata="x" * 3001)}, "invalid_arguments"),
    ],
)
async def test_a_home_is_refused(client: AsyncWebClient, args: Json, code: str) -> None:
    fields = {"user_id": ANA, "view": home(), **args}
    await refused(client.api_call("views.publish", json=fields), code)


async def test_an_external_id_names_one_view_only(sandbox: Sandbox, client: AsyncWebClient) -> None:
    mine = home(external_id="mine")
    await client.views_publish(user_id=ANA, view=mine)
    await client.views_publish(user_id=ANA, view=mine)
    await refused(client.views_publish(user_id=BEN, view=mine), "duplicate_external_id")
    trigger = sandbox.hub.triggers.new(ANA)
    form = modal(field(), external_id="mine")
    await refused(client.views_open(trigger_id=trigger, view=form), "duplicate_external_id")


async def test_homes_and_open_forms_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    async with Sandbox(state_file=path) as sandbox:
        client, triggers = web_client(sandbox), sandbox.hub.triggers
        await client.views_publish(user_id=BEN, view=home("still here"))
        for open_ in (client.views_open, client.views_push):
            await open_(trigger_id=triggers.new(ANA), view=modal(field()))
        top = sandbox.hub.modals.top(ANA)
        assert top
        state = {"type": "plain_text_input", "value": "half a sent"}
        sandbox.hub.modals.enter(top, "what", "field", state)
    async with Sandbox(state_file=path) as sandbox:
        assert shown(sandbox, BEN) == "still here"
        below, above = sandbox.hub.modals.stack(ANA)
        assert (above.id, above.previous_id, above.root_id) == (top.id, below.id, below.id)
        assert above.values["what"]["field"]["value"] == "half a sent"
        await web_client(sandbox).views_update(view_id=top.id, view=modal(field()))
