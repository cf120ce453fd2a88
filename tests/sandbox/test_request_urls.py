"""Request URLs: which payload goes where, retries of events, the challenge."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from aiohttp import web

from bot.sandbox import Sandbox, Timing, Workspace
from bot.sandbox.delivery.signed_http import NOT_VERIFIED
from bot.sandbox.errors import ManifestError
from tests.sandbox.answering import Answer, answering, cut, says
from tests.sandbox.blocks import Json, actions, modal
from tests.sandbox.bolt import Kept, declared, running, served

AT_ONCE = Timing(ack_within=5, event_retries_after=(0, 0, 0))
IMPATIENT = replace(AT_ONCE, ack_within=1)
"""For an answer that does not come."""


async def _posted(sandbox: Sandbox, text: str = "x") -> None:
    """Post a message, and wait until its delivery is over."""
    await Workspace(sandbox).post(text, channel="team")

    def over() -> bool | None:
        events = sandbox.deliveries.of("events_api")
        settled = (e.acked or e.attempts > 3 or e.status == 418 for e in events if e.duration)
        return any(settled) or None

    assert await sandbox.world.changes.until(over, within=5, kinds={"delivery"})


RETRIES: dict[str, tuple[Sequence[Answer | None], list[str]]] = {
    "taken": ([says()], []),
    "taken with any 2xx": ([says(status=204)], []),
    "a failure, then taken": ([says(status=500), says()], ["http_error"]),
    "too slow, then taken": ([None, says()], ["http_timeout"]),
    "cut, then taken": ([cut, says()], ["connection_failed"]),
    "two redirects": (
        [says(status=301, Location="/a"), says(status=308, Location="b"), says()],
        [],
    ),
    "redirects without end": ([says(status=302, Location="/a")], ["too_many_redirects"] * 3),
    "failures without end": ([says(status=400)], ["http_error"] * 3),
    "a failure that wants no retry": ([says(status=418, X_Slack_No_Retry="1")], []),
}


@pytest.mark.parametrize(("answers", "reasons"), RETRIES.values(), ids=RETRIES)
async def test_events_are_sent_again_with_their_number_and_reason(
    answers: Sequence[Answer | None], reasons: list[str]
) -> None:
    timing = IMPATIENT if None in answers else AT_ONCE
    async with (
        Sandbox(declared("message.channels"), timing=timing) as sandbox,
        answering(*answers) as seen,
    ):
        sandbox.request_url = seen.url
        await _posted(sandbox)
        (event,) = sandbox.deliveries.of("events_api")
        retried = [h for h in seen.headers if "X-Slack-Retry-Num" in h]
        told = list(
            dict.fromkeys((h["X-Slack-Retry-Num"], h["X-Slack-Retry-Reason"]) for h in retried)
        )
        assert told == [(str(number), reason) for number, reason in enumerate(reasons, 1)]
        assert event.attempts == len(reasons) + 1
        assert len({body for *_, body in seen.asked}) == 1, "it is the same event"


async def test_retries_of_events_wait_as_they_are_told() -> None:
    patient = Timing(event_retries_after=(0, 3600))
    async with (
        Sandbox(declared("message.channels"), timing=patient) as sandbox,
        answering(says(status=500)) as seen,
    ):
        sandbox.request_url = seen.url
        await Workspace(sandbox).post("x", channel="team")
        found = await sandbox.world.changes.until(
            lambda: True if len(seen.asked) == 2 else None, within=5, kinds={"delivery"}
        )
        assert found
        (event,) = sandbox.deliveries.of("events_api")
        assert (event.error, event.status) == ("http_error", 500)


CHALLENGES: dict[str, tuple[Callable[[str], web.Response], str]] = {
    "the plain value": (lambda c: web.Response(text=c), ""),
    "a form": (lambda c: web.Response(text=f"challenge={c}"), ""),
    "JSON": (lambda c: web.json_response({"challenge": c}), ""),
    "nothing": (lambda _: web.Response(), NOT_VERIFIED),
    "another value": (lambda c: web.Response(text=c[:-1]), NOT_VERIFIED),
    "a failure": (lambda c: web.Response(text=c, status=500), "http_error"),
    "not quite 200": (lambda c: web.Response(text=c, status=202), NOT_VERIFIED),
}


@pytest.mark.parametrize(("answer", "problem"), CHALLENGES.values(), ids=CHALLENGES)
async def test_a_request_url_is_verified_by_a_challenge(
    answer: Callable[[str], web.Response], problem: str
) -> None:
    async def take(request: web.Request) -> web.Response:
        body = await request.json()
        assert body["type"] == "url_verification"
        return answer(body["challenge"])

    app = web.Application()
    app.router.add_post("/", take)
    async with Sandbox() as sandbox, served(app) as url:
        sandbox.request_url = url
        assert await sandbox.verify_url() == problem


async def test_bolt_answers_the_challenge() -> None:
    async with running(Kept().on_command, over="http") as slack:
        assert not await slack.sandbox.verify_url()


def _urls(url: str, **urls: str) -> Json:
    """A manifest without Socket Mode."""
    manifest = declared(
        "message.channels",
        commands={"/report": {"url": f"{url}commands"}},
        socket_mode_enabled=False,
        interactivity={
            "is_enabled": True,
            "request_url": f"{url}interactivity",
            "message_menu_options_url": f"{url}options",
        },
    )
    subscriptions = manifest["settings"]["event_subscriptions"]
    subscriptions["request_url"] = f"{url}events"
    return {**manifest, **urls}


async def test_without_socket_mode_each_kind_goes_to_the_url_that_the_manifest_declares() -> None:
    async with (
        answering(says('{"options": []}')) as seen,
        Sandbox(_urls(seen.url)) as sandbox,
    ):
        ws = Workspace(sandbox)
        await ws.slash("/report")
        await sandbox.interactions.shortcuts.run(ws.person("ana"), "new")
        menu = {"type": "external_select", "action_id": "who", "min_query_length": 0}
        sandbox.hub.modals.open("U0000000ANA", modal(actions(menu)))
        view = sandbox.hub.modals.top("U0000000ANA")
        assert view
        await sandbox.interactions.suggestions.ask(
            ws.person("ana"), view, view.payload["blocks"][0]["elements"][0], ""
        )
        await ws.post("x", channel="team")
        await sandbox.world.changes.until(
            lambda: True if len(seen.asked) == 5 else None, within=5, kinds={"delivery"}
        )
    verification = b"url_verification"
    asked = {(path, verification in body) for path, _, body in seen.asked}
    assert asked == {
        ("/events", True),
        ("/commands", False),
        ("/interactivity", False),
        ("/options", False),
        ("/events", False),
    }


async def test_the_url_for_events_is_tried_at_the_start_and_its_failure_shown() -> None:
    async with answering(says("who are you?")) as seen, Sandbox(_urls(seen.url)) as sandbox:
        found = await sandbox.world.changes.until(
            lambda: next((d.error for d in sandbox.deliveries if d.error), None), within=5
        )
        assert found == NOT_VERIFIED
        assert (await Workspace(sandbox).slash("/report")).text == "who are you?"


async def test_a_manifest_without_socket_mode_needs_urls() -> None:
    with pytest.raises(ManifestError, match="url"):
        Sandbox(declared(socket_mode_enabled=False))
