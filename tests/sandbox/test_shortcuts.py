"""Shortcuts and elements in unusual places: declared ones only, attachments, feedback, dates."""

from typing import Any

import pytest
from slack_bolt.async_app import AsyncApp

from bot.sandbox import NotPossibleError, Sandbox, Workspace
from bot.sandbox.people.outcome import NO_ANSWER
from bot.sandbox.state.records import Message
from tests.sandbox.blocks import Json, actions, button, options, plain
from tests.sandbox.bolt import Kept, declared, running, web_client

TEAM, ANA = "C0000TEAM00", "U0000000ANA"


async def test_only_declared_shortcuts_can_be_chosen() -> None:
    async with Sandbox(declared()) as sandbox:
        ws = Workspace(sandbox)
        ana, message = ws.person("ana"), (await ws.post("x")).message
        do = sandbox.interactions.shortcuts
        with pytest.raises(NotPossibleError, match="no global shortcut 'use'"):
            await do.run(ana, "use")
        with pytest.raises(NotPossibleError, match="no message shortcut 'new'"):
            await do.run_on(ana, message, "new")
        assert len(sandbox.deliveries) == 0
        assert (await do.run(ana, "new")).error == NO_ANSWER


async def test_a_shortcut_that_nobody_takes_is_said_beside_its_message() -> None:
    async with Sandbox() as sandbox:
        ws = Workspace(sandbox)
        ana, message = ws.person("ana"), (await ws.post("x")).message
        outcome = await sandbox.interactions.shortcuts.run_on(ana, message, "any")
        assert outcome.error == NO_ANSWER
        assert [line.text for line in ws.ephemerals()] == [NO_ANSWER]


async def test_private_lines_and_foreign_messages_have_no_menu() -> None:
    async with Sandbox() as sandbox:
        ws, do = Workspace(sandbox), sandbox.interactions.shortcuts
        await web_client(sandbox).chat_postEphemeral(channel=TEAM, user=ANA, text="x")
        with pytest.raises(NotPossibleError, match="no menu"):
            await do.run_on(ws.person("ana"), ws.ephemerals()[-1].message, "any")
        secret = (await ws.post("x", channel="ana-ben")).message
        with pytest.raises(NotPossibleError, match="does not see"):
            await do.run_on(ws.person("chen"), secret, "any")


async def _posted(sandbox: Sandbox, **message: Any) -> Message:  # noqa: ANN401 - any argument
    await web_client(sandbox).chat_postMessage(channel=TEAM, text="x", **message)
    return Workspace(sandbox).roots("team")[-1].message


async def test_a_button_in_an_attachment_names_the_attachment() -> None:
    kept = Kept()
    async with running(kept.on_action) as slack:
        attachments = [{"text": "first"}, {"blocks": [actions(button("go"))]}]
        message = await _posted(slack.sandbox, attachments=attachments)
        element = message.attachments[1]["blocks"][0]["elements"][0]
        ana = slack.ws.person("ana")
        assert not (await slack.sandbox.interactions.press(ana, message, element)).error
    container = kept.last["container"]
    assert (container["type"], container["attachment_id"]) == ("message_attachment", 2)
    assert container["is_app_unfurl"] is False


FEEDBACK: Json = {
    "type": "feedback_buttons",
    "action_id": "go",
    "positive_button": {"text": plain("Good"), "value": "up"},
    "negative_button": {"text": plain("Bad"), "value": "down"},
}


@pytest.mark.parametrize(
    ("given", "value"), [("up", "up"), ("Bad", "down"), ("positive", "up"), ("neither", None)]
)
async def test_one_of_two_feedback_buttons_is_pressed(given: str, value: str | None) -> None:
    kept = Kept()
    async with running(kept.on_action) as slack:
        block = {"type": "context_actions", "elements": [FEEDBACK]}
        message = await _posted(slack.sandbox, blocks=[block])
        element, ana = message.blocks[0]["elements"][0], slack.ws.person("ana")
        press = slack.sandbox.interactions.press
        if value is None:
            with pytest.raises(NotPossibleError, match="no feedback"):
                await press(ana, message, element, given)
            return
        await press(ana, message, element, given)
    assert kept.last["actions"][0]["value"] == value


CHOICES: dict[str, tuple[Json, object, Json | None]] = {
    "a person by name": ({"type": "users_select"}, "ben", {"selected_user": "U0000000BEN"}),
    "nobody": ({"type": "users_select"}, "nobody", None),
    "several people": (
        {"type": "multi_users_select"},
        ["ana", "U0000000BEN"],
        {"selected_users": [ANA, "U0000000BEN"]},
    ),
    "a channel by name": ({"type": "channels_select"}, "team", {"selected_channel": TEAM}),
    "no channel": ({"type": "conversations_select"}, "nowhere", None),
    "a day": ({"type": "datepicker"}, "2026-11-30", {"selected_date": "2026-11-30"}),
    "no day": ({"type": "datepicker"}, "2026-02-30", None),
    "a time": ({"type": "timepicker"}, "23:59", {"selected_time": "23:59"}),
    "no time": ({"type": "timepicker"}, "24:00", None),
    "a moment": ({"type": "datetimepicker"}, 1_700_000_000, {"selected_date_time": 1_700_000_000}),
    "a local moment": (
        {"type": "datetimepicker"},
        "2026-11-30T09:30",
        {"selected_date_time": 1_796_027_400},
    ),
    "no moment": ({"type": "datetimepicker"}, "soon", None),
    "a moment without end": ({"type": "datetimepicker"}, "9" * 400, None),
    "an overflow": (
        {"type": "overflow", "options": options(2)},
        "1",
        {"selected_option": {"text": {**plain("A"), "emoji": True}, "value": "1"}},
    ),
    "nothing of an overflow": ({"type": "overflow", "options": options(2)}, "2", None),
}


@pytest.mark.parametrize(("element", "given", "expected"), CHOICES.values(), ids=CHOICES)
async def test_only_what_the_screen_offers_can_be_chosen(
    element: Json, given: object, expected: Json | None
) -> None:
    kept = Kept()
    async with running(kept.on_action) as slack:
        message = await _posted(slack.sandbox, blocks=[actions({**element, "action_id": "go"})])
        shown, ana = message.blocks[0]["elements"][0], slack.ws.person("ana")
        press = slack.sandbox.interactions.press
        if expected is None:
            with pytest.raises(NotPossibleError):
                await press(ana, message, shown, given)
            return
        await press(ana, message, shown, given)
    (action,) = kept.last["actions"]
    assert {key: action[key] for key in expected} == expected


async def test_choosing_on_an_old_screen_does_not_bring_the_old_message_back() -> None:
    kept = Kept()
    async with running(kept.on_action) as slack:
        menu = {"type": "static_select", "action_id": "go", "options": options(1)}
        message = await _posted(slack.sandbox, blocks=[actions(menu)])
        await slack.client.chat_update(channel=TEAM, ts=message.ts, text="done")
        element, ana = message.blocks[0]["elements"][0], slack.ws.person("ana")
        await slack.sandbox.interactions.press(ana, message, element, "0")
        assert slack.ws.roots("team")[-1].text == "done"


async def test_a_shortcut_on_a_reply_names_its_thread() -> None:
    kept = Kept()

    def listen(app: AsyncApp) -> None:
        app.shortcut("use")(kept.action)

    async with running(listen, manifest=declared()) as slack:
        root = await slack.ws.post("root", channel="team")
        reply = await root.reply("reply", as_="ben")
        assert not (await reply.shortcut("use")).error
        message = kept.last["message"]
        assert (message["text"], message["ts"]) == ("reply", reply.ts)
        assert (message["thread_ts"], kept.last["message_ts"]) == (root.ts, reply.ts)
        await root.shortcut("use")
        assert kept.last["message"]["thread_ts"] == root.ts
