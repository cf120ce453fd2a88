"""What the bot has no use for is acknowledged: Slack sends it once, and nobody sees a failure."""

from typing import Any

import pytest
import structlog

from bot import manifest
from bot.cards.catalogue import words
from bot.sandbox.delivery import payloads
from bot.sandbox.delivery.envelopes import Delivery, Kind
from tests.slack.bolt_office import TRANSPORTS, Office, Transport, open_office
from tests.slack.posting import event

INTERACTIONS: dict[str, dict[str, Any]] = {
    "global shortcut": {"type": "shortcut", "callback_id": "summarise", "action_ts": "1.2"},
    "message shortcut": {
        "type": "message_action",
        "callback_id": "summarise",
        "message": {"ts": "1.2", "text": "hello"},
        "message_ts": "1.2",
    },
    "closed form": {"type": "view_closed", "view": {"id": "V1", "callback_id": "old"}},
    "legacy button": {
        "type": "interactive_message",
        "callback_id": "old",
        "actions": [{"name": "go", "type": "button", "value": "1"}],
    },
    "legacy dialog": {"type": "dialog_submission", "callback_id": "old", "submission": {}},
    "workflow step": {"type": "workflow_step_edit", "callback_id": "old", "workflow_step": {}},
    "button without a name": {"type": "block_actions", "actions": [{"type": "button"}]},
    "of tomorrow": {"type": "telepathy"},
}
EVENTS: dict[str, dict[str, Any]] = {
    "home": {"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "home"},
    "mention": {"type": "app_mention", "user": "U1", "text": "hello", "ts": "1.2"},
    "message": {"type": "message", "user": "U1", "text": "hello", "ts": "1.2", "channel": "C1"},
    "edited": {"type": "message", "subtype": "message_changed", "channel": "C1"},
    "function": {"type": "function_executed", "function": {"callback_id": "f"}, "inputs": {}},
    "revoked": {"type": "tokens_revoked", "tokens": {"bot": ["U1"]}},
    "uninstalled": {"type": "app_uninstalled"},
    "of tomorrow": {"type": "telepathy_received"},
}


@pytest.fixture(params=TRANSPORTS)
def transport(request: pytest.FixtureRequest) -> Transport:
    chosen: Transport = request.param
    return chosen


async def test_an_interaction_of_another_app_version_is_acknowledged(office: Office) -> None:
    errors = {name: (await _interact(office, it)).error for name, it in INTERACTIONS.items()}
    assert errors == dict.fromkeys(INTERACTIONS, "")
    assert await office.runs() == []


async def test_a_shortcut_of_an_older_manifest_is_acknowledged_and_one_of_a_message_answered(
    redis_url: str, transport: Transport
) -> None:
    app = manifest.load()
    app["features"]["shortcuts"] = [
        {"name": name, "type": name, "callback_id": name, "description": "Gone by now"}
        for name in ("global", "message")
    ]
    async with open_office(redis_url, app=app, transport=transport) as office:
        message = await office.ws.post("What a week")
        said = await office.ws.shortcut("global")
        assert (said.error, said.text, said.modal) == ("", "", None)
        said = await message.shortcut("message")
        assert (said.error, said.modal) == ("", None)
        assert said.text == words("en").given.old_shortcut


async def test_a_menu_that_asks_for_options_gets_none(office: Office) -> None:
    asked = {"type": "block_suggestion", "action_id": "who", "block_id": "b", "value": "an"}
    sent = await _interact(office, asked)
    assert (sent.error, sent.reply) == ("", {"options": []})


async def test_an_event_is_acknowledged_and_logged_without_a_word_of_it(office: Office) -> None:
    for name, fields in EVENTS.items():
        payload = event(office, fields)
        with structlog.testing.capture_logs() as logs:
            sent = await office.sandbox._courier.deliver(Kind.EVENT, payload, accepts_reply=False)
        assert not sent.error, name
        [line] = logs
        assert (line["event"], line["kind"]) == ("request.unknown", "event_callback"), name
        assert line.keys() == {"event", "kind", "log_level"}
    assert office.ws.messages() == []


async def _interact(office: Office, fields: dict[str, Any]) -> Delivery:
    """Send an interaction of ana's in #general."""
    hub, ana, general = office.sandbox.hub, office.ws.person("ana"), office.ws.channel("general")
    payload = {
        "user": payloads.user(hub, ana),
        "team": {"id": office.sandbox.team_id},
        "channel": {"id": general.id, "name": "general"},
        "trigger_id": "1.2.3",
        "response_url": payloads.response_url(hub, ana, general),
        **fields,
    }
    return await office.sandbox._courier.deliver(Kind.INTERACTIVE, payload, accepts_reply=True)
