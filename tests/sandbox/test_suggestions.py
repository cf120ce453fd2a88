"""External selects: the app says what can be chosen, by Slack's rules, and nothing else can."""

from typing import Any

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck

from bot.sandbox import NotPossibleError
from bot.sandbox.people.suggestions import NOT_LOADED, Suggested
from tests.sandbox.blocks import Json, actions, button, field, modal, option, options, plain
from tests.sandbox.bolt import QUICK, Running, running

TEAM, ANA = "C0000TEAM00", "U0000000ANA"


class Finder:
    """An app that answers every search alike, and keeps what it was sent."""

    def __init__(self, **answer: object) -> None:
        self.answer: dict[str, Any] = answer
        self.bodies: list[Json] = []

    def listen(self, app: AsyncApp) -> None:
        @app.options("who")
        async def find(ack: AsyncAck, body: Json) -> None:
            self.bodies.append(body)
            await ack(**self.answer)

        @app.action("who")
        async def chosen(ack: AsyncAck, body: Json) -> None:
            self.bodies.append(body)
            await ack()


def menu(kind: str = "external_select", **more: object) -> Json:
    return {"type": kind, "action_id": "who", "min_query_length": 1, **more}


async def ask(slack: Running, element: Json, query: str = "a") -> Suggested:
    """Post a message with the menu, and type into it."""
    await slack.client.chat_postMessage(channel=TEAM, text="x", blocks=[actions(element)])
    message = slack.ws.roots("team")[-1].message
    shown = message.blocks[0]["elements"][0]
    person = slack.ws.person("ana")
    return await slack.sandbox.interactions.suggestions.ask(person, message, shown, query)


def group(count: int = 1, label: str = "People") -> Json:
    return {"label": plain(label), "options": options(count)}


GOOD: dict[str, tuple[Json, int, int]] = {
    "one option": ({"options": options(1)}, 1, 0),
    "a hundred options": ({"options": options(100)}, 100, 0),
    "no option": ({"options": []}, 0, 0),
    "groups": ({"option_groups": [group(2), group(1, "Others")]}, 0, 2),
    "no group": ({"option_groups": []}, 0, 0),
}
BAD: dict[str, tuple[Json, str]] = {
    "one option too many": ({"options": options(101)}, "/options"),
    "no answer": ({}, "exactly one of"),
    "an empty group": ({"option_groups": [group(0)]}, "/option_groups/0/options"),
    "a text too long": ({"options": [option("a", "x" * 76)]}, "/options/0/text/text"),
    "a value too long": ({"options": [option("x" * 151)]}, "/options/0/value"),
    "an option without a value": ({"options": [{"text": plain()}]}, "/options/0"),
}


@pytest.mark.parametrize(("answer", "single", "grouped"), GOOD.values(), ids=GOOD)
async def test_what_the_app_offers_can_be_chosen(answer: Json, single: int, grouped: int) -> None:
    async with running(Finder(**answer).listen) as slack:
        offered = await ask(slack, menu())
        assert (len(offered.options), len(offered.groups), offered.error) == (single, grouped, "")


@pytest.mark.parametrize(("answer", "place"), BAD.values(), ids=BAD)
async def test_an_answer_against_the_rules_offers_nothing_and_is_an_error(
    answer: Json, place: str
) -> None:
    async with running(Finder(**answer).listen) as slack:
        assert await ask(slack, menu()) == Suggested(error=NOT_LOADED)
        (delivery,) = slack.sandbox.deliveries
        assert delivery.error == "invalid_options"
        assert any(place in note for note in delivery.notes)


async def test_nobody_answers_and_the_person_is_told() -> None:
    async with running(lambda _: None, timing=QUICK) as slack:
        assert (await ask(slack, menu())).error == NOT_LOADED
        (delivery,) = slack.sandbox.deliveries
        assert delivery.error == "operation_timeout"


@pytest.mark.parametrize(
    ("least", "query", "asked"),
    [(None, "ab", 0), (None, "abc", 1), (0, "", 1), (1, "", 0), (5, "abcd", 0), (5, "abcde", 1)],
)
async def test_the_app_is_asked_once_enough_is_typed(
    least: int | None, query: str, asked: int
) -> None:
    app = Finder(options=options(1))
    element = menu(min_query_length=least)
    if least is None:
        del element["min_query_length"]
    async with running(app.listen) as slack:
        offered = await ask(slack, element, query)
        assert (len(app.bodies), len(offered.options)) == (asked, asked)


async def test_only_what_was_offered_to_the_person_can_be_chosen() -> None:
    app = Finder(options=[option("chen", "Chen")])
    async with running(app.listen) as slack:
        await slack.client.chat_postMessage(channel=TEAM, text="x", blocks=[actions(menu())])
        message = slack.ws.roots("team")[-1].message
        element = message.blocks[0]["elements"][0]
        do, ana, ben = slack.sandbox.interactions, slack.ws.person("ana"), slack.ws.person("ben")
        with pytest.raises(NotPossibleError, match="there is no option 'chen'"):
            await do.press(ana, message, element, "chen")
        await do.suggestions.ask(ana, message, element, "ch")
        with pytest.raises(NotPossibleError, match="there is no option 'chen'"):
            await do.press(ben, message, element, "chen")
        assert not (await do.press(ana, message, element, "Chen")).error
    assert app.bodies[0]["value"] == "ch"
    assert app.bodies[0]["container"]["type"] == "message"
    assert app.bodies[-1]["actions"][0]["selected_option"]["value"] == "chen"
    assert "trigger_id" not in app.bodies[0]


async def test_several_are_chosen_out_of_several_searches_in_a_form() -> None:
    app = Finder(options=[option("ana", "Ana")])
    async with running(app.listen) as slack:
        element = menu("multi_external_select", max_selected_items=2)
        slack.sandbox.hub.modals.open(ANA, modal(field(element)))
        do, ana = slack.sandbox.interactions, slack.ws.person("ana")
        view = slack.sandbox.hub.modals.top(ANA)
        assert view
        block = view.payload["blocks"][0]
        await do.suggestions.ask(ana, view, block["element"], "a")
        app.answer = {"option_groups": [{"label": plain(), "options": [option("ben", "Ben")]}]}
        await do.suggestions.ask(ana, view, block["element"], "b")
        view = do.forms.enter(view, block, ["ana", "Ben"])
        chosen = view.values["what"]["who"]["selected_options"]
        assert [one["value"] for one in chosen] == ["ana", "ben"]
        assert app.bodies[-1]["view"]["id"] == view.id
        assert app.bodies[-1]["block_id"] == "what"


async def test_a_menu_that_is_not_external_asks_nobody() -> None:
    async with running(Finder().listen) as slack:
        with pytest.raises(NotPossibleError, match="do not come from the app"):
            await ask(slack, button())
