"""Buttons, menus and forms of any question, and commands that fill in a start form."""

from collections.abc import AsyncIterator, Mapping
from typing import Any, TypedDict

import pytest
from langgraph.graph import StateGraph
from langgraph.types import interrupt
from slack_sdk.web.async_client import AsyncWebClient

from bot.cards import ids
from bot.cards.catalogue import words
from bot.sandbox import Card
from graphs.contract import Workflow
from tests.slack.bolt_office import LONG, Office, form, has, open_office

EN = words("en")
PLAN = {
    "type": "plan",
    "title": "Check the plan",
    "items": [{"id": "a", "text": "Measure"}, {"id": "b", "text": "Fix"}],
    "actions": ["approve", "edit", "skip", "reject"],
}


class State(TypedDict, total=False):
    """What the graph asks and what it was answered."""

    what: str
    count: int
    answer: str


def calls(number: int, allowed: list[str], **args: object) -> Mapping[str, Any]:
    """What LangChain's middleware asks for so many calls."""
    return {
        "action_requests": [{"name": f"tool_{n}", "args": {"n": n, **args}} for n in range(number)],
        "review_configs": [
            {"action_name": f"tool_{n}", "allowed_decisions": allowed} for n in range(number)
        ],
    }


ALL = ["approve", "edit", "reject", "respond"]
ASKED: Mapping[str, object] = {
    "plan": PLAN,
    "two": calls(2, ALL),
    "many": calls(45, ALL),
    "long": calls(2, ["edit"], text="x" * 160_000),
    "long-part": {
        "title": "Too long",
        "sections": [{"key": "a", "label": "A", "value": "x" * 160_000}],
        "actions": ["edit"],
    },
    "anything": {"draft": "Hello"},
    "nothing": {"title": "Sure?", "actions": ["skip"]},
}


def asking() -> StateGraph[State, None, State, State]:
    """A graph that asks what its input names."""

    def ask(state: State) -> State:
        return {"answer": str(interrupt(ASKED[state["what"]]))}

    return StateGraph(State).add_node("ask", ask).set_entry_point("ask").set_finish_point("ask")


def workflow(name: str, schema: Mapping[str, Any]) -> Workflow:
    """The graph under a name, with a start form of this schema."""
    return Workflow(
        name=name,
        command="",
        title={"en": name.title(), "zh": name.title()},
        description={"en": "", "zh": ""},
        form=(),
        steps={},
        result="answer",
        build=lambda **_: asking(),
        deciders="channel",
        input_schema=schema,
    )


WHAT = {"what": {"type": "string", "enum": list(ASKED)}}
SERVED = {
    "ask": workflow("ask", {"type": "object", "properties": WHAT, "required": ["what"]}),
    "more": workflow(
        "more",
        {
            "type": "object",
            "properties": {
                **WHAT,
                "note": {"type": "string", "default": ""},
                "count": {"type": "integer", "maximum": 3},
            },
            "required": ["what", "count"],
        },
    ),
    "bare": workflow("bare", {"type": "object", "properties": {}}),
}


@pytest.fixture
async def office(redis_url: str) -> AsyncIterator[Office]:
    """The bot at work on these."""
    async with open_office(redis_url, serves=SERVED) as it:
        yield it


async def asked(office: Office, what: str) -> Card:
    """The card of a question, once it is there."""
    said = await office.ws.slash("/signoff", text=f"start ask what={what}")
    assert not said.text
    return await office.ws.wait_for(
        lambda c: has(c, ids.CANCEL) and "this" in c.text and c.thread_ts != c.ts,
        within=LONG,
        what="a question",
    )


async def until(card: Card, text: str) -> Card:
    """The card once it says this."""
    return await card.wait_until(lambda c: text in c.text, within=LONG, what=text)


async def test_entries_are_edited_skipped_and_rejected(office: Office) -> None:
    card = await asked(office, "plan")
    edit = await form(card, ids.EDIT)
    assert edit.values == {"Entries": "Measure\nFix"}
    await edit.fill({"Entries": "Fix\nTell all"}).submit()
    assert "1. Fix\n2. Tell all" in (await until(card, "Edited and approved by @ana")).text
    assert "'id': 'b', 'text': 'Fix'" in (await office.result()).text


@pytest.mark.parametrize(
    ("button", "said"), [(ids.SKIP, "⤼ Skipped by @ben"), (ids.REJECT, "✕ Rejected by @ben")]
)
async def test_a_question_is_skipped_or_rejected(office: Office, button: str, said: str) -> None:
    office.ws.join("general", as_="ben")
    card = await asked(office, "plan")
    clicked = await card.click(button, as_="ben")
    if clicked.modal:
        await clicked.modal.fill({"Why?": "Too soon"}).submit()
        assert "“Too soon”" in (await until(card, said)).text
    await until(card, said)


async def test_any_question_is_answered_with_json(office: Office) -> None:
    card = await asked(office, "anything")
    answer = await form(card, ids.ANSWER)
    await answer.fill({"Your answer": "{", "Read it as JSON?": "Yes"}).submit()
    assert "This is no JSON (line 1" in answer.errors["Your answer"]
    await answer.fill({"Your answer": '{"ok": [1]}'}).submit()
    assert '"ok"' in (await until(card, "Answered by @ana")).text


async def test_a_late_answer_is_kept_for_copying(office: Office) -> None:
    card = await asked(office, "anything")
    answer = await form(card, ids.ANSWER)
    await card.click(ids.APPROVE)
    await card.wait_closed()
    sent = await answer.fill({"Your answer": "I would not"}).submit()
    assert sent.modal
    assert "Already approved by @ana" in sent.modal.text
    assert "I would not" in sent.modal.text


async def test_what_is_too_long_to_edit_is_approved_as_it_is(office: Office) -> None:
    card = await asked(office, "long-part")
    assert card.buttons == ["Approve", "Cancel"]
    await card.click(ids.APPROVE)
    await until(card, "Edited and approved by @ana")


async def test_a_row_that_is_too_long_to_edit_is_approved_as_it_is(office: Office) -> None:
    card = await asked(office, "long")
    await card.click(ids.ROW_APPROVE)
    await card.click(ids.numbered(ids.ROW_APPROVE, 1))
    await (await card.wait_until(lambda c: has(c, ids.SUBMIT), within=LONG)).click(ids.SUBMIT)
    await until(card, "2 changed and approved")


async def test_what_was_chosen_can_be_changed_and_only_what_was_seen_is_sent(
    office: Office,
) -> None:
    card = await asked(office, "two")
    edit = await form(card, ids.ROW_EDIT)
    await edit.fill({"N": "7"}).submit()
    again = await form(await until(card, "Approve with changes"), ids.ROW_EDIT)
    assert again.values == {"N": "7"}
    wrong = await again.fill({"N": "seven"}).submit()
    assert wrong.modal
    assert again.errors == {"N": "Type a whole number, like 12."}
    respond = await form(card, ids.numbered(ids.ROW_ANSWER, 1))
    await respond.fill({"Your response": "  "}).submit()
    assert list(respond.errors.values()) == ["Write at least one word."]
    await respond.fill({"Your response": "Not needed"}).submit()
    ready = await card.wait_until(lambda c: has(c, ids.SUBMIT), within=LONG)
    reject = await form(card, ids.numbered(ids.ROW_REJECT, 1))
    await reject.submit()
    moved = await ready.click(ids.SUBMIT, stale=True)
    assert moved.text == f"{EN.replies.moved} Nothing changed."
    await (await until(card, "✕ Reject")).click(ids.SUBMIT)
    await until(card, "1 changed and approved, 1 rejected")
    late = await ready.click(ids.SUBMIT, stale=True)
    assert "Already sent by @ana" in late.text
    assert "1 changed and approved, 1 rejected" in late.text


async def test_a_row_form_that_comes_too_late_keeps_what_was_typed(office: Office) -> None:
    card = await asked(office, "two")
    edit = await form(card, ids.numbered(ids.ROW_EDIT, 1))
    await card.click(ids.CANCEL)
    await card.wait_closed()
    sent = await edit.submit()
    assert sent.modal
    assert "This run was cancelled by @ana" in sent.modal.text


async def test_many_rows_have_menus_and_the_rest_is_decided_at_once(office: Office) -> None:
    card = await asked(office, "many")
    menus = [e["action_id"] for e in card.elements if e["type"] == "overflow"]
    assert len(menus) == 40
    said = await card.choose(menus[0], "Reject…")
    assert said.modal
    await said.modal.fill({"Why?": "No"}).submit()
    await until(card, "44 of 45 still to decide")
    edit = await card.choose(menus[1], "Edit…")
    assert edit.modal
    await edit.modal.close()
    await card.choose(menus[2], "Approve")
    await until(card, "43 of 45 still to decide")
    await card.click(ids.APPROVE_REST)
    ready = await card.wait_until(lambda c: has(c, ids.SUBMIT), within=LONG)
    await ready.click(ids.SUBMIT)
    await until(card, "44 approved, 1 rejected")
    stale = await card.click(ids.APPROVE_REST, stale=True)
    assert "Already sent by @ana" in stale.text


async def test_a_submit_before_all_is_chosen_says_what_is_missing(office: Office) -> None:
    card = await asked(office, "two")
    value = card.button(ids.CANCEL)["value"]
    made_up = await _message(office, (ids.SUBMIT, f"{value} 0"), ("gate.submit#1", f"{value} x"))
    for action in (ids.SUBMIT, "gate.submit#1"):
        said = await made_up.click(action)
        assert said.text == "2 of 2 are still to decide. Nothing changed."


async def test_what_a_row_does_not_offer_is_refused(office: Office) -> None:
    card = await asked(office, "two")
    value = card.button(ids.CANCEL)["value"]
    made_up = await _message(
        office,
        (ids.ROW_EDIT, f"{value} 7"),
        (ids.ROW_SKIP, f"{value} 0"),
        (ids.ANSWER, value),
        (ids.REJECT_REST, "no such run"),
    )
    for action in (ids.ROW_EDIT, ids.ROW_SKIP, ids.ANSWER):
        assert "earlier round" in (await made_up.click(action)).text
    assert "older version" in (await made_up.click(ids.REJECT_REST)).text


async def _message(office: Office, *buttons: tuple[str, str]) -> Card:
    """A message of the bot with these buttons."""
    elements = [
        {
            "type": "button",
            "action_id": action,
            "value": value,
            "text": {"type": "plain_text", "text": action},
        }
        for action, value in buttons
    ]
    client = AsyncWebClient(office.sandbox.bot_token, base_url=office.sandbox.api_url)
    await client.chat_postMessage(
        channel=office.ws.channel("general").id,
        text="made up",
        blocks=[{"type": "actions", "elements": elements}],
    )
    return office.ws.messages("general")[-1]


# Starting


async def test_all_workflows_are_listed_with_a_button_each(office: Office) -> None:
    said = await office.ws.slash("/signoff")
    assert "/signoff start more" in said.text
    listed = said.notices[0]
    assert listed.buttons == ["Start"] * 3
    opened = await form(listed, ids.numbered(ids.START, 1))
    assert opened.title == "More"
    await opened.fill({"What": "nothing", "Count": "4"}).submit()
    assert opened.errors == {"Count": "The most is 3."}
    await opened.fill({"Count": "3"}).submit()
    await office.root()


async def test_a_command_that_says_all_starts_at_once(office: Office) -> None:
    said = await office.ws.slash("/signoff", text="start more what=nothing count=2 and a note")
    assert not said.text
    assert not said.modal
    await office.root()


@pytest.mark.parametrize(
    ("text", "line", "values"),
    [
        ("what=nothing", "", {"What": "nothing", "Note": None, "Count": None}),
        ("count=9 what=plan", "*Count*: The most is 3.", {"What": "plan"}),
    ],
)
async def test_a_command_that_does_not_say_all_opens_the_form_with_what_it_says(
    office: Office, text: str, line: str, values: dict[str, object]
) -> None:
    opened = (await office.ws.slash("/signoff", text=f"start more {text}")).modal
    assert opened
    assert line in opened.text
    assert values.items() <= opened.values.items()
    assert await office.runs() == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "more what=plan counts=1",
            "“More” has no field `counts`. It has: `what`, `note`, `count`.",
        ),
        ("bare and more", "“Bare” has no field `and more`."),
    ],
)
async def test_what_no_field_takes_is_told(office: Office, text: str, told: str) -> None:
    said = await office.ws.slash("/signoff", text=f"start {text}")
    assert said.text == f"{told} Nothing changed."
    assert await office.runs() == []


async def test_text_that_no_field_takes_stands_above_the_form(office: Office) -> None:
    opened = (await office.ws.slash("/signoff", text="start ask what=plan and more")).modal
    assert opened
    assert "There is no field for this: and more" in opened.text


@pytest.mark.parametrize("by", ["command", "button"])
async def test_a_workflow_that_asks_for_nothing_starts_at_once(office: Office, by: str) -> None:
    if by == "command":
        assert not (await office.ws.slash("/signoff", text="start bare")).modal
    else:
        listed = (await office.ws.slash("/signoff")).notices[0]
        assert not (await listed.click(ids.numbered(ids.START, 2))).modal
    await office.root()
