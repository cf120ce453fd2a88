"""The client for scripts: names as they stand on the screen, waits, and what a failure says."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox import NotPossibleError, NotSeenError, Sandbox, Workspace
from tests.sandbox.blocks import Json
from tests.sandbox.bolt import bolt_app, socket_mode
from tests.sandbox.orders import BUTTONS, MANIFEST, Orders, form_of, option, ordered


@pytest.fixture
def orders() -> Orders:
    return Orders()


@pytest.fixture
async def shop(orders: Orders) -> AsyncIterator[Workspace]:
    """A workspace with that app in it."""
    async with (
        Workspace(manifest=MANIFEST) as ws,
        socket_mode(bolt_app(ws.sandbox, orders.listen), ws.sandbox),
    ):
        yield ws


async def test_a_workspace_starts_a_sandbox_of_its_own_and_stops_it() -> None:
    async with Workspace(manifest=MANIFEST) as ws:
        client = AsyncWebClient(token=ws.sandbox.bot_token, base_url=ws.sandbox.api_url)
        assert (await client.auth_test())["user"] == "orders"
    with pytest.raises(OSError, match="Cannot connect"):
        await client.auth_test()


async def test_a_workspace_in_a_sandbox_of_somebody_else_leaves_it_running() -> None:
    async with Sandbox() as sandbox:
        async with Workspace(sandbox) as ws:
            assert ws.sandbox is sandbox
        client = AsyncWebClient(token=sandbox.bot_token, base_url=sandbox.api_url)
        assert (await client.auth_test())["ok"]
        with pytest.raises(TypeError, match="takes no options: \\['port'\\]"):
            Workspace(sandbox, port=1)


@pytest.mark.parametrize(
    ("label", "action_id", "chosen"),
    [
        ("Go", "go", {"value": "1"}),
        ("go", "go", {"value": "1"}),
        ("Delete", "drop", {}),
        ("Move", "more", {"selected_option": option("Move")}),
    ],
)
async def test_a_click_finds_buttons_and_menu_entries_by_what_stands_on_them(
    shop: Workspace, orders: Orders, label: str, action_id: str, chosen: Json
) -> None:
    said = await (await ordered(shop)).click(label, as_="ben")
    assert not said.error
    (action,) = orders.actions
    assert action["action_id"] == action_id
    assert action == {**action, **chosen}


async def test_a_click_finds_buttons_in_attachments(shop: Workspace, orders: Orders) -> None:
    client = AsyncWebClient(token=shop.sandbox.bot_token, base_url=shop.sandbox.api_url)
    attached = [{"blocks": [BUTTONS], "fallback": "An order"}]
    await client.chat_postMessage(channel="C00GENERAL0", text="Look", attachments=attached)
    await (await shop.wait_for_card("Look", button="Go")).click("Go")
    assert [action["value"] for action in orders.actions] == ["1"]


@pytest.mark.parametrize(
    ("label", "value", "chosen"),
    [
        ("Size", "Large", {"selected_option": option("Large")}),
        ("Somebody", "chen", {"selected_user": "U000000CHEN"}),
        ("Who does it?", "ana", {"selected_user": "U0000000ANA"}),
        ("more", "Copy", {"selected_option": option("Copy")}),
    ],
)
async def test_a_choice_finds_menus_by_placeholder_or_by_the_text_beside_them(
    shop: Workspace, orders: Orders, label: str, value: str, chosen: Json
) -> None:
    await (await ordered(shop)).choose(label, value)
    (action,) = orders.actions
    assert action == {**action, **chosen}


async def test_what_is_not_there_is_answered_with_what_is(shop: Workspace) -> None:
    card = await ordered(shop)
    assert card.buttons == ["Go", "Delete"]
    assert card.options("Size") == ["Small", "Large"]
    names = r"\['Who does it\?', 'Go', 'Delete', 'Size', 'more', 'Copy', 'Move'\]"
    with pytest.raises(NotPossibleError, match=f"there is no 'Stop', only {names}"):
        await card.click("Stop")
    with pytest.raises(NotPossibleError, match="no option 'Huge', only"):
        await card.choose("Size", "Huge")


async def test_a_button_that_asks_is_confirmed_unless_the_script_declines(
    shop: Workspace, orders: Orders
) -> None:
    card = await ordered(shop)
    assert card.asks("Delete") == "Sure?\nIt is gone then.\n[Delete it]  [Keep it]"
    assert card.asks("Go") == ""
    await card.click("Delete", confirm=False)
    assert orders.actions == []
    with pytest.raises(NotPossibleError, match="nothing asks for a confirmation"):
        await card.click("Go", confirm=False)
    await card.click("Delete")
    assert [action["action_id"] for action in orders.actions] == ["drop"]


@pytest.mark.parametrize(
    ("label", "given", "shown", "sent"),
    [
        ("What?", "tea", "tea", {"value": "tea"}),
        ("What?", None, None, {"value": None}),
        ("How many?", 3, "3", {"value": "3"}),
        ("Size", "Large", "Large", {"selected_option": option("Large")}),
        ("With", ["Milk", "Sugar"], ["Milk", "Sugar"], {}),
        ("With", "Milk", ["Milk"], {"selected_options": [option("Milk")]}),
        ("Colour", "Blue", "Blue", {"selected_option": option("Blue")}),
        ("Tags", ["New", "Old"], ["New", "Old"], {}),
        ("For", "ben", "ben", {"selected_user": "U0000000BEN"}),
        ("With whom", ["ben", "chen"], ["ben", "chen"], {}),
        ("Where", "team", "team", {"selected_channel": "C0000TEAM00"}),
        ("Day", date(2026, 12, 1), "2026-12-01", {"selected_date": "2026-12-01"}),
        ("Hour", time(9, 5), "09:05", {"selected_time": "09:05"}),
        ("Moment", datetime(2026, 12, 1, tzinfo=UTC), 1796083200, {}),
        ("Note", "two words", "two words", {}),
    ],
)
async def test_a_field_is_filled_by_its_label_in_the_words_of_the_screen(
    shop: Workspace, orders: Orders, label: str, given: object, shown: object, sent: Json
) -> None:
    form = await form_of(shop)
    block_id = form.inputs[label]["block_id"]
    assert form.fill({label: given}).values[label] == shown
    await form.submit()
    state = orders.values[block_id]["a"]
    assert state == {**state, **sent}
    assert not form.is_open


async def test_a_moment_without_a_time_zone_is_in_that_of_the_person(shop: Workspace) -> None:
    form = await form_of(shop)
    form.fill({"Moment": datetime(2026, 12, 1, 1)})  # noqa: DTZ001 - the point of it
    assert form.values["Moment"] == 1796083200


async def test_shortcuts_are_chosen_by_their_names(shop: Workspace) -> None:
    said = await shop.shortcut("New order", as_="ben")
    assert said.modal
    assert said.modal.values == {"What?": None}
    message = await shop.post("two teas")
    said = await message.shortcut("Order from this")
    assert said.modal
    assert said.modal.values == {"What?": "two teas"}
    with pytest.raises(NotPossibleError, match=r"no global shortcut 'Other', only \['New order'\]"):
        await shop.shortcut("Other")


async def test_the_home_of_the_app_is_opened_read_and_pressed(
    shop: Workspace, orders: Orders
) -> None:
    home = await shop.open_home(as_="ben")
    assert "Your orders" in home.text
    assert home.buttons == ["Order again"]
    await home.click("Order again")
    assert [action["action_id"] for action in orders.actions] == ["home.go"]


async def test_a_menu_that_the_app_fills_offers_what_was_searched(
    shop: Workspace, orders: Orders
) -> None:
    home = await shop.open_home()
    assert await home.search("Customer", "ac") == ["Acme", "Acorn"]
    await home.choose("Customer", "Acorn")
    assert orders.actions[-1]["selected_option"] == option("Acorn")


async def test_a_home_that_is_never_published_is_not_seen() -> None:
    async with Workspace() as ws:
        with pytest.raises(NotSeenError, match="nobody saw a home of ana"):
            await ws.open_home(within=0.01)


async def test_people_react_reply_and_read_threads() -> None:
    async with Workspace() as ws:
        root = await ws.post("Lunch?")
        await root.reply("Yes!", as_="ben")
        await root.react("eyes", as_="chen").reply("Me, too", as_="chen")
        assert [reply.text for reply in root.thread()] == ["Yes!", "Me, too"]
        assert root.refresh().reactions == {"eyes": ["chen"]}
        assert root.react("eyes", as_="chen", on=False).reactions == {}


async def test_a_wait_that_is_cancelled_leaves_nothing_behind() -> None:
    async with Workspace() as ws:
        wait = asyncio.create_task(ws.wait_for_text("never"))
        await asyncio.sleep(0)
        wait.cancel()
        with pytest.raises(asyncio.CancelledError):
            await wait
        await ws.post("never")
        assert (await ws.wait_for_text("never")).text == "never"


async def test_every_wait_in_vain_shows_what_is_there_instead(shop: Workspace) -> None:
    card = await ordered(shop)
    with pytest.raises(NotSeenError, match=r"nobody saw a message with 'x' .*\n(.*\n)+.*Who does"):
        await shop.wait_for_text("x", within=0)
    with pytest.raises(NotSeenError, match=r"the buttons go away of <Card .*\n(.*\n)+.*Who does"):
        await card.wait_closed(within=0)
    with pytest.raises(NotSeenError, match=r"a private line for ben .*\n(.*\n)+.*Who does"):
        await shop.wait_for_ephemeral(as_="ben", within=0)
    form = await form_of(shop)
    with pytest.raises(NotSeenError, match=r"saw a change .*the view is\nOrder\nWhat\?"):
        await form.wait_until(lambda seen: seen.title == "Done", within=0)


async def test_a_name_that_nobody_has_is_answered_with_those_that_are_there() -> None:
    people = r"nobody is called 'bob' here, only \['ana', 'ben', 'chen', "
    places = r"there is no channel 'bar', only \['general', 'team', "
    async with Workspace() as ws:
        with pytest.raises(NotPossibleError, match=people):
            await ws.slash("/order", as_="bob")
        with pytest.raises(NotPossibleError, match=people):
            ws.modal(as_="bob")
        with pytest.raises(NotPossibleError, match=people):
            await (await ws.post("x")).click("Go", as_="bob")
        with pytest.raises(NotPossibleError, match=places):
            await ws.post("x", channel="bar")
        with pytest.raises(NotPossibleError, match=places):
            await ws.wait_for_text("x", channel="bar")
